import { describe, expect, test } from 'vitest'
import { canonicalJson, hashOf } from '../../demo/platform/insertion-orders/versions.ts'
import {
  actionRule,
  allocationOf,
  approvalRule,
  committedOf,
  completeRule,
  elapsedShare,
  endRule,
  lineAmount,
  type LinkedCampaign,
  type LinkingOrder,
  linkRule,
  makeGoodOf,
  missingApprovals,
  neededPerDay,
  type OrderPolicy,
  pacingOf,
  purchaseOrderRule,
  termsFault,
  totalRule,
} from '../../src/contract/insertion-orders/insertion-orders.rules.ts'
import { orderActions, orderStatuses, type OrderTerms } from '../../src/contract/insertion-orders/insertion-orders.ts'
import { decimalOf, microsOf } from '../../src/contract/money/money.ts'

const june = { start_date: '2026-06-01', end_date: '2026-06-30' }
const lineOf = (amount: string, fields: object = {}) => ({ name: 'Line', type: 'fixed' as const, amount, ...june, ...fields })
const termsOf = (total: string, lines: ReturnType<typeof lineOf>[]) => ({ ...june, total, lines })
const policy: OrderPolicy = {
  is_purchase_order_enabled: true,
  is_purchase_order_required: false,
  purchase_order_pattern: null,
  needs_two_approvals: true,
  may_author_approve: true,
  must_lines_cover_total: false,
}

describe('insertion orders: lines and totals', () => {
  test('lines of 6,000 and 3,500 leave 500 of 10,000, and a third line takes 500 but not 501', () => {
    const lines = [lineOf('6000'), lineOf('3500')]
    const { allocated, unallocated } = allocationOf(microsOf('10000'), lines, 2)
    expect([decimalOf(allocated), decimalOf(unallocated)]).toEqual(['9500', '500'])
    expect(decimalOf(microsOf('10000') - microsOf('2250.10'))).toBe('7749.9')
    expect(termsFault(termsOf('10000', [...lines, lineOf('501')]), 2)).toEqual({
      path: 'lines',
      reason: { code: 'lines_exceed_total', values: { by: '1' } },
    })
    expect(termsFault(termsOf('10000', [...lines, lineOf('500')]), 2)).toBeUndefined()
  })

  test('halfway through June, 3,600 of 9,000 is a pacing of 0.8, and 360 a day are needed', () => {
    const elapsed = elapsedShare(june.start_date, june.end_date, '2026-06-16')
    expect(elapsed).toBe(0.5)
    expect(pacingOf(microsOf('9000'), microsOf('3600'), elapsed)).toBe(0.8)
    expect(neededPerDay(microsOf('5400'), '2026-06-16', june)).toBe(microsOf('360'))
    expect([pacingOf(1n, 1n, 0), neededPerDay(1n, '2026-07-01', june)]).toEqual([null, null])
    expect([
      elapsedShare(june.start_date, june.end_date, '2026-05-01'),
      elapsedShare(june.start_date, june.end_date, '2026-08-01'),
    ]).toEqual([0, 1])
  })

  test('after 4,000 is spent, a total of 3,900 is refused and 4,000 is taken', () => {
    const sums = { spent: microsOf('4000'), committed: 0n }
    expect(totalRule(microsOf('3900'), sums)).toEqual({ code: 'total_below_spent', values: { least: '4000' } })
    expect(totalRule(microsOf('4000'), sums)).toBe(true)
    expect(totalRule(microsOf('4000'), { ...sums, committed: 1n })).not.toBe(true)
  })

  test('an order is over on the day after its last one', () => {
    expect([endRule(june, '2026-06-01'), endRule(june, '2026-06-30')]).toEqual([true, true])
    expect(endRule(june, '2026-07-01')).toEqual({ code: 'over', values: { end_date: '2026-06-30' } })
  })

  test('what campaigns may still spend is at most what remains', () => {
    expect([committedOf([30n, -5n, 20n], 100n), committedOf([80n, 70n], 100n), committedOf([5n], -1n)]).toEqual([50n, 100n, 0n])
  })

  test('18,000 of 100,000 impressions at a CPM of 8 are six days at 3,000 a day, or a credit of 144', () => {
    const line = { type: 'cpm' as const, rate: '8', quantity: 100_000 }
    expect(makeGoodOf(line, 82_000, 3000, 2)).toEqual({ shortfall: 18_000, days: 6, credit: microsOf('144') })
    expect(makeGoodOf(line, 100_000, 3000, 2)).toBeUndefined()
    expect(makeGoodOf(line, 82_000, 0, 2)?.days).toBeNull()
  })

  test.each([
    ['cpc', '0.25', 1000, 2, '250'],
    ['cpm', '0.333', 1000, 2, '0.33'],
    ['cpm', '5', 1500, 0, '8'],
    ['fixed', '99.5', 3, 2, '298.5'],
  ] as const)('a %s line of %s × %i with %i digits is %s', (type, rate, quantity, digits, amount) => {
    expect(lineAmount({ type, rate, quantity }, digits)).toBe(microsOf(amount))
  })

  test.each([
    ['end_date', { ...termsOf('1', []), end_date: '2026-05-31' }, 'days_backwards'],
    ['lines.0.end_date', termsOf('1', [lineOf('1', { end_date: '2026-05-31' })]), 'days_backwards'],
    ['lines.0.start_date', termsOf('1', [lineOf('1', { start_date: '2026-05-31' })]), 'line_outside_order'],
    ['lines.1.end_date', termsOf('1', [lineOf('1'), lineOf('1', { end_date: '2026-07-01' })]), 'line_outside_order'],
    ['lines.0.amount', termsOf('1', [lineOf('1', { amount: undefined })]), 'line_without_amount'],
    ['lines.0.amount', termsOf('9', [lineOf('5', { rate: '2', quantity: 3 })]), 'amount_mismatch'],
  ])('the fault at %s is found', (path, terms, code) => {
    expect(termsFault(terms, 2)).toMatchObject({ path, reason: { code } })
  })

  test('an order needs lines, and lines that cover the total if the client says so', () => {
    expect(completeRule(termsOf('10', []), policy, 2)).toMatchObject({ code: 'no_lines' })
    expect(completeRule(termsOf('10', [lineOf('9')]), policy, 2)).toBe(true)
    const covering = { ...policy, must_lines_cover_total: true }
    expect(completeRule(termsOf('10', [lineOf('9')]), covering, 2)).toEqual({ code: 'lines_below_total', values: { by: '1' } })
    expect(completeRule(termsOf('10', [lineOf('10')]), covering, 2)).toBe(true)
  })
})

