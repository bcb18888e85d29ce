import { type Kysely, sql } from 'kysely'
import { fundingEvents } from '../../../src/contract/money/funding-events.ts'
import { orderStatusIds } from '../../../src/contract/statuses.ts'
import type { AdvertiserKey } from '../advertisers/key.ts'
import { conflict } from '../context/refusal.ts'
import { orderSpent } from '../insertion-orders/sums.ts'
import { anyTextOf, bigint, recordset } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'
import { type LedgerMovement, lotChangeOf, postingOf } from './ledger.rules.ts'
import { consumedLots, createLots, returnLots } from './lots.ts'

export interface LedgerEntry extends LedgerMovement {
  /** The day in the advertiser's time zone. */
  readonly day: string
  readonly at: Date
  readonly reason: string
  readonly campaign_id?: number | null
  readonly ad_group_id?: number | null
  readonly user_id?: number | null
  /** The request that moves the money. */
  readonly request_id?: string | null
  /** How the money of a credit came in; by default as its event implies. */
  readonly funding_type_id?: number
  /** The funding types whose lots the debits of a call take from; by default all. Clicks take from all. */
  readonly taken_from?: readonly number[]
  /** The last day of a credit that expires. */
  readonly expires_on?: string | null
}
export interface LockedBalance {
  readonly balance: bigint
  readonly uninvoiced: bigint
  /** Total charged for clicks. */
  readonly spent: bigint
}

/** Reads a balance and locks its row until the transaction ends. */
export async function lockBalance(kysely: Kysely<Tables>, { member_group_id, advertiser_id }: AdvertiserKey): Promise<LockedBalance> {
  const lockRow = () =>
    kysely
      .selectFrom('advertiser_balances')
      .select(({ eb, cast }) => [
        cast<string>('balance', 'text').as('balance'),
        cast<string>('spent', 'text').as('spent'),
        cast<string>(eb('spent', '-', eb.ref('invoiced')), 'text').as('uninvoiced'),
      ])
      .where('member_group_id', '=', member_group_id)
      .where('advertiser_id', '=', advertiser_id)
      .forUpdate()
      .executeTakeFirst()
  const read = (row: Record<keyof LockedBalance, string> | undefined): LockedBalance => ({
    balance: BigInt(row?.balance ?? 0),
    uninvoiced: BigInt(row?.uninvoiced ?? 0),
    spent: BigInt(row?.spent ?? 0),
  })
  const existing = await lockRow()
  if (existing) return read(existing)
  await kysely
    .insertInto('advertiser_balances')
    .values({ member_group_id, advertiser_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // A concurrent transaction may have inserted and changed the row.
  return read(await lockRow())
}

/** The keys of entries that are in the ledger. */
async function knownKeys(kysely: Kysely<Tables>, { member_group_id }: AdvertiserKey, entries: readonly LedgerEntry[]): Promise<string[]> {
  const keys = entries.flatMap(({ unique_key }) => unique_key ?? [])
  if (keys.length === 0) return []
  const rows = await kysely
    .selectFrom('balance_events')
    .select('unique_key')
    .where('member_group_id', '=', member_group_id)
    .where('unique_key', '=', anyTextOf(keys))
    .execute()
  return rows.flatMap(({ unique_key }) => unique_key ?? [])
}

const entryColumns = {
  position: 'int',
  event_type_id: 'int',
  micros: 'bigint',
  day: 'date',
  at: 'timestamptz',
  campaign_id: 'int?',
  ad_group_id: 'int?',
  user_id: 'int?',
  reason: 'text',
  reference: 'text?',
  unique_key: 'text?',
  request_id: 'text?',
} as const

/** Inserts entries; their ids grow in the order of the entries. */
function insertionOf(kysely: Kysely<Tables>, { member_group_id, advertiser_id }: AdvertiserKey, entries: readonly LedgerEntry[]) {
  const rows = entries.map(
    ({ event, micros, day, at, reason, campaign_id, ad_group_id, user_id, reference, unique_key, request_id }, position) => ({
      position,
      day,
      at,
      reason,
      event_type_id: fundingEvents[event],
      micros: String(micros),
      campaign_id: campaign_id ?? null,
      ad_group_id: ad_group_id ?? null,
      user_id: user_id ?? null,
      reference: reference ?? null,
      unique_key: unique_key ?? null,
      request_id: request_id ?? null,
    }),
  )
  return kysely
    .with('written', (db) => db.selectFrom(recordset('w', entryColumns, rows)).selectAll())
    .with('spend', (db) =>
      db
        .insertInto('spend_days')
        .columns(['member_group_id', 'advertiser_id', 'campaign_id', 'ad_group_id', 'day', 'micros'])
        .expression((eb) =>
          eb
            .selectFrom('written as w')
            .innerJoin('advertisers as a', (join) =>
              join.on('a.member_group_id', '=', member_group_id).on('a.advertiser_id', '=', advertiser_id),
            )
            .select(({ fn, neg }) => [
              'a.member_group_id',
              'a.advertiser_id',
              'w.campaign_id',
              'w.ad_group_id',
              'w.day',
              neg(fn.sum('w.micros')).as('micros'),
            ])
            .where('w.event_type_id', '=', fundingEvents.Click)
            .groupBy(['a.member_group_id', 'a.advertiser_id', 'w.campaign_id', 'w.ad_group_id', 'w.day']),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['member_group_id', 'campaign_id', 'ad_group_id', 'day'])
            .doUpdateSet(({ eb, ref }) => ({ micros: eb('spend_days.micros', '+', ref('excluded.micros')) })),
        ),
    )
    .with('order_spend', (db) =>
      db
        .insertInto('insertion_order_spend')
        .columns(['member_group_id', 'insertion_order_id', 'line_id', 'campaign_id', 'day', 'micros'])
        .expression((eb) =>
          eb
            .selectFrom('written as w')
            .innerJoin('campaigns as c', (join) =>
              join.on('c.member_group_id', '=', member_group_id).onRef('c.campaign_id', '=', 'w.campaign_id'),
            )
            .innerJoin('insertion_orders as o', (join) =>
              join.onRef('o.member_group_id', '=', 'c.member_group_id').onRef('o.insertion_order_id', '=', 'c.insertion_order_id'),
            )
            .leftJoin('insertion_order_configs as g', 'g.member_group_id', 'o.member_group_id')
            .select(({ fn, neg, lit }) => [
              'o.member_group_id',
              'o.insertion_order_id',
              fn.coalesce('c.insertion_order_line_id', lit(0)).as('line_id'),
              'c.campaign_id',
              'w.day',
              neg(fn.sum('w.micros')).as('micros'),
            ])
            .where('w.event_type_id', '=', fundingEvents.Click)
            // Campaigns that continue on funds after the end of their order, or after its total is spent, spend nothing of it.
            .where(({ eb, or }) => or([eb('o.status_id', '!=', orderStatusIds.ended), eb('o.continues_on_funds', '=', false)]))
            .where(({ eb, or, ref }) =>
              or([
                eb('o.status_id', '!=', orderStatusIds.approved),
                eb.and([eb('w.day', '<=', ref('o.end_date')), sql<boolean>`${orderSpent} < o.total`]),
                eb('g.at_end', 'is distinct from', 'funds'),
              ]),
            )
            .groupBy(['o.member_group_id', 'o.insertion_order_id', 'c.insertion_order_line_id', 'c.campaign_id', 'w.day']),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['member_group_id', 'insertion_order_id', 'line_id', 'campaign_id', 'day'])
            .doUpdateSet(({ eb, ref }) => ({ micros: eb('insertion_order_spend.micros', '+', ref('excluded.micros')) })),
        ),
    )
    .insertInto('balance_events')
    .columns([
      'member_group_id',
      'advertiser_id',
      'currency_code',
      'event_type_id',
      'micros',
      'day',
      'at',
      'campaign_id',
      'ad_group_id',
      'user_id',
      'reason',
      'reference',
      'unique_key',
      'request_id',
    ])
    .expression((eb) =>
      eb
        .selectFrom('written as w')
        .innerJoin('advertisers as a', (join) =>
          join.on('a.member_group_id', '=', member_group_id).on('a.advertiser_id', '=', advertiser_id),
        )
        .select(['a.member_group_id', 'a.advertiser_id', 'a.currency_code'])
        .select(['w.event_type_id', 'w.micros', 'w.day', 'w.at', 'w.campaign_id', 'w.ad_group_id', 'w.user_id'])
        .select(['w.reason', 'w.reference', 'w.unique_key', 'w.request_id'])
        .orderBy('w.position'),
    )
}

