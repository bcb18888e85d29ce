import { expect, test } from 'vitest'
import {
  approvalUndoRule,
  needsNewReview,
  canResubmit,
  resubmitRule,
  withReviewPending,
} from '../../src/contract/campaigns/campaigns.rules.ts'

const campaign = (review_status_id: number, status: 'active' | 'ended' = 'active') => ({ status, review_status_id })

test('an approved campaign is reviewed again if its client reviews and it has not ended', () => {
  expect([1, 2, 3].map((id) => needsNewReview(campaign(id), true))).toEqual([false, false, true])
  expect(needsNewReview(campaign(3), false)).toBe(false)
  expect(needsNewReview(campaign(3, 'ended'), true)).toBe(false)
})

test('a denied campaign can be submitted again, one in review stays so, approved and ended ones cannot', () => {
  expect([1, 2].map((id) => resubmitRule(campaign(id)))).toEqual([true, true])
  expect(resubmitRule(campaign(3))).toEqual({ code: 'not_denied' })
  expect(resubmitRule(campaign(2, 'ended'))).toEqual({ code: 'ended_for_good', status: 'ended' })
  expect([canResubmit(campaign(1)), canResubmit(campaign(2)), canResubmit(campaign(2, 'ended'))]).toEqual([false, true, false])
})

test('a new review starts without the old comment', () => {
  expect(withReviewPending({ name: 'Oats', review_status_id: 2, review_comment: 'No' })).toEqual({
    name: 'Oats',
    review_status_id: 1,
    review_comment: '',
  })
})

test('an approval can be undone for five minutes, as long as nothing has changed', () => {
  const at = new Date('2026-11-21T10:00:00Z')
  const after = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
  const approval = { at, isChangedSince: false }
  expect(approvalUndoRule(campaign(3), approval, after(5))).toBe(true)
  expect(approvalUndoRule(campaign(3), approval, after(5.1))).toEqual({ code: 'approval_too_late', minutes: 5 })
  expect(approvalUndoRule(campaign(3), { ...approval, isChangedSince: true }, at)).toEqual({ code: 'changed_since_approval' })
  expect(approvalUndoRule(campaign(1), approval, at)).toEqual({ code: 'not_approved' })
  expect(approvalUndoRule(campaign(3, 'ended'), approval, at)).toEqual({ code: 'ended_for_good', status: 'ended' })
})
