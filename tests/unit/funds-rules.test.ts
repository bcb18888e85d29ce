import { describe, expect, test } from 'vitest'
import {
  afterOwed,
  addedAmountFault,
  cardValidity,
  consumeLots,
  invoiceTotal,
  type Lot,
  nextRebillAttempt,
  overLimit,
  priceOf,
  projectBalance,
  projectCover,
  spendableFunds,
  rebillOf,
  roundDown,
  suggestedAmounts,
  takenBack,
  totalFunding,
  wireOutcome,
} from '../../src/contract/money/funds.rules.ts'
import { microsOf } from '../../src/contract/money/money.ts'

const m = microsOf

describe('the total funding', () => {
  const funding = { available: m('10'), creditLeft: 0n, pendingWire: m('500'), ordersLeft: m('400'), limitLeft: m('5000') - m('3200') }

  test('adds pending transfers, the rests of orders and the rest of the limit to what is available', () => {
    expect(totalFunding(funding)).toBe(m('2710'))
    expect(totalFunding({ ...funding, limitLeft: null })).toBe(m('910'))
  })

  test('contains the rest of the limit once, although its credit line is available', () => {
    expect(totalFunding({ ...funding, available: m('1810'), creditLeft: m('1800') })).toBe(m('2710'))
  })

  test('is not reduced by a limit that is exceeded', () => {
    expect(totalFunding({ ...funding, limitLeft: m('-200') })).toBe(m('910'))
  })
})

describe('the price of a payment', () => {
  test('adds the fee, the surcharge, and the tax on both', () => {
    expect(priceOf(m('100'), { feePercent: m('3'), surcharge: m('0.3'), taxPercent: m('19') }, 2)).toEqual({
      amount: m('100'),
      fee: m('3'),
      surcharge: m('0.3'),
      tax: m('0.63'),
      charged: m('103.93'),
    })
  })

  test('rounds a fee half up to the digits of the currency', () => {
    expect(priceOf(m('5050'), { feePercent: m('3'), surcharge: 0n, taxPercent: 0n }, 0)).toMatchObject({
      fee: m('152'),
      charged: m('5202'),
    })
    expect(priceOf(m('0.5'), { feePercent: m('3'), surcharge: 0n, taxPercent: 0n }, 3).fee).toBe(m('0.015'))
  })
})

test('a limit is rounded down to the digits of the currency', () => {
  expect([roundDown(m('23148.148148'), 2), roundDown(m('3762500.9'), 0), roundDown(m('5'), 2)]).toEqual([
    m('23148.14'),
    m('3762500'),
    m('5'),
  ])
})

describe('an added amount', () => {
  const limits = { minimums: [m('5'), m('10'), m('0.5')], dayMaximum: m('25000'), addedToday: m('24900') }

  test('is at least the largest of the minimums', () => {
    expect(addedAmountFault(m('9.99'), limits, 2)).toEqual({ code: 'below_minimum', minimum: m('10') })
    expect(addedAmountFault(m('10'), limits, 2)).toBeUndefined()
  })

  test('is within what the day leaves', () => {
    expect(addedAmountFault(m('100'), limits, 2)).toBeUndefined()
    expect(addedAmountFault(m('100.01'), limits, 2)).toEqual({ code: 'above_day', left: m('100') })
  })

  test('has no more digits than the currency', () => {
    expect(addedAmountFault(m('20.005'), limits, 2)).toEqual({ code: 'too_many_digits' })
    expect(addedAmountFault(m('20.5'), limits, 0)).toEqual({ code: 'too_many_digits' })
  })

  test('is suggested as one, two and four usual weeks, rounded up', () => {
    expect(suggestedAmounts(m('437.12'), m('10'), 2)).toEqual([m('440'), m('880'), m('1800')])
    expect(suggestedAmounts(0n, m('10'), 2)).toEqual([m('10'), m('20'), m('40')])
    expect(suggestedAmounts(m('43712'), 0n, 0)).toEqual([m('44000'), m('88000'), m('180000')])
  })
})