/** Inserts entries and the lots of their credits. */
async function insertWithLots(
  kysely: Kysely<Tables>,
  account: AdvertiserKey,
  entries: readonly LedgerEntry[],
  grants: ReturnType<typeof lotChangeOf<LedgerEntry>>['grants'],
) {
  const insertion = insertionOf(kysely, account, entries)
  if (grants.length === 0) return insertion.execute()
  const rows = await insertion.returning('balance_event_id').execute()
  const ids = rows.map(({ balance_event_id }) => balance_event_id).sort((one, other) => one - other)
  const idOf = new Map(entries.map((entry, index) => [entry, ids[index] ?? 0]))
  return createLots(
    kysely,
    account,
    grants.map(({ entry, micros }) => ({ ...entry, micros, balance_event_id: idOf.get(entry) ?? 0 })),
  )
}

/**
 * Writes ledger entries of one account and updates its balance; the only code that writes to the ledger. Entries whose key exists
 * are skipped. If the balance does not cover the sum, all entries are refused. Returns the balance.
 */
export async function writeEntries(kysely: Kysely<Tables>, account: AdvertiserKey, entries: readonly LedgerEntry[]): Promise<bigint> {
  const { balance } = await lockBalance(kysely, account)
  const posting = postingOf(balance, entries, await knownKeys(kysely, account, entries))
  if (posting.code === 'wrong_sign') throw new RangeError(`${posting.event} cannot move a balance by ${posting.micros}`)
  if (posting.code === 'not_covered') throw conflict('Balance', 'Not enough balance: add funds or debit less')
  if (posting.entries.length === 0) return balance
  const { change } = posting
  const { grants, debit } = lotChangeOf(posting.entries)
  const from = {
    spendDay: posting.entries.findLast(({ event }) => event === 'Click')?.day,
    fundingTypeIds: posting.entries.find(({ taken_from }) => taken_from !== undefined)?.taken_from,
  }
  await insertWithLots(kysely, account, posting.entries, grants)
  const { consumed } = await kysely
    .updateTable('advertiser_balances')
    .set(({ eb }) => ({
      balance: eb('balance', '+', bigint(change.balance)),
      spent: eb('spent', '+', bigint(change.spent)),
      invoiced: eb('invoiced', '+', bigint(change.invoiced)),
    }))
    .where('member_group_id', '=', account.member_group_id)
    .where('advertiser_id', '=', account.advertiser_id)
    .returning(consumedLots(account, debit, from).as('consumed'))
    .executeTakeFirstOrThrow()
  if (BigInt(consumed) !== debit) throw new Error(`The lots cover ${consumed} of ${debit} micros`)
  if (change.invoiced > 0n) await returnLots(kysely, account)
  return balance + change.balance
}
