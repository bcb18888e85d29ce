import { type Kysely, sql } from 'kysely'
import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import type { Tables } from '../tables/index.ts'
import { SeededRandom } from '../delivery/chance.ts'
import { clients, type SeedClient } from './clients.ts'
import { insertRows } from './insert.ts'

/** Catalog entries of each client that no advertiser has registered. */
const unregisteredPerClient = 600

/** The id of a catalog entry that no advertiser has registered yet. */
export const catalogId = ({ label }: Pick<SeedClient, 'label'>, index: number) => `${label[0].slice(0, 1)}-NEW-${20_001 + index}`

const catalogRows = (client: SeedClient, member_group_id: number) => {
  const chance = new SeededRandom(`catalog ${member_group_id}`)
  return Array.from({ length: unregisteredPerClient }, (_, index) => ({
    member_group_id,
    internal_id: catalogId(client, index),
    status: index % 25 === 24 ? 'inactive' : 'active',
    name: `${chance.pick(client.first)} ${chance.pick(client.second)} ${index + 1001}`,
    category: chance.pick(client.categories),
  }))
}

/** A recent upload of a client's first advertiser: ids that were registered, and three with errors. */
async function seedUpload(kysely: Kysely<Tables>, client: SeedClient, member_group_id: number, today: string) {
  const own = await kysely
    .selectFrom('entities')
    .select(['advertiser_id', 'internal_id'])
    .where('member_group_id', '=', member_group_id)
    .orderBy('entity_id')
    .limit(9)
    .execute()
  const [first] = own
  if (!first) return
  const at = `${addDays(today, -6)}T14:20:00Z`
  const failed = [
    { internal_id: `${client.label[0].slice(0, 1)}-99-0001`, error_code: 'unknown', reason: null },
    { internal_id: first.internal_id, error_code: 'duplicate', reason: 'duplicate' },
    { internal_id: catalogId(client, 24), error_code: 'inactive', reason: null },
  ]
  const lines = [...own.map(({ internal_id }) => ({ internal_id, error_code: null, reason: null })), ...failed]
  const owner = { member_group_id, advertiser_id: first.advertiser_id, event_id: member_group_id }
  const total = lines.length
  const counts = { source: 'csv', status: 'completed', total, done: total, failed: failed.length }
  await insertRows(kysely, 'entity_registration_events', [{ ...owner, ...counts, created_at: at, completed_on: at, laid_out: total }])
  const details = lines.map((line, index) => ({
    ...owner,
    event_detail_id: member_group_id * 100 + index,
    line: index + 1,
    ...line,
    completed_on: at,
  }))
  await insertRows(kysely, 'entity_registration_details', details)
}

/** The catalog: entities that advertisers have, and entities that none has registered yet. */
export async function seedRegistrations(kysely: Kysely<Tables>, today: string) {
  await kysely
    .insertInto('catalog_entities')
    .columns(['member_group_id', 'internal_id', 'name', 'category', 'status'])
    .expression((eb) =>
      eb
        .selectFrom('entities')
        .distinctOn(['member_group_id', 'internal_id'])
        .select(['member_group_id', 'internal_id', 'name', 'category', sql.lit('active').as('status')])
        .orderBy('member_group_id')
        .orderBy('internal_id')
        .orderBy('entity_id'),
    )
    .execute()
  for (const [index, client] of clients.entries()) {
    await insertRows(kysely, 'catalog_entities', catalogRows(client, index + 1))
    await seedUpload(kysely, client, index + 1, today)
  }
}
