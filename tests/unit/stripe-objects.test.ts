import { describe, expect, test } from 'vitest'
import { disputedOf, toCharge, toDecline, toMethod, toMinor } from '../../demo/platform/payments/stripe-objects.ts'

type Intent = Parameters<typeof toCharge>[0]
const intentOf = (fields: object) =>
  ({ id: 'pi_1', amount: 10_000, currency: 'usd', status: 'succeeded', metadata: {}, last_payment_error: null, ...fields }) as Intent // the fields that are read

describe('an amount at Stripe', () => {
  test.each([
    ['USD', 103_930_000n, 10_393],
    ['JPY', 5_202_000_000n, 5202],
    // Stripe counts these currencies in hundredths, although they have none.
    ['ISK', 500_000_000n, 50_000],
    ['UGX', 500_000_000n, 50_000],
    // Three digits, of which the last one is zero.
    ['KWD', 10_000_000n, 10_000],
    ['KWD', 10_004_000n, 10_000],
    ['KWD', 10_005_000n, 10_010],
  ])('in %s of %s micros is %s', (currency, micros, minor) => {
    expect(toMinor(micros, currency)).toBe(minor)
  })

  test('that Stripe has rounded keeps the price that the platform asked for', () => {
    const metadata = { placard_micros: '10004000' }
    const rounded = intentOf({ currency: 'kwd', amount: 10_000, metadata })
    expect(toCharge(rounded, 0)).toMatchObject({ charged: 10_004_000n, refunded: 0n, currency_code: 'KWD' })
    expect(toCharge(rounded, 10_000)).toMatchObject({ charged: 10_004_000n, refunded: 10_004_000n })
    expect(toCharge(rounded, 5000)).toMatchObject({ refunded: 5_000_000n })
    expect(toCharge({ ...rounded, amount: 9000 }, 0)).toMatchObject({ charged: 9_000_000n })
  })
})

test.each([
  ['requires_action', 'needs_action'],
  ['requires_confirmation', 'processing'],
  ['requires_capture', 'processing'],
  ['processing', 'processing'],
  ['requires_payment_method', 'declined'],
  ['canceled', 'canceled'],
  ['succeeded', 'succeeded'],
])('the status %s is the state %s', (status, state) => {
  expect(toCharge(intentOf({ status }), 0).state).toBe(state)
})

test.each([
  [{ type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' }, 'insufficient_funds'],
  [{ type: 'card_error', code: 'card_declined', decline_code: 'fraudulent' }, 'fraud'],
  [{ type: 'card_error', code: 'card_declined', decline_code: 'do_not_honor' }, 'declined'],
  [{ type: 'card_error', code: 'expired_card', decline_code: '' }, 'expired'],
  [{ type: 'card_error', code: 'incorrect_cvc' }, 'other'],
  [{ type: 'invalid_request_error', code: 'payment_intent_authentication_failure' }, 'authentication_failed'],
  [{ type: 'invalid_request_error', code: 'amount_too_small' }, 'other'],
  [{}, 'other'],
])('the error %j is a decline as %s', (error, decline) => {
  expect(toDecline(error)).toBe(decline)
})

test('a dispute counts while its money is with the payer', () => {
  const statuses = ['needs_response', 'under_review', 'lost', 'won', 'warning_needs_response', 'warning_closed', 'prevented']
  expect(statuses.map((status) => disputedOf([{ amount: 100, status }]))).toEqual([100, 100, 100, 0, 0, 0, 0])
})

test('a card has the last four digits of its number; another method has none', () => {
  const methodOf = (fields: object) => toMethod(fields as Parameters<typeof toMethod>[0]) // the fields that are read
  const card = { brand: 'unknown', last4: '4242', exp_month: 4, exp_year: 2031 }
  const stored = { id: 'pm_1', type: 'card', brand: 'card', last_four: '4242', exp_month: 4, exp_year: 2031 }
  expect(methodOf({ id: 'pm_1', card })).toEqual(stored)
  expect(methodOf({ id: 'pm_2', type: 'paypal' })).toBe(undefined)
})
