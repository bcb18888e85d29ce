import { setupI18n } from '@lingui/core'
import { describe, expect, test } from 'vitest'
import { isNotServing, servingText } from '../../src/surfaces/campaigns/detail/serving-words.ts'
import { changeThatSetStatus } from '../../src/surfaces/campaigns/detail/status-panel.tsx'
import type { ServingGate } from '../../src/contract/serving/serving.ts'

const english = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
const label = { singular: 'product', plural: 'products' }
const currency = { currency_code: 'USD', currency_digits: 2 }
const said = (of: 'campaign' | 'ad_group', gate: ServingGate, values = {}) =>
  servingText({ gate, values }, { of, currency, entities: 3, label }, english)

describe('the reason why an ad group does not serve', () => {
  test.each(['paused', 'pending'])('is its own when it is %s, not that of all ad groups', (status) => {
    expect(said('ad_group', 'ad_group_status', { status })).toEqual({
      text: 'Activate it to start serving',
      tone: 'idle',
    })
    expect(isNotServing('ad_group_status', 'ad_group')).toBe(false)
  })

  test('links to a paused campaign', () => {
    const { text, remedy } = said('ad_group', 'campaign_status', { status: 'paused' })
    expect([text, remedy?.does]).toEqual(['Campaign is Paused', 'campaign'])
    expect(isNotServing('campaign_status', 'ad_group')).toBe(true)
  })

  test('of a campaign is that all its ad groups are paused', () => {
    expect(said('campaign', 'ad_group_status')).toMatchObject({ text: 'No ad group is active', remedy: { does: 'ad_groups' } })
    expect([isNotServing('campaign_status'), isNotServing('ad_group_status')]).toEqual([false, true])
  })
})

test('a reason without a console page has no link', () => {
  expect(said('campaign', 'insertion_order', { status: 'pending' }).remedy).toBeUndefined()
  expect(said('campaign', 'denied').remedy?.does).toBe('review')
})

test.each([
  [{ status: 'pending', of: 'order' }, 'Insertion order not approved: Pending', 'bad'],
  [{ status: 'ended', of: 'order' }, 'Insertion order has ended', 'bad'],
  [{ status: 'closed', of: 'order' }, 'Insertion order is closed', 'bad'],
  [{ status: 'approved', of: 'order' }, 'Insertion order used up', 'bad'],
  [{ status: 'approved', of: 'line' }, 'Line of the insertion order used up', 'bad'],
  [{ status: 'approved', of: 'line', start_date: '2026-12-05' }, 'The line of the insertion order starts on Dec 5, 2026', 'idle'],
  [{ status: 'approved', of: 'line', end_date: '2026-11-03' }, 'The line of the insertion order ended on Nov 3, 2026', 'bad'],
  [{ status: 'approved', of: 'days', start_date: '2026-12-05' }, 'The insertion order starts on Dec 5, 2026', 'idle'],
  [{ status: 'approved', of: 'days', end_date: '2026-11-03' }, 'The insertion order ended on Nov 3, 2026', 'bad'],
])('an insertion order that stops a campaign says why: %o', (values, text, tone) => {
  expect(said('campaign', 'insertion_order', values)).toEqual({ text, tone })
})

test('ad groups that used up their budget with money left in the campaign are named and linked', () => {
  for (const during of ['today', 'period']) {
    const { text, remedy } = said('campaign', 'budget_used_up', { of: 'ad_group', during })
    expect([text, remedy?.does]).toEqual(['Ad group budgets used up', 'ad_groups'])
    expect(said('ad_group', 'budget_used_up', { of: 'ad_group', during }).remedy?.does).toBe('budget')
  }
  expect(said('campaign', 'budget_used_up', { of: 'campaign', during: 'period' })).toMatchObject({
    text: 'Budget used up',
    remedy: { does: 'budget' },
  })
})

describe('dates are shown for the object that owns them, and changed there', () => {
  test.each([
    ['campaign', 'over', 'campaign', 'Ended on Nov 3, 2026', 'dates'],
    ['campaign', 'over', 'ad_group', 'All ad groups have ended, the last on Nov 3, 2026', 'ad_groups'],
    ['ad_group', 'over', 'ad_group', 'Ended on Nov 3, 2026', 'dates'],
    ['ad_group', 'over', 'campaign', 'The campaign ended on Nov 3, 2026', 'dates'],
    ['campaign', 'not_started', 'campaign', 'Starts Dec 5, 2026', 'dates'],
    ['campaign', 'not_started', 'ad_group', 'First ad group starts Dec 5, 2026', 'ad_groups'],
    ['ad_group', 'not_started', 'ad_group', 'Starts Dec 5, 2026', 'dates'],
    ['ad_group', 'not_started', 'campaign', 'The campaign starts Dec 5, 2026', 'dates'],
  ] as const)('%s %s, by the %s', (campaignStatus, gate, of, text, does) => {
    const found = said(campaignStatus, gate, { of, end_date: '2026-11-03', start_date: '2026-12-05' })
    expect([found.text, found.remedy?.does]).toEqual([text, does])
  })
})

describe('the change that set a status', () => {
  const change = (after: string, more: object = {}) => ({
    ad_group: null,
    user: { user_id: 1, name: 'Dana' },
    partner: null,
    at: '2026-11-03T09:00:00Z',
    comment: null,
    fields: [{ field: 'status', before: 'active', after }],
    ...more,
  })
  const group = { ad_group: { ad_group_id: 7, name: 'Group' } }

  test('is the newest with this status, ignoring ad groups', () => {
    const ofGroup = change('paused', group)
    const mine = change('paused')
    expect(changeThatSetStatus([ofGroup, mine, change('active')], 'paused')).toBe(mine)
    expect(changeThatSetStatus([mine, ofGroup], 'paused', 7)).toBe(ofGroup)
  })

  test('is unknown if the status was set in another way', () => {
    expect(changeThatSetStatus([change('active'), change('paused')], 'paused')).toBeUndefined()
    expect(changeThatSetStatus([], 'pending')).toBeUndefined()
  })
})