describe('an auto-rebill', () => {
  const fixed = { threshold: m('500'), mode: 'fixed', amount: m('200'), monthMaximum: null } as const
  const target = { threshold: m('200'), mode: 'target', amount: m('400'), monthMaximum: null } as const
  const state = {
    available: m('10'),
    inFlight: 0n,
    chargedThisMonth: 0n,
    minimum: m('5'),
    digits: 2,
    dayLeft: m('25000'),
    newMethodMaximum: null,
    limitLeft: null,
  }

  test('charges as many fixed amounts as are missing, in one charge', () => {
    expect(rebillOf(fixed, state)).toEqual({ code: 'charge', amount: m('600'), cappedBy: null })
  })

  test('tops up to a target, less what is under way', () => {
    expect(rebillOf(target, { ...state, available: m('40'), inFlight: m('100') })).toEqual({
      code: 'charge',
      amount: m('260'),
      cappedBy: null,
    })
  })

  test('rounds the charge up to the digits of the currency', () => {
    const uneven = { ...state, available: m('40.123457') }
    expect(rebillOf(target, uneven)).toMatchObject({ code: 'charge', amount: m('359.88') })
    expect(rebillOf(target, { ...uneven, digits: 0 })).toMatchObject({ code: 'charge', amount: m('360') })
  })

  test('charges nothing at the threshold, or when a payment under way reaches it', () => {
    expect(rebillOf(fixed, { ...state, available: m('500') })).toEqual({ code: 'enough' })
    expect(rebillOf(fixed, { ...state, inFlight: m('490') })).toEqual({ code: 'enough' })
  })

  test('charges no more than the month leaves, and says so', () => {
    const capped = { ...fixed, monthMaximum: m('1000') }
    expect(rebillOf(capped, { ...state, chargedThisMonth: m('850') })).toEqual({
      code: 'charge',
      amount: m('150'),
      cappedBy: 'month_used_up',
    })
    expect(rebillOf(capped, { ...state, chargedThisMonth: m('1000') })).toEqual({ code: 'month_used_up' })
    expect(rebillOf(capped, { ...state, chargedThisMonth: m('998') })).toEqual({ code: 'month_used_up' })
  })

  test('charges no more than the day leaves, and than a new method may pay, in the digits of the currency', () => {
    const ofDay = { ...state, dayLeft: m('99.999') }
    expect(rebillOf(fixed, ofDay)).toEqual({ code: 'charge', amount: m('99.99'), cappedBy: 'day_used_up' })
    expect(rebillOf(fixed, { ...state, dayLeft: m('-1') })).toEqual({ code: 'day_used_up' })
    expect(rebillOf(fixed, { ...state, dayLeft: m('4.99') })).toEqual({ code: 'day_used_up' })
    const ofMethod = { ...ofDay, newMethodMaximum: m('60') }
    expect(rebillOf(fixed, ofMethod)).toEqual({ code: 'charge', amount: m('60'), cappedBy: 'above_new_method' })
    expect(rebillOf({ ...fixed, monthMaximum: m('50') }, ofMethod)).toEqual({ code: 'charge', amount: m('50'), cappedBy: 'month_used_up' })
  })

  test('charges nothing if the spend limit stops the campaigns before the funds end', () => {
    expect(rebillOf(fixed, { ...state, limitLeft: m('10') })).toEqual({ code: 'spend_limit' })
    expect(rebillOf(fixed, { ...state, limitLeft: m('-300') })).toEqual({ code: 'spend_limit' })
    expect(rebillOf(fixed, { ...state, inFlight: m('100'), limitLeft: m('110') })).toEqual({ code: 'spend_limit' })
    expect(rebillOf(fixed, { ...state, limitLeft: m('10.01') })).toMatchObject({ code: 'charge' })
    expect(rebillOf(fixed, { ...state, available: m('500'), limitLeft: m('1') })).toEqual({ code: 'enough' })
  })

  test('charges nothing below the minimum', () => {
    expect(rebillOf(target, { ...state, available: m('199'), minimum: m('300') })).toEqual({ code: 'below_minimum', amount: m('201') })
  })

  test('waits longer after each failure, and is off after the third one', () => {
    const at = new Date('2026-11-21T10:00:00Z')
    expect(nextRebillAttempt(1, at)).toEqual(new Date('2026-11-21T11:00:00Z'))
    expect(nextRebillAttempt(2, at)).toEqual(new Date('2026-11-21T16:00:00Z'))
    expect(nextRebillAttempt(3, at)).toBeNull()
  })
})

