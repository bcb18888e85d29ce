import { expect, test } from 'vitest'
import { isReviewedAgain, isSentBack, maySubmitAgain, underReview } from '../../src/contract/campaigns/reviews.rules.ts'

const campaign = (review_status_id: number, status: 'active' | 'ended' = 'active') => ({ status, review_status_id })

test('what was approved is looked at again, where somebody looks at all and it is not over', () => {
  expect([1, 2, 3].map((id) => isReviewedAgain(campaign(id), true))).toEqual([false, false, true])
  expect(isReviewedAgain(campaign(3), false)).toBe(false)
  expect(isReviewedAgain(campaign(3, 'ended'), true)).toBe(false)
})

test('what was denied is submitted again, what is looked at stays so, and what is approved or over is not', () => {
  expect([1, 2].map((id) => maySubmitAgain(campaign(id)))).toEqual([true, true])
  expect(maySubmitAgain(campaign(3))).toEqual({ code: 'not_denied' })
  expect(maySubmitAgain(campaign(2, 'ended'))).toEqual({ code: 'over', status: 'ended' })
  expect([isSentBack(campaign(1)), isSentBack(campaign(2)), isSentBack(campaign(2, 'ended'))]).toEqual([false, true, false])
})

test('whoever looks again has no old comment before them', () => {
  expect(underReview({ name: 'Oats', review_status_id: 2, review_comment: 'No' })).toEqual({
    name: 'Oats',
    review_status_id: 1,
    review_comment: '',
  })
})
