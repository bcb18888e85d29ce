import { expect, test } from 'vitest'
import { needsNewReview, canResubmit, resubmitRule, withReviewPending } from '../../src/contract/campaigns/reviews.rules.ts'

const campaign = (review_status_id: number, status: 'active' | 'ended' = 'active') => ({ status, review_status_id })

test('an approved campaign is reviewed again if its client reviews and it has not ended', () => {
  expect([1, 2, 3].map((id) => needsNewReview(campaign(id), true))).toEqual([false, false, true])
  expect(needsNewReview(campaign(3), false)).toBe(false)
  expect(needsNewReview(campaign(3, 'ended'), true)).toBe(false)
})

test('a denied campaign can be submitted again, one in review stays so, approved and ended ones cannot', () => {
  expect([1, 2].map((id) => resubmitRule(campaign(id)))).toEqual([true, true])
  expect(resubmitRule(campaign(3))).toEqual({ code: 'not_denied' })
  expect(resubmitRule(campaign(2, 'ended'))).toEqual({ code: 'over', status: 'ended' })
  expect([canResubmit(campaign(1)), canResubmit(campaign(2)), canResubmit(campaign(2, 'ended'))]).toEqual([false, true, false])
})

test('a new review starts without the old comment', () => {
  expect(withReviewPending({ name: 'Oats', review_status_id: 2, review_comment: 'No' })).toEqual({
    name: 'Oats',
    review_status_id: 1,
    review_comment: '',
  })
})