describe('grants', () => {
  const lot = (lot_id: number, left: string, isPromotional: boolean, expires_on: string | null): Lot => ({
    lot_id,
    left: m(left),
    isPromotional,
    expires_on,
  })
  const lots = [lot(1, '100', false, null), lot(2, '30', true, '2026-11-23'), lot(3, '20', true, '2026-12-01')]

  test('are consumed by expiration, then promotional before paid, then by age', () => {
    expect(consumeLots(lots, m('40'))).toEqual({
      taken: new Map([
        [2, m('30')],
        [3, m('10')],
      ]),
      rest: 0n,
    })
    const same = [lot(1, '5', false, null), lot(2, '5', true, null), lot(3, '5', false, null)]
    expect([...consumeLots(same, m('12')).taken]).toEqual([
      [2, m('5')],
      [1, m('5')],
      [3, m('2')],
    ])
  })

  test('leave the rest of a debit that they do not cover', () => {
    expect(consumeLots(lots, m('151')).rest).toBe(m('1'))
  })
})

describe('the projection of a balance', () => {
  const spending = { dailySpend: m('4'), today: '2026-11-21', limitLeft: null }

  test('spends lots in their order, loses what expires, and ends when nothing is left', () => {
    const lots: Lot[] = [
      { lot_id: 1, left: m('10'), isPromotional: false, expires_on: null },
      { lot_id: 2, left: m('30'), isPromotional: true, expires_on: '2026-11-22' },
    ]
    expect(projectBalance({ ...spending, lots })).toEqual([
      { day: '2026-11-21', balance: m('36') },
      { day: '2026-11-22', balance: m('10') },
      { day: '2026-11-23', balance: m('6') },
      { day: '2026-11-24', balance: m('2') },
      { day: '2026-11-25', balance: 0n },
    ])
  })

  test('covers whole days, and has no last day after a year', () => {
    const lots = (units: string): Lot[] => [{ lot_id: 1, left: m(units), isPromotional: false, expires_on: null }]
    expect(projectCover({ ...spending, lots: lots('12') })).toEqual({ days: 3, until: '2026-11-23' })
    expect(projectCover({ ...spending, lots: lots('13') })).toEqual({ days: 3, until: '2026-11-24' })
    expect(projectCover({ ...spending, lots: [] })).toEqual({ days: 0, until: '2026-11-21' })
    expect(projectCover({ ...spending, lots: lots('1000'), dailySpend: m('1') })).toEqual({ days: 1000, until: null })
  })

  test('ends with what the spend limit has left, and keeps the funds that it does not let campaigns spend', () => {
    const lots: Lot[] = [{ lot_id: 1, left: m('570'), isPromotional: false, expires_on: null }]
    const limited = (units: string) => ({ ...spending, lots, dailySpend: m('100'), limitLeft: m(units) })
    expect(projectCover(limited('250'))).toEqual({ days: 2, until: '2026-11-23' })
    expect(projectBalance(limited('250'))).toEqual([
      { day: '2026-11-21', balance: m('470') },
      { day: '2026-11-22', balance: m('370') },
      { day: '2026-11-23', balance: m('320') },
    ])
    expect(projectCover(limited('0'))).toEqual({ days: 0, until: '2026-11-21' })
    expect(projectCover(limited('-300'))).toEqual({ days: 0, until: '2026-11-21' })
    expect(projectCover(limited('9000'))).toEqual({ days: 5, until: '2026-11-26' })
    expect(projectCover({ ...limited('900'), dailySpend: m('1'), lots: lots.map((lot) => ({ ...lot, left: m('1000') })) })).toEqual({
      // a lot from above
      days: 900,
      until: null,
    })
  })

  test('charges the credit line first with a spend limit, so other lots stay and expire', () => {
    const lots: Lot[] = [
      { lot_id: 1, left: m('30'), isPromotional: true, expires_on: '2026-11-22' },
      { lot_id: 2, left: m('10'), isPromotional: false, isCredit: true, expires_on: null },
      { lot_id: 3, left: m('5'), isPromotional: false, expires_on: null },
    ]
    expect(projectBalance({ ...spending, lots, limitLeft: m('10') })).toEqual([
      { day: '2026-11-21', balance: m('41') },
      { day: '2026-11-22', balance: m('7') },
      { day: '2026-11-23', balance: m('5') },
    ])
  })

  test('ends after a year', () => {
    const lots: Lot[] = [{ lot_id: 1, left: m('1000'), isPromotional: false, expires_on: null }]
    const projected = projectBalance({ ...spending, lots, dailySpend: m('1') })
    expect(projected.length).toBe(366)
    expect(projected.at(-1)?.balance).toBe(m('634'))
  })
})

