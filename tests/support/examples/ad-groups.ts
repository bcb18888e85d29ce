import type { adGroupEntities } from '../../../src/contract/ad-groups/entities.ts'
import type { adGroups } from '../../../src/contract/ad-groups/ad-groups.ts'
import type { Examples } from './example-calls.ts'
import { factDay, pausedAdGroup } from '../world/small-seed.ts'
import type { Target } from '../world/small-ids.ts'

const days = { start_date: factDay, end_date: factDay }
const list = {
  ...days,
  pagination: { start: 0, count: 10 },
  sort: [{ field: 'cost', order: 'desc' as const }],
  filters: [{ field: 'name', operation: 'ILIKE' as const, value: 'r' }],
}
const first = ({ advertiser }: Target) => ({
  campaign_id: advertiser * 10,
  name: 'Suites',
  status: 'pending' as const,
  base_bid: '0.45',
  entity_ids: [advertiser * 1000],
})
const second = { budget: '0.90', budget_period: 'Daily' as const, start_date: '2026-12-01', end_date: '2026-12-31', always_on: false }
const third = { pacing: 'Evenly' as const, targeting: { operator: 'AND' as const, groups: [] } }
const changed = { name: 'Suites and more', status: 'paused' as const, base_bid: '0.55', ...second }
const pair = ({ advertiser }: Target) => ({ ad_group_id: advertiser * 100, entity_id: advertiser * 1000 })
const listed = ({ advertiser }: Target) => ({ ...list, advertiser_ids: [advertiser], campaign_ids: [advertiser * 10] })

export const adGroupExamples: Examples<typeof adGroups> = {
  report: (target) => ({ body: listed(target) }),
  createFirst: (target) => ({ body: first(target) }),
  createSecond: (target) => ({ body: { ...first(target), ...second } }),
  create: (target) => ({
    body: { ...first(target), ...second, ...third, entity_ids: [], entities: [{ entity_id: target.advertiser * 1000, bid: '0.60' }] },
  }),
  changeSecond: () => ({ body: changed }),
  change: () => ({ body: { ...changed, ...third } }),
  bulkFirst: ({ advertiser }) => ({
    body: {
      ad_group_ids: [advertiser * 100],
      base_bid_percentage: 10,
      base_bid_increase: '0.01',
      end_date: '2026-12-31',
      status: 'paused',
    },
  }),
  bulk: (target) => ({
    body: { all_selected: true, report: listed(target), base_bid_increase: '0.05', dry_run: false, comment: 'Autumn' },
  }),
  remove: ({ client, advertiser }) => ({
    query: { version: 1 },
    path: { memberGroupId: client, advertiserId: advertiser, adGroupId: pausedAdGroup(advertiser) },
  }),
  bidStrength: () => ({ body: { base_bid: '0.45' } }),
  newBidStrength: () => ({ body: { base_bid: '0.45' } }),
  entityBidStrength: () => ({ body: { base_bid: '0.45' } }),
}

export const adGroupEntityExamples: Examples<typeof adGroupEntities> = {
  report: () => ({ body: list }),
  campaignReport: () => ({ body: list }),
  clientReport: (target) => ({ body: listed(target) }),
  add: ({ advertiser }) => ({ body: { entity_ids: [advertiser * 1000] } }),
  remove: (target) => ({ query: { advertiserId: target.advertiser }, body: { entities: [pair(target)] } }),
  bid: (target) => ({ body: { entities: [{ ...pair(target), bid: '0.70', seen_bid: null }], use_base_bid: false } }),
  removeAll: (target) => ({ body: { campaign_id: target.advertiser * 10, filters: [], except: [pair(target)] } }),
  bidAll: ({ advertiser }) => ({
    body: { ad_group_id: advertiser * 100, filters: [{ field: 'category', operation: '=', value: 'Any' }], bid: '0.80' },
  }),
}
