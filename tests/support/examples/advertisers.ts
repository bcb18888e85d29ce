import type { advertiserGroups } from '../../../src/contract/advertisers/groups.ts'
import type { manyAdvertiserGroups } from '../../../src/contract/advertisers/many-groups.ts'
import type { advertisers } from '../../../src/contract/advertisers/advertisers.ts'
import type { manyAdvertisers } from '../../../src/contract/advertisers/many.ts'
import type { search } from '../../../src/contract/search/search.ts'
import type { Examples } from './example-calls.ts'
import { people } from '../world/people.ts'
import { advertiserWithoutLimit } from '../world/small-funds.ts'
import { archivedAdvertiser } from '../world/small-seed.ts'

const page = { query: { start: 0, count: 20 } }
const list = {
  pagination: { start: 0, count: 10 },
  sort: [{ field: 'name', order: 'desc' as const }],
  filters: [{ field: 'name', operation: 'ILIKE' as const, value: 'a' }],
}
const billing_address = {
  name: 'Oatfield Mills',
  line_1: '1 Mill Lane',
  line_2: '',
  city: 'Leith',
  region: '',
  postal_code: 'EH6 6QQ',
  country_code: 'GB',
}
const details = { industry_id: 5, channel_ids: [], billing_address, metadata: [{ key: 'erp', value: '4711' }] }
const byGroup = { 409: 'people reach their advertisers by this group' }

export const advertiserExamples: Examples<typeof advertisers> = {
  list: () => page,
  mine: () => page,
  create: ({ group }) => ({
    body: { name: 'Oatfield Mills', currency_code: 'USD', time_zone: 'Europe/Berlin', advertiser_group_id: group, ...details },
    otherStatuses: { 403: 'a caller cannot create what they would not see' },
  }),
  change: ({ group }) => ({
    body: { name: 'Oatfield Mills', status: 'active', advertiser_group_id: group, ...details },
    otherStatuses: { 403: 'who belongs to a group is the client’s to say' },
  }),
  report: () => ({ body: list }),
  groupReport: () => ({ body: list }),
  entitiesReport: () => ({ body: list }),
  remove: ({ client, advertiser }) => ({
    path: { memberGroupId: client, advertiserId: client === 1 ? advertiserWithoutLimit : advertiser },
    otherStatuses: { 409: 'an advertiser with an unpaid invoice stays' },
  }),
  changeIndustry: () => ({ body: { industry_id: 7 } }),
  pclOfMany: ({ advertiser }) => ({ body: { advertiser_ids: [advertiser] } }),
  addDsp: () => ({ body: { name: 'Northbid', seat: 'seat-7' } }),
}

export const manyAdvertiserExamples: Examples<typeof manyAdvertisers> = {
  createMany: ({ advertiser }) => ({
    body: { advertisers: [{ name: `Oatfield Mills ${advertiser}`, currency_code: 'USD', time_zone: 'Europe/Berlin', status: 'pending' }] },
  }),
  archivedReport: () => ({ body: list }),
  restore: ({ client }) => ({
    path: { memberGroupId: client, archivedAdvertiserId: archivedAdvertiser(client) },
    otherStatuses: { 404: 'an archived advertiser of another client looks like a missing one' },
  }),
  setStatus: ({ advertiser }) => ({ body: { advertiser_ids: [advertiser], status: 'inactive' } }),
  spendReport: () => ({ body: { ...list, start_date: '2026-11-01', end_date: '2026-11-21' } }),
}

export const advertiserGroupExamples: Examples<typeof advertiserGroups> = {
  list: () => page,
  create: () => ({ body: { name: 'Breweries' } }),
  change: () => ({ body: { name: 'Breweries' } }),
  remove: () => ({ otherStatuses: byGroup }),
  addAdvertisers: ({ client, advertiser }) => ({ body: { advertiser_ids: [advertiser], member_group_id: client } }),
  addAll: ({ client }) => ({
    body: { member_group_id: client, filters: [{ field: 'status', operation: '=', value: 'active' }] },
  }),
  report: () => ({
    path: { userId: people.advertiserManager.userId },
    body: list,
    otherStatuses: { 404: 'a user out of reach looks like a missing one' },
  }),
}

export const manyAdvertiserGroupExamples: Examples<typeof manyAdvertiserGroups> = {
  createMany: ({ group }) => ({ body: { names: [`Breweries ${group}`] } }),
  removeAdvertisers: ({ client, advertiser }) => ({ body: { advertiser_ids: [advertiser], member_group_id: client } }),
}

export const searchExamples: Examples<typeof search> = { all: () => ({ query: { query: 'mark' } }) }
