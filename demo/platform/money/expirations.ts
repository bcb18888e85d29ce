import { type Kysely, sql } from 'kysely'
import type { AdvertiserKey } from '../advertisers/key.ts'
import { sameAdvertiser } from '../sql/joins.ts'
import type { Tables } from '../tables/index.ts'
import { type LedgerEntry, lockBalance, writeEntries } from './ledger.ts'

type Db = Kysely<Tables>

/** Open lots whose last day has passed in their advertiser's time zone. */
const expiredLots = (kysely: Db, now: Date) =>
  kysely
    .selectFrom('funding_lots as f')
    .innerJoin('advertisers as a', sameAdvertiser('a', 'f'))
    .where('f.is_open', '=', true)
    .where('f.expires_on', '<', sql<string>`(${now}::timestamptz at time zone a.time_zone)::date`)

/** Writes off what is left of an account's expired lots. The ledger consumes the earliest expiration first, so it takes exactly these. */
const expireLotsOf = (database: Db, account: AdvertiserKey, now: Date) =>
  database.transaction().execute(async (kysely) => {
    await lockBalance(kysely, account)
    const lots = await expiredLots(kysely, now)
      .select(['f.balance_event_id', 'f.expires_on'])
      .select(({ cast }) => [cast<string>('f.left', 'text').as('left'), cast<string>('f.withdrawn', 'text').as('withdrawn')])
      .where('f.member_group_id', '=', account.member_group_id)
      .where('f.advertiser_id', '=', account.advertiser_id)
      .orderBy('f.expires_on')
      .orderBy('f.balance_event_id')
      .execute()
    const entries = lots.map(
      ({ balance_event_id, expires_on, left, withdrawn }): LedgerEntry => ({
        event: 'Expiration',
        micros: -BigInt(left),
        // The end of the last day, as the advertiser counts it.
        day: String(expires_on),
        at: now,
        reason: 'Credit expired',
        reference: `entry ${balance_event_id}`,
        // What comes back after the last day expires, too.
        unique_key: withdrawn === '0' ? `expiration ${balance_event_id}` : `expiration ${balance_event_id} after ${withdrawn}`,
      }),
    )
    if (entries.length > 0) await writeEntries(kysely, account, entries)
  })

/** Writes off expired lots of all advertisers. The failure of one advertiser is thrown after the others. */
export async function expireLots(database: Db, now: Date): Promise<void> {
  const accounts = await expiredLots(database, now).select(['f.member_group_id', 'f.advertiser_id']).distinct().execute()
  const failures: unknown[] = []
  for (const account of accounts) await expireLotsOf(database, account, now).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `Lots of ${failures.length} advertisers could not be written off`)
}