describe('insertion orders: actions and approvals', () => {
  /** The statuses of each action: without a proposal, and with one. */
  const possible: Readonly<Record<(typeof orderActions)[number], readonly [string, string]>> = {
    change: ['open pending approved', 'open pending approved'],
    number: ['open pending approved ended closed', 'open pending approved ended closed'],
    submit: ['open', 'open'],
    withdraw: ['pending', 'pending approved'],
    approve: ['pending', 'pending approved'],
    close: ['open pending approved', 'open pending approved'],
    link: ['open pending approved', 'open pending approved'],
    copy: ['open pending approved ended closed', 'open pending approved ended closed'],
  }
  test.each(orderActions)('%s is possible in exactly the listed statuses', (action) => {
    for (const hasProposal of [false, true]) {
      const found = orderStatuses.filter((status) => actionRule(action, status, hasProposal) === true)
      expect(found.join(' ')).toBe(possible[action][hasProposal ? 1 : 0])
    }
    expect(actionRule('approve', 'approved', false)).toMatchObject({ code: 'nothing_to_approve' })
  })

  test('each side and each person approves once, and the author only if the client allows it', () => {
    const version = { author_id: 3, approvals: [{ side: 'client' as const, user_id: 3 }] }
    expect(approvalRule(version, { user_id: 5, side: 'advertiser' }, policy)).toBe(true)
    expect(approvalRule(version, { user_id: 1, side: 'client' }, policy)).toMatchObject({ code: 'side_approved_already' })
    expect(approvalRule(version, { user_id: 3, side: 'advertiser' }, policy)).toMatchObject({ code: 'approved_already' })
    const strict = { ...policy, may_author_approve: false }
    expect(approvalRule({ ...version, approvals: [] }, { user_id: 3, side: 'client' }, strict)).toMatchObject({
      code: 'author_may_not_approve',
    })
  })

  test('both sides are missing at first, and one approval is enough if the client does not need two', () => {
    const single = { ...policy, needs_two_approvals: false }
    expect(missingApprovals([], policy)).toEqual(['client', 'advertiser'])
    expect(missingApprovals([{ side: 'client' }], policy)).toEqual(['advertiser'])
    expect([missingApprovals([], single).length, missingApprovals([{ side: 'advertiser' }], single)]).toEqual([2, []])
  })

  test.each([
    [null, 'anything', true],
    ['PO-9999', 'PO-1234', true],
    ['PO-9999', 'PO-12345', 'po_mismatch'],
    ['PO-9999', 'PO-12a4', 'po_mismatch'],
    ['AA9*', 'Öx7 and more', true],
    ['AA9*', 'x7', 'po_mismatch'],
    ['A.9', 'ab9', 'po_mismatch'],
    ['(9)', '(7)', true],
    ['*-9*9', 'a-b-7x8', true],
    ['*-9*9', 'a-b-7x', 'po_mismatch'],
    [`${'*A'.repeat(19)}*9`, 'x'.repeat(60), 'po_mismatch'],
    ['9', '', true],
  ])('the pattern %s with %s', (pattern, number, result) => {
    const found = purchaseOrderRule(number, { ...policy, purchase_order_pattern: pattern })
    expect(found === true ? true : found.code).toBe(result)
  })

  test('a number is only needed if purchase orders are used and required', () => {
    const required = { ...policy, is_purchase_order_required: true }
    expect(purchaseOrderRule(null, required)).toMatchObject({ code: 'po_missing' })
    expect(purchaseOrderRule(null, { ...required, is_purchase_order_enabled: false })).toBe(true)
  })

  test.each([
    [{}, true],
    [{ status: 'ended' as const }, 'campaign_over'],
    [{ advertiser_id: 2 }, 'other_advertiser'],
    [{ currency_code: 'EUR' }, 'other_currency'],
    [{ start_date: '2026-07-01' }, 'outside_days'],
    [{ end_date: '2026-07-01' }, 'outside_days'],
    [{ end_date: '2026-05-31' }, 'outside_days'],
    [{ end_date: '2026-06-01' }, true],
  ])('a campaign with %j is linked or refused', (fields, result) => {
    expect(linked({}, fields)).toBe(result)
  })

  test('a campaign joins only an order with something left, but changes its line in any', () => {
    expect(linked({ remaining: 1n })).toBe(true)
    expect(linked({ remaining: 0n })).toBe('no_remaining')
    expect(linked({ remaining: 0n }, { is_linked: true })).toBe(true)
    expect(linked({ remaining: 0n }, { is_linked: true, status: 'ended' })).toBe('campaign_over')
  })

  test('a campaign joins no order while the client has turned orders off, but changes its line', () => {
    expect(linked({ isEnabled: false })).toBe('orders_disabled')
    expect(linked({ isEnabled: false }, { is_linked: true })).toBe(true)
  })
})

