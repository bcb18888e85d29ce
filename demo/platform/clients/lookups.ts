import { defaultLabel, type memberGroups } from '../../../src/contract/clients/clients.ts'
import type { Handlers } from '../http/implement.ts'
import { notFound } from '../context/refusal.ts'
import type { Database } from '../database/database.ts'
import { anyOf } from '../sql/pieces.ts'

type Lookups = Pick<Handlers<typeof memberGroups>, 'channels' | 'currencies' | 'entityGroups' | 'sites' | 'attributes' | 'metadataKeys'>

/** Limit of each list of values. */
const maxValues = 1000

interface GroupWords {
  readonly label_singular: string | null
  readonly label_plural: string | null
  /** The client's own label. */
  readonly singular: string
  readonly plural: string
}
/** Label of an entity group: its own, the client's, or the default. */
export const groupLabel = (row: GroupWords) => ({
  singular: row.label_singular ?? (row.singular || defaultLabel.singular),
  plural: row.label_plural ?? (row.plural || defaultLabel.plural),
})

/** The client's default currency. */
export async function clientCurrency({ kysely }: Database, memberGroupId: number): Promise<string> {
  const client = await kysely
    .selectFrom('member_groups')
    .select('default_currency_code')
    .where('member_group_id', '=', memberGroupId)
    .executeTakeFirst()
  if (!client) throw notFound('Client')
  return client.default_currency_code
}

/** Values for select fields. Entity values are limited to the caller's advertisers. */
export const clientLookups: Lookups = {
  channels: async ({ path }, { database }) => ({
    channels: await database.kysely
      .selectFrom('channels')
      .select(['channel_id', 'name'])
      .where('member_group_id', '=', path.memberGroupId)
      .orderBy('channel_id')
      .execute(),
  }),
  currencies: async ({ path }, { database }) => ({
    currencies: await database.kysely
      .selectFrom('member_group_currencies')
      .innerJoin('currencies', 'currencies.currency_id', 'member_group_currencies.currency_id')
      .selectAll('currencies')
      .where('member_group_id', '=', path.memberGroupId)
      .orderBy('currencies.currency_id')
      .execute(),
  }),
  entityGroups: async ({ path }, { database }) => {
    const rows = await database.kysely
      .selectFrom('entity_groups as own')
      .innerJoin('member_groups as m', 'm.member_group_id', 'own.member_group_id')
      .select(['entity_group_id', 'own.label_singular', 'own.label_plural', 'm.label_singular as singular', 'm.label_plural as plural'])
      .where('own.member_group_id', '=', path.memberGroupId)
      .orderBy('entity_group_id')
      .execute()
    return { entity_groups: rows.map((row) => ({ entity_group_id: row.entity_group_id, label: groupLabel(row) })) }
  },
  sites: async ({ path }, { database }) => ({
    sites: await database.kysely
      .selectFrom('sites')
      .select(['site_id', 'name', 'host_name'])
      .where('member_group_id', '=', path.memberGroupId)
      .orderBy('site_id')
      .execute(),
  }),
  attributes: async ({ path }, { database, scope }) => {
    const { advertisers } = scope
    const ofClient = database.kysely
      .selectFrom('entities')
      .select('category')
      .distinct()
      .where('member_group_id', '=', path.memberGroupId)
      .orderBy('category')
      .limit(maxValues)
    const rows = await (advertisers === 'all' ? ofClient : ofClient.where('advertiser_id', '=', anyOf(advertisers))).execute()
    return { attribute_key_values: rows.length > 0 ? [{ key: 'category', values: rows.map(({ category }) => category) }] : [] }
  },
  metadataKeys: async ({ path }, { database }) => ({
    advertiser_metadata_keys: await database.kysely
      .selectFrom('advertiser_metadata_keys')
      .select(['key', 'label'])
      .where('member_group_id', '=', path.memberGroupId)
      .orderBy('position')
      .orderBy('key')
      .execute(),
  }),
}