test('campaigns can spend the funds, and not more than the spend limit has left', () => {
  expect([spendableFunds(m('70'), null), spendableFunds(m('570'), m('500')), spendableFunds(m('70'), m('500'))]).toEqual([
    m('70'),
    m('500'),
    m('70'),
  ])
  expect([spendableFunds(m('270'), m('-300')), spendableFunds(m('-5'), null)]).toEqual([0n, 0n])
})

test('an invoice is rounded once, and the correction makes the invoiced spend exactly 0', () => {
  const { total, trueUp } = invoiceTotal(m('1234.567891'), 2)
  expect(total).toBe(m('1234.57'))
  expect(trueUp).toBe(m('-0.002109'))
  expect(m('1234.567891') - total - trueUp).toBe(0n)
})

test('a commitment beyond the limit is over by the excess', () => {
  expect(overLimit(m('5000'), m('3200'), m('1000'), m('2000'))).toBe(m('1200'))
  expect(overLimit(m('6200'), m('3200'), m('1000'), m('2000'))).toBe(0n)
})

test('a wire transfer that is short or over says by how much', () => {
  expect(wireOutcome(m('500'), m('480'))).toEqual({ outcome: 'short', difference: m('20') })
  expect(wireOutcome(m('500'), m('500'))).toEqual({ outcome: 'exact', difference: 0n })
  expect(wireOutcome(m('500'), m('501'))).toEqual({ outcome: 'over', difference: m('1') })
})

test('a funding pays what is owed first', () => {
  expect(afterOwed(m('100'), m('40'))).toEqual({ paid: m('40'), added: m('60') })
  expect(afterOwed(m('30'), m('40'))).toEqual({ paid: m('30'), added: 0n })
  expect(afterOwed(m('30'), 0n)).toEqual({ paid: 0n, added: m('30') })
})

test('money that goes back is debited as far as it is there', () => {
  expect(takenBack(m('30'), m('100'))).toEqual({ debit: m('30'), receivable: m('70') })
  expect(takenBack(m('300'), m('100'))).toEqual({ debit: m('100'), receivable: 0n })
})

test('a card is valid until the end of its month, and warns 30 days before', () => {
  expect(cardValidity({ month: 12, year: 2026 }, '2026-12-01')).toBe('valid')
  expect(cardValidity({ month: 12, year: 2026 }, '2026-12-02')).toBe('expiring')
  expect(cardValidity({ month: 12, year: 2026 }, '2026-12-31')).toBe('expiring')
  expect(cardValidity({ month: 12, year: 2026 }, '2027-01-01')).toBe('expired')
})
