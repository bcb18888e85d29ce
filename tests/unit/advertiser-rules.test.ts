import { describe, expect, test } from 'vitest'
import { matchAddress } from '../../src/contract/addresses/addresses.ts'
import { accountAlerts, type AlertCampaign, campaignAlerts } from '../../src/contract/alerts/advertiser-alerts.rules.ts'
import { budgetDays } from '../../src/contract/budgets/budgets.rules.ts'
import { advertiserStatusRule } from '../../src/contract/advertisers/advertisers.rules.ts'
import { searchResultAddress, searchResultKinds, searchWords } from '../../src/contract/search/search.rules.ts'
import { advertiserStatuses } from '../../src/contract/statuses.ts'

const today = '2026-11-21'
const million = 1_000_000n
const campaign = (part: Partial<AlertCampaign> = {}): AlertCampaign => ({
  status: 'active',
  review_status_id: 3,
  budget_period: 'Daily',
  budget: 100n * million,
  start_date: '2026-01-01',
  end_date: null,
  spent: 0n,
  spentBefore: 0n,
  spentLately: 0n,
  ...part,
})
const alerts = (part: Partial<AlertCampaign>) => campaignAlerts(campaign(part), today)

describe('the period of a budget', () => {
  const days = (period: string, day = today) => Object.values(budgetDays(period, day, { start_date: '2026-03-05', end_date: null }))
  test.each([
    ['Daily', today, today, today],
    ['Weekly', today, '2026-11-16', '2026-11-22'],
    ['Weekly', '2026-11-16', '2026-11-16', '2026-11-22'],
    ['Weekly', '2026-11-22', '2026-11-16', '2026-11-22'],
    ['Monthly', today, '2026-11-01', '2026-11-30'],
    ['Monthly', '2028-02-29', '2028-02-01', '2028-02-29'],
    ['Monthly', '2026-12-31', '2026-12-01', '2026-12-31'],
    ['One Time', today, '2026-03-05', null],
  ])('for %s on %s is from %s to %s', (period, day, from, to) => expect(days(period, day)).toEqual([from, to]))
})

describe('alerts of a campaign', () => {
  const cases = [
    [{ spent: 89_999_999n }, []],
    [{ spent: 90n * million }, ['budget_running_out']],
    [{ spent: 100n * million }, ['budget_used_up']],
    [{ spent: 120n * million, start_date: '2026-11-22' }, []],
    [{ spent: 120n * million, end_date: '2026-11-20' }, []],
    [{ spent: 120n * million, status: 'pending' }, []],
    // Twenty of thirty days are over, so a spend of 60 of 100 is nine tenths of an even pace.
    [{ budget_period: 'Monthly', budget: 90n * million, spentBefore: 54n * million, spent: 54n * million }, []],
    [{ budget_period: 'Monthly', budget: 90n * million, spentBefore: 53_999_999n, spent: 54n * million }, ['spending_slow']],
    // It began on the 20th, so one of eleven days is over.
    [{ budget_period: 'Monthly', start_date: '2026-11-20', budget: 110n * million, spentBefore: 9n * million, spent: 0n }, []],
    [{ budget_period: 'Monthly', start_date: today, spentBefore: 0n }, []],
    [{ budget_period: 'One Time', spentBefore: 0n }, []],
    [{ budget_period: 'One Time', end_date: '2026-12-31', spentBefore: 0n }, ['spending_slow']],
    [{ status: 'paused', spentLately: 1n }, ['paused_with_spend']],
    [{ status: 'paused' }, []],
    [{ status: 'invalid' }, ['campaign_invalid']],
    [{ review_status_id: 2, spent: 100n * million }, ['review_denied']],
    [{ review_status_id: 2, status: 'ended' }, []],
    [{ end_date: '2026-11-24', spent: 0n }, ['ending_soon']],
    [{ end_date: '2026-11-25' }, []],
    [{ budget: 0n }, ['budget_used_up']],
    [{ gate: null, run_out: { limit: 'funds', day: '2026-11-23', is_early: true } }, ['runs_out_early']],
    [{ gate: null, run_out: { limit: 'funds', day: '2026-11-24', is_early: true } }, []],
    [{ gate: null, run_out: { limit: 'campaign', day: '2026-11-23', is_early: true } }, ['runs_out_early']],
    [{ gate: null, run_out: { limit: 'funds', day: '2026-11-22', is_early: false } }, []],
    [{ gate: null, run_out: { limit: 'order_end', day: '2026-11-22', is_early: true } }, []],
    [{ gate: null, run_out: { limit: 'line_end', day: '2026-11-22', is_early: true } }, []],
    [{ gate: 'no_funds', run_out: { limit: 'funds', day: '2026-11-21', is_early: true } }, ['campaign_stopped']],
    [{ isNewlyApproved: true }, ['review_approved']],
    [{ isNewlyApproved: true, status: 'ended' }, []],
  ] as const
  test.each(cases.map(([part, expected], index) => [index + 1, part, expected] as const))('case %i', (_, part, expected) =>
    expect(alerts(part)).toEqual(expected),
  )
})

test('an advertiser has alerts of its own', () => {
  const about = (status: string, ...campaigns: Partial<AlertCampaign>[]) => accountAlerts(status, campaigns.map(campaign), today)
  expect(about('active', {})).toEqual([])
  expect(about('active')).toEqual(['no_active_campaign'])
  expect(about('active', { status: 'paused' }, { review_status_id: 2 }, { start_date: '2026-11-22' })).toEqual(['no_active_campaign'])
  expect(about('pending', {})).toEqual(['advertiser_pending'])
  expect(about('pending')).toEqual(['advertiser_pending', 'no_active_campaign'])
  expect(about('inactive')).toEqual(['advertiser_inactive'])
  expect(accountAlerts('active', [campaign({})], today, { isRebillOff: true, isInvoiceOverdue: true, isInvoiceWaiting: true })).toEqual([
    'invoice_overdue',
    'invoice_waiting',
    'auto_rebill_off',
  ])
})

test('an approved or rejected advertiser does not become pending again', () => {
  const pairs = advertiserStatuses.flatMap((from) => advertiserStatuses.map((to) => [from, to] as const))
  expect(pairs.filter(([from, to]) => advertiserStatusRule(from, to) !== true)).toEqual([
    ['active', 'pending'],
    ['inactive', 'pending'],
  ])
})

describe('search results', () => {
  test('open at an address of the product', () => {
    const opened = searchResultKinds.map((kind) => matchAddress(searchResultAddress(kind, 7, 4)))
    expect(opened.map((match) => [match?.tag, match?.path, match?.attributes])).toEqual([
      ['ad-console', 'clients/7', {}],
      ['ad-campaigns', '', { 'client-id': '4', 'advertiser-id': '7' }],
      ['ad-admin', 'clients/4/advertiser-groups/7/advertisers', {}],
      ['ad-campaigns', '7', { 'client-id': '4' }],
      ['ad-admin', 'users/7', {}],
    ])
    expect(searchResultAddress('user', 7, null)).toBe('/admin/users/7')
  })

  test('match words of letters and digits', () => {
    expect(searchWords(" O'Hara & Söhne: <b>Café</b> ramen-ラーメン 40% ")).toEqual([
      'o',
      'hara',
      'söhne',
      'b',
      'café',
      'b',
      'ramen',
      'ラーメン',
    ])
    expect(searchWords("!&|():*'\\")).toEqual([])
  })
})
