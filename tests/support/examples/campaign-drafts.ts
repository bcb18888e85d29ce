import type { campaignDrafts } from '../../../src/contract/drafts/drafts.ts'
import type { campaignImageEndpoints } from '../../../src/contract/images/images.ts'
import type { simpleCampaigns } from '../../../src/contract/campaigns/simple-campaigns.ts'
import type { Examples } from './example-calls.ts'
import { draftAt, groupDraftAt, shownDraftAt } from '../world/small-drafts.ts'
import { fitting } from '../world/small-images.ts'
import type { Target } from '../world/small-ids.ts'
import { leakMarkers, otherPicture } from '../world/small-seed.ts'

const at = ({ client, advertiser }: Target) => ({ memberGroupId: client, advertiserId: advertiser, campaignDraftUuid: draftAt(advertiser) })
const groupAt = (target: Target) => ({ ...at(target), adGroupDraftUuid: groupDraftAt(target.advertiser) })
const notFound = { 404: 'the draft is another advertiser’s, or not there' }
const data = { name: 'Winter', budget: '12.50', start_date: '2026-12-01', always_on: true }
const filters = [{ field: 'category', operation: '=' as const, value: 'Any' }]
const list = { pagination: { start: 0, count: 10 }, sort: [{ field: 'name', order: 'asc' as const }], filters }

export const campaignDraftExamples: Examples<typeof campaignDrafts> = {
  list: () => ({
    body: {
      pagination: { start: 0, count: 10 },
      sort: [{ field: 'changed_at', order: 'desc' }],
      filters: [{ field: 'name', operation: 'ILIKE', value: 'a' }],
    },
  }),
  clientList: ({ advertiser }) => ({
    body: {
      pagination: { start: 0, count: 10 },
      sort: [{ field: 'advertiser_name', order: 'asc' }],
      filters: [{ field: 'name', operation: 'ILIKE', value: 'a' }],
      advertiser_ids: [advertiser],
    },
  }),
  create: () => ({ body: { flow: 'simple', data, tab: 'tab-1' } }),
  one: (target) => ({ path: at(target), otherStatuses: notFound }),
  change: (target) => ({ path: at(target), body: { data, step: 'budget-step', tab: 'tab-1' }, otherStatuses: notFound }),
  remove: (target) => ({ path: at(target), query: { version: 1, held_version: 1 }, otherStatuses: notFound }),
  constraints: (target) => ({ path: at(target), otherStatuses: notFound }),
  estimate: (target) => ({ path: at(target), body: { data }, otherStatuses: notFound }),
  submit: (target) => ({ path: at(target), query: { held_version: 1 }, otherStatuses: notFound }),
  addEntities: (target) => ({ path: at(target), body: { entity_ids: [target.advertiser * 1000] }, otherStatuses: notFound }),
  addAllEntities: (target) => ({
    path: at(target),
    body: { filters, except: [{ entity_id: target.advertiser * 1000 }] },
    otherStatuses: notFound,
  }),
  removeEntities: (target) => ({ path: at(target), body: { entity_ids: [target.advertiser * 1000] }, otherStatuses: notFound }),
  removeAllEntities: (target) => ({
    path: at(target),
    body: { filters, except: [{ entity_id: target.advertiser * 1000 }] },
    otherStatuses: notFound,
  }),
  entitiesReport: (target) => ({ path: at(target), body: list, otherStatuses: notFound }),
  availableEntitiesReport: (target) => ({ path: at(target), body: list, otherStatuses: notFound }),
  pcl: (target) => ({ path: at(target), otherStatuses: notFound }),
  budgetRecommendations: (target) => ({
    path: at(target),
    body: { budget_type_id: 4, start_date: '2026-12-01', end_date: '2026-12-31' },
    otherStatuses: notFound,
  }),
  addGroup: (target) => ({ path: at(target), body: { data: { name: 'Second' } }, otherStatuses: notFound }),
  changeGroup: (target) => ({ path: groupAt(target), body: { data: { name: 'First' } }, otherStatuses: notFound }),
  removeGroup: (target) => ({ path: groupAt(target), otherStatuses: notFound }),
}

export const mediaDraftExamples: Examples<typeof campaignImageEndpoints> = {
  upload: (target) => ({
    path: { ...at(target), campaignDraftUuid: shownDraftAt(target.advertiser) },
    body: { experience_asset_id: target.client, file_name: 'small.png', content: fitting },
    otherStatuses: notFound,
  }),
  create: ({ client, advertiser }) => ({
    body: { pictures: [{ experience_asset_id: client, asset_id: otherPicture(advertiser) }] },
    otherStatuses: { 404: 'the campaign is another advertiser’s, or not there' },
  }),
  add: ({ client, advertiser }) => ({
    path: { memberGroupId: client, advertiserId: advertiser, campaignId: advertiser * 10 },
    body: { experience_asset_id: client, file_name: 'small.png', content: fitting },
    otherStatuses: { 404: 'the campaign is another advertiser’s, or not there' },
  }),
  list: () => ({ otherStatuses: { 404: 'the campaign is another advertiser’s, or not there' } }),
  one: ({ client, advertiser }) => ({
    path: { memberGroupId: client, advertiserId: advertiser, campaignId: advertiser * 10, assetId: advertiser },
    otherStatuses: { 404: 'the campaign or the picture is another advertiser’s, or not there' },
  }),
}

export const simpleCampaignExamples: Examples<typeof simpleCampaigns> = {
  create: ({ client, advertiser }) => ({
    body: {
      name: 'Winter',
      channel: `onsite ${leakMarkers.client(client)}`,
      budget: '12.50',
      base_bid: '0.5',
      entity_ids: [advertiser * 1000],
      budget_period: 'Daily',
      start_date: '2026-12-01',
    },
    otherStatuses: { 404: 'the advertiser is not there', 422: 'the entity is another advertiser’s' },
  }),
}