function linked(orderFields: Partial<LinkingOrder>, fields: Partial<LinkedCampaign> = {}) {
  const order = { status: 'approved' as const, advertiser_id: 1, currency_code: 'USD', ...june, remaining: 1n, isEnabled: true }
  const campaign = { advertiser_id: 1, currency_code: 'USD', status: 'active', start_date: '2026-05-01', end_date: null, is_linked: false }
  const result = linkRule({ ...order, ...orderFields }, { ...campaign, ...fields })
  return result === true ? true : result.code
}

describe('insertion orders: the hash of a version', () => {
  const line = { line_id: 1, name: 'Clicks', channel: null, type: 'fixed' as const, rate: null, quantity: null, is_hard_cap: false }
  const terms: OrderTerms = {
    name: 'June',
    number: 'IO-0001',
    advertiser_id: 1,
    currency_code: 'USD',
    ...june,
    total: '10',
    po_number: null,
    notes: '',
    lines: [{ ...line, ...june, amount: '10' }],
  }
  const version = { terms, legal_text: 'Terms apply.', locale: 'en-US' }

  test('does not depend on the order of the keys', () => {
    expect(canonicalJson({ b: [1, null, { d: 'x', c: true }], a: 'é' })).toBe('{"a":"é","b":[1,null,{"c":true,"d":"x"}]}')
    const reversed = Object.fromEntries(Object.entries(terms).toReversed()) as OrderTerms // the same fields
    expect(hashOf({ ...version, terms: reversed })).toBe(hashOf(version))
    expect(hashOf(version)).toMatch(/^[\da-f]{64}$/)
  })

  test('changes with one character of the text, the language, an amount or a line', () => {
    const others = [
      { ...version, legal_text: 'Terms apply!' },
      { ...version, locale: 'de' },
      { ...version, terms: { ...terms, total: '11' } },
      { ...version, terms: { ...terms, lines: [] } },
    ]
    expect(new Set([version, ...others].map(hashOf)).size).toBe(5)
  })
})
