import { describe, expect, it } from 'vitest'
import { removalRule } from '../../src/contract/payments/payment-methods.rules.ts'
import type { FundsOffer } from '../../src/contract/payments/payments.ts'
import { microsOf } from '../../src/contract/money/money.ts'
import { amountRule, coverOf, givenAmount, isWithinDay, nextSteps } from '../../src/surfaces/funds/add/add.rules.ts'

const today = '2026-11-27'
const funds = { available: '40', owed: '0', limit_left: null, expiring: [], usual_day: '12.5', today }

describe('funds: how long they last', () => {
  it('cover: whole days at the usual pace, from today', () => {
    // 40 and 500 at 12.50 a day are 43.2 days.
    expect(coverOf(funds, microsOf('500'))).toEqual({ code: 'until', day: '2027-01-09' })
    expect(coverOf({ ...funds, available: '12.49' }, 0n)).toEqual({ code: 'until', day: today })
    // Today and tomorrow.
    expect(coverOf({ ...funds, available: '0' }, microsOf('25'))).toEqual({ code: 'until', day: '2026-11-28' })
  })

  it('cover: what expires before it is spent does not count', () => {
    const expiring = [{ left: '30', expires_on: today }]
    // 12.50 of the 30 are spent today, and 17.50 expire: 25 are left for two days.
    expect(coverOf({ ...funds, available: '30', expiring }, microsOf('25'))).toEqual({ code: 'until', day: '2026-11-29' })
  })

  it('cover: what is owed is paid first', () => {
    // 40 of the 65 are owed: 25 are left for two days.
    expect(coverOf({ ...funds, available: '0', owed: '40' }, microsOf('65'))).toEqual({ code: 'until', day: '2026-11-28' })
    expect(coverOf({ ...funds, available: '12.5', owed: '40' }, microsOf('30'))).toEqual({ code: 'until', day: today })
  })

  it('cover: has no day without spend, below zero or after a year', () => {
    expect(coverOf({ ...funds, usual_day: null }, 1n)).toEqual({ code: 'no_spend' })
    expect(coverOf({ ...funds, usual_day: '0' }, 1n)).toEqual({ code: 'no_spend' })
    expect(coverOf({ ...funds, available: '-1' }, 1n)).toEqual({ code: 'below_zero', available: -999_999n })
    const daily = { ...funds, available: '0', usual_day: '1' }
    expect(coverOf(daily, microsOf('366')).code).toBe('until')
    expect(coverOf(daily, microsOf('367'))).toEqual({ code: 'over_a_year' })
  })
})

describe('funds: the amount to add', () => {
  // The rule reads only these fields.
  const offer = { minimum: '10', day_maximum: '1000', left_today: '250', currency_code: 'USD', currency_digits: 2 } as FundsOffer // see above
  const yen = { ...offer, currency_code: 'JPY', currency_digits: 0 }

  it('amount: from the minimum to what is left of the day', () => {
    expect(amountRule(offer)('10')).toBe(true)
    expect(amountRule(offer)('250')).toBe(true)
    expect(amountRule(offer)('9.99')).toEqual({ code: 'currency_min', min: '10.00', currency_code: 'USD', digits: 2 })
    expect(amountRule(offer)('250.01')).toEqual({ code: 'currency_max', max: '250.00', currency_code: 'USD', digits: 2 })
    for (const text of ['?1,2,3', '-5', '1.2345678']) expect(amountRule(offer)(text)).toEqual({ code: 'format', digits: 2 })
    expect(amountRule({ ...offer, minimum: '0' })('0')).toMatchObject({ code: 'currency_min' })
  })

  it('amount: of an address is rounded up to the digits of the currency', () => {
    expect([givenAmount('120', 2), givenAmount('12.340001', 2), givenAmount('12.34', 0), givenAmount('', 2)]).toEqual([
      '120',
      '12.35',
      '13',
      '',
    ])
  })

  it('amount: above what is left of the day needs a bank transfer', () => {
    const withWire = { ...offer, may_pay_by_wire: true }
    expect(amountRule(withWire)('1000000')).toBe(true)
    expect(amountRule(withWire)('9.99')).toMatchObject({ code: 'currency_min' })
    expect([isWithinDay(withWire, '250'), isWithinDay(withWire, '250.01')]).toEqual([true, false])
  })

  it('amount: has the digits of its currency', () => {
    expect(amountRule(offer)('10.001')).toEqual({ code: 'decimals', max: 2 })
    expect(amountRule(yen)('100.5')).toEqual({ code: 'decimals', max: 0 })
    expect(amountRule(yen)('9')).toMatchObject({ code: 'currency_min', min: '10' })
  })
})

describe('funds: what helps after a declined payment', () => {
  const all = { useOther: true, addNew: true, payLess: true, wire: true }

  it('next steps: the best one first, by the reason', () => {
    expect(nextSteps('insufficient_funds', all)).toEqual(['lower_amount', 'other_method', 'wire'])
    expect(nextSteps('authentication_failed', all)).toEqual(['retry', 'other_method', 'wire'])
    for (const reason of ['declined', 'expired', 'fraud'] as const) expect(nextSteps(reason, all)).toEqual(['other_method', 'wire'])
  })

  it('next steps: only what is possible', () => {
    expect(nextSteps('insufficient_funds', { ...all, useOther: false, payLess: false })).toEqual(['new_method', 'wire'])
    expect(nextSteps('fraud', { useOther: false, addNew: false, payLess: true, wire: false })).toEqual([])
  })
})

describe('payment methods: removal', () => {
  const method = (payment_method_id: number, is_used_by_rebill: boolean, is_rebill_on = is_used_by_rebill) => ({
    payment_method_id,
    is_used_by_rebill,
    is_rebill_on,
  })

  it('removal: keeps the method of auto-rebill', () => {
    const [used, free] = [method(1, true), method(2, false)]
    expect(removalRule(free, [used, free])).toBe(true)
    expect(removalRule(used, [used, free])).toEqual({ code: 'used_by_rebill' })
    expect(removalRule(used, [used])).toEqual({ code: 'last_of_rebill' })
    expect(removalRule(free, [free])).toBe(true)
  })

  it('removal: the last method is free while auto-rebill is off', () => {
    const used = method(1, true, false)
    expect(removalRule(used, [used])).toBe(true)
    expect(removalRule(used, [used, method(2, false)])).toEqual({ code: 'used_by_rebill' })
  })
})
