import type { campaigns } from '../../../src/contract/campaigns/campaigns.ts'
import type { Examples } from './example-calls.ts'
import type { Target } from '../world/small-ids.ts'
import { approvedCampaign, changeBatch, deniedCampaign, leakMarkers, waitingCampaign } from '../world/small-seed.ts'

const page = { pagination: { start: 0, count: 10 } }
const made = {
  name: 'Autumn oats',
  status: 'active' as const,
  budget: '40',
  budget_period: 'Daily' as const,
  start_date: '2027-01-01',
  end_date: '2027-01-31',
  always_on: false,
  pacing: 'Evenly',
  bidding_type_id: 1 as const,
}
const attribution = { click_days: 14, view_days: 1, user_history: 'all' as const, order_value: 'medium' as const }
const goal = { goal_type: 'ROAS' as const, goal_roas: '4.5', attribution }
const changed = {
  name: 'Winter oats',
  status: 'paused' as const,
  budget: '50',
  budget_period: 'Weekly' as const,
  start_date: '2027-01-01',
  end_date: '2027-02-28',
  always_on: false,
}
/** The campaign that waits for its review. */
const waiting = ({ client, advertiser }: Target) => ({
  path: { memberGroupId: client, advertiserId: advertiser, campaignId: waitingCampaign(advertiser) },
})

export const campaignExamples: Examples<typeof campaigns> = {
  report: ({ advertiser }) => ({
    body: {
      ...page,
      sort: [{ field: 'cost', order: 'desc' as const }],
      filters: [{ field: 'name', operation: 'ILIKE' as const, value: 'a' }],
      start_date: '2026-11-01',
      end_date: '2026-11-14',
      advertiser_ids: [advertiser],
      currency_code: 'USD',
    },
  }),
  firstCreate: ({ client, advertiser }) => ({
    body: { ...made, channel: `onsite ${leakMarkers.client(client)}`, base_bid: '0.4', entity_ids: [advertiser * 1000] },
  }),
  create: ({ client, advertiser }) => ({
    body: {
      ...made,
      channel: `onsite ${leakMarkers.client(client)}`,
      ...goal,
      ad_groups: [{ name: 'Oats', base_bid: '0.4', entity_ids: [advertiser * 1000], budget: '10' }],
    },
  }),
  firstChange: () => ({ body: changed }),
  change: () => ({ body: { ...changed, ...goal, pacing: 'ASAP', comment: 'For the season' } }),
  firstChangeBudget: () => ({ body: { budget: '60' } }),
  changeBudget: () => ({ body: { change: 'increase', amount: '5' } }),
  bulk: ({ advertiser }) => ({
    body: {
      campaign_ids: [advertiser * 10],
      status: 'paused' as const,
      budget_percentage: 10,
      adjust_ad_groups: true,
      end_date: '2027-02-28',
      always_on: false,
      comment: 'For the season',
      dry_run: false,
    },
  }),
  hasAdGroups: ({ advertiser }) => ({ body: { campaign_ids: [advertiser * 10] } }),
  remove: (target) => ({ ...waiting(target), query: { version: 1 } }),
  approve: waiting,
  undoApproval: ({ client, advertiser }) => ({
    path: { memberGroupId: client, advertiserId: advertiser, campaignId: approvedCampaign(advertiser) },
  }),
  deny: (target) => ({ ...waiting(target), body: { comment: 'The price is another one.' } }),
  submitAgain: ({ client, advertiser }) => ({
    path: { memberGroupId: client, advertiserId: advertiser, campaignId: deniedCampaign(advertiser) },
    body: { comment: 'Now with the right price.' },
  }),
  changes: () => ({ body: page }),
  undo: ({ advertiser }) => ({
    body: { batch: changeBatch(advertiser), force: false, dry_run: true },
    otherStatuses: { 403: 'it is theirs to see, and not to change', 404: 'a batch of what is out of reach is not there' },
  }),
  sheet: ({ advertiser }) => ({
    body: { rows: [{ campaign_id: advertiser * 10, version: 1, name: 'Winter oats', budget: '50' }], dry_run: true },
  }),
}
