import type { Kysely } from 'kysely'
import { biddingTypes } from '../../../src/contract/bids/bidding-configs.ts'
import { fundingTypes, newFundingTypes } from '../../../src/contract/money/funding-types.ts'
import type { Tables } from '../tables/index.ts'
import { clients, type SeedClient } from './clients.ts'
import { insertRows } from './insert.ts'
import { currencyId, perUsd } from './lookups.ts'
import { manyClient } from './many-advertisers.ts'

/** The lowest CPC bid in micros; the CPM minimum is four times as high. */
const minBid = (code: string) => Math.round(perUsd(code) * 10) * 10_000

const biddingRows = (client: SeedClient, member_group_id: number) =>
  [...new Set(client.markets.map(({ currency }) => currency))].flatMap((code) =>
    Object.values(biddingTypes).map((bidding_type_id) => {
      const min_bid = minBid(code) * (bidding_type_id === biddingTypes.CPM ? 4 : 1)
      return { member_group_id, currency_id: currencyId(code), bidding_type_id, min_bid, max_bid: min_bid * 200, version: 1 }
    }),
  )

/** Each client's labels for an entity's number and category. */
const attributeWords: readonly (readonly [number: string, kind: string])[] = [
  ['Property code', 'Region'],
  ['SKU', 'Aisle'],
  ['Restaurant number', 'Cuisine'],
]
const attributeRows = ({ label: [name] }: SeedClient, member_group_id: number) => {
  const [number = 'Id', kind = 'Category'] = attributeWords[member_group_id - 1] ?? []
  const labels = { internal_id: number, name, category: kind }
  return Object.entries(labels).map(([key, label], index) => ({
    member_group_id,
    key,
    label,
    order: index + 1,
    is_internal_id: key === 'internal_id',
    is_name: key === 'name',
  }))
}

/** All clients give credit, and the second one accepts bank transfers. */
const fundingRows = (member_group_id: number) =>
  newFundingTypes().map(({ id: funding_type_id, status }) => ({
    member_group_id,
    funding_type_id,
    status:
      funding_type_id === fundingTypes.creditLine || (member_group_id === 2 && funding_type_id === fundingTypes.wire) ? 'Active' : status,
  }))

/** Custom roles: their base role, and the activity they lack. */
const ownRoles = [
  { member_group_id: 1, base_role_id: 6, name: 'Campaign desk', without: 'assets' },
  { member_group_id: 2, base_role_id: 4, name: 'Category buyer', without: 'users' },
] as const

/** Client settings: bid limits, funding types, entity labels and custom roles. */
export async function seedClientSettings(kysely: Kysely<Tables>) {
  await insertRows(
    kysely,
    'bidding_configs',
    clients.flatMap((client, index) => biddingRows(client, index + 1)).map((row, index) => ({ ...row, bidding_config_id: index + 1 })),
  )
  await insertRows(
    kysely,
    'member_group_funding_types',
    [...clients.keys(), manyClient.member_group_id - 1].flatMap((index) => fundingRows(index + 1)),
  )
  await insertRows(
    kysely,
    'entity_attributes',
    clients.flatMap((client, index) => attributeRows(client, index + 1)),
  )
  for (const { without, ...role } of ownRoles) {
    const { role_id } = await kysely.insertInto('roles').values(role).returning('role_id').executeTakeFirstOrThrow()
    await kysely
      .insertInto('role_permissions')
      .columns(['role_id', 'activity_id', 'permission_id'])
      .expression((eb) =>
        eb
          .selectFrom('role_permissions as given')
          .innerJoin('activities as a', 'a.activity_id', 'given.activity_id')
          .select([eb.cast<number>(eb.val(role_id), 'integer').as('role_id'), 'given.activity_id', 'given.permission_id'])
          .where('given.role_id', '=', role.base_role_id)
          .where('a.name', '!=', without)
          .orderBy('given.activity_id')
          .orderBy('given.permission_id'),
      )
      .execute()
  }
}
