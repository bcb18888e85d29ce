import { expressionBuilder, type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { BalanceEvent, BalanceEvents } from '../../../src/contract/money/balances.ts'
import { type FundingEvent, fundingEvents } from '../../../src/contract/money/funding-events.ts'
import { decimalOf, microsPerUnit } from '../../../src/contract/money/money.ts'
import type { Infer } from 'superstruct'
import { pageDefault } from '../../../src/contract/list.ts'
import type { AdvertiserPath } from '../advertisers/key.ts'
import { userName } from '../changes/read.ts'
import type { Context } from '../context/context.ts'
import type { Tables } from '../tables/index.ts'
import { entrySources } from './entry-sources.ts'
import { type ListQuery, type ListFields, listOrder, listWhere } from '../sql/list.ts'

const column = (name: string) => sql.ref(`e.${name}`)
const entry = expressionBuilder<Tables & { e: Tables['balance_events'] }, 'e'>()
const campaignName = sql`${entry
  .selectFrom('campaigns as n')
  .select('n.name')
  .whereRef('n.member_group_id', '=', 'e.member_group_id')
  .whereRef('n.campaign_id', '=', 'e.campaign_id')}`
/** The id in a reference such as `payment 12`; null in other references. */
const referredId = (kind: 'payment' | 'receipt') =>
  sql<number>`substring(${column('reference')} from ${sql.lit(`^${kind} ([0-9]{1,9})$`)})::int`
/** The id of the payment or the received transfer at the provider. */
const providerId = sql<string | null>`coalesce(${entry
  .selectFrom('payments as p')
  .select('p.provider_id')
  .whereRef('p.member_group_id', '=', 'e.member_group_id')
  .whereRef('p.advertiser_id', '=', 'e.advertiser_id')
  .where('p.payment_id', '=', referredId('payment'))}, ${entry
  .selectFrom('receipts as b')
  .select('b.provider_id')
  .whereRef('b.member_group_id', '=', 'e.member_group_id')
  .whereRef('b.advertiser_id', '=', 'e.advertiser_id')
  .where('b.receipt_id', '=', referredId('receipt'))})`
const eventNameSql = sql`(${sql.val(Object.keys(fundingEvents))}::text[])[${sql.ref('e.event_type_id')}]`
const fields: ListFields = {
  balance_event_id: { column: column('balance_event_id'), type: 'integer' },
  event_type_id: { column: column('event_type_id'), type: 'integer' },
  event_type: { column: eventNameSql, type: 'text' },
  amount: { column: column('micros'), type: 'amount', perUnit: microsPerUnit },
  currency_code: { column: column('currency_code'), type: 'text' },
  day: { column: column('day'), type: 'day' },
  at: { column: column('at'), type: 'moment' },
  campaign_id: { column: column('campaign_id'), type: 'integer' },
  campaign_name: { column: campaignName, type: 'text' },
  ad_group_id: { column: column('ad_group_id'), type: 'integer' },
  reason: { column: column('reason'), type: 'text' },
  reference: { column: column('reference'), type: 'text' },
  payment_id: { column: referredId('payment'), type: 'integer' },
}

type Joined = 'sources' | 'event_type' | 'amount' | 'at' | 'campaign' | 'ad_group' | 'user' | 'balance_event_id' | 'balance' | 'lot'
type EventRow = Omit<BalanceEvent, Joined> & {
  readonly balance_event_id: number
  readonly micros: string
  readonly at: Date
  readonly campaign_id: number | null
  readonly campaign_name: string | null
  readonly ad_group_id: number | null
  readonly ad_group_name: string | null
  readonly user_name: string | null
  readonly balance: string
  readonly funding_type_id: number | null
  readonly left: string | null
  readonly expires_on: string | null
}

const nameOf = new Map(Object.entries(fundingEvents).map(([name, id]) => [id as number, name as FundingEvent])) // its own keys
const eventName = (id: number) => nameOf.get(id) ?? 'TrueUp'

function toBalanceEvent(row: EventRow, sources: BalanceEvent['sources']): BalanceEvent {
  const { micros, at, campaign_id, campaign_name, ad_group_id, ad_group_name, user_name, balance_event_id, ...others } = row
  const { balance, funding_type_id, left, expires_on, ...otherFields } = others
  return {
    ...otherFields,
    balance_event_id,
    event_type: eventName(row.event_type_id),
    sources,
    amount: decimalOf(BigInt(micros)),
    at: at.toISOString(),
    campaign: campaign_id === null ? null : { campaign_id, name: campaign_name ?? '' },
    ad_group: ad_group_id === null ? null : { ad_group_id, name: ad_group_name ?? '' },
    user: user_name,
    balance: decimalOf(BigInt(balance)),
    lot: funding_type_id === null ? null : { funding_type_id, left: decimalOf(BigInt(left ?? 0)), expires_on },
  }
}

type EntryPage = SelectQueryBuilder<Tables, never, Selectable<Tables['balance_events']>>

/** The balance after each entry of a page: today's balance without the later entries, so a page of new entries reads few others. */
const balancesAfter = (kysely: Kysely<Tables>, { memberGroupId, advertiserId }: AdvertiserPath, page: EntryPage) =>
  kysely
    .selectFrom('balance_events as l')
    .innerJoin('advertiser_balances as b', (join) =>
      join.onRef('b.member_group_id', '=', 'l.member_group_id').onRef('b.advertiser_id', '=', 'l.advertiser_id'),
    )
    .select('l.balance_event_id')
    .select(({ eb, fn, ref }) => {
      const through = fn.sum<number>('l.micros').over((over) => over.orderBy('l.at', 'desc').orderBy('l.balance_event_id', 'desc'))
      return sql<number>`${eb(ref('b.balance'), '+', ref('l.micros'))} - ${through}`.as('balance')
    })
    .where('l.member_group_id', '=', memberGroupId)
    .where('l.advertiser_id', '=', advertiserId)
    .where(({ eb, ref, selectFrom }) =>
      eb(
        ref('l.at'),
        '>=',
        selectFrom(page.as('p')).select(({ fn }) => fn.min<Date>('p.at').as('at')),
      ),
    )

/** A page of an advertiser's ledger, by default newest first, with sums of all matching entries by currency. */
export async function eventsOf(
  { database: { kysely } }: Pick<Context, 'database'>,
  account: AdvertiserPath,
  query: ListQuery,
): Promise<Infer<typeof BalanceEvents>> {
  const { memberGroupId, advertiserId } = account
  const matching = kysely
    .selectFrom('balance_events as e')
    .where('e.member_group_id', '=', memberGroupId)
    .where('e.advertiser_id', '=', advertiserId)
    .where(listWhere(fields, query.filters))
  const order = listOrder(fields, query.sort ?? [{ field: 'day', order: 'desc' }], sql`e.balance_event_id desc`)
  const { start, count } = query.pagination ?? pageDefault
  const page = matching.selectAll('e').orderBy(order).limit(count).offset(start)
  const rows = await kysely
    .with('balances', () => balancesAfter(kysely, account, page))
    .selectFrom(page.as('e'))
    .innerJoin('balances as r', 'r.balance_event_id', 'e.balance_event_id')
    .leftJoin('funding_lots as f', (join) =>
      join.onRef('f.member_group_id', '=', 'e.member_group_id').onRef('f.balance_event_id', '=', 'e.balance_event_id'),
    )
    .leftJoin('campaigns as c', (join) =>
      join.onRef('c.member_group_id', '=', 'e.member_group_id').onRef('c.campaign_id', '=', 'e.campaign_id'),
    )
    .leftJoin('ad_groups as g', (join) =>
      join.onRef('g.member_group_id', '=', 'e.member_group_id').onRef('g.ad_group_id', '=', 'e.ad_group_id'),
    )
    .leftJoin('users as u', 'u.user_id', 'e.user_id')
    .select(['e.balance_event_id', 'e.event_type_id', 'e.currency_code', 'e.day', 'e.at', 'e.reason', 'e.reference'])
    .select(['e.request_id', providerId.as('provider_id')])
    .select(['e.campaign_id', 'c.name as campaign_name', 'e.ad_group_id', 'g.name as ad_group_name'])
    .select(['f.funding_type_id', 'f.expires_on'])
    .select(({ cast }) => [cast<string>('r.balance', 'text').as('balance'), cast<string | null>('f.left', 'text').as('left')])
    .select(({ cast }) => [cast<string>('e.micros', 'text').as('micros'), userName.$castTo<string | null>().as('user_name')])
    .orderBy(order)
    .execute()
  const sums = await matching
    .select(['e.currency_code', 'e.event_type_id'])
    .select(({ cast, fn }) => [cast<string>(fn.sum('e.micros'), 'text').as('micros'), fn.countAll<number>().as('count')])
    .groupBy(['e.currency_code', 'e.event_type_id'])
    .orderBy('e.currency_code')
    .orderBy('e.event_type_id')
    .execute()
  const byCurrency = new Map<string, bigint>()
  for (const { currency_code, micros } of sums) byCurrency.set(currency_code, (byCurrency.get(currency_code) ?? 0n) + BigInt(micros))
  const sourcesOf = await entrySources(kysely, account, rows)
  return {
    balance_events: rows.map((row) => toBalanceEvent(row, sourcesOf(row))),
    total: sums.reduce((total, { count }) => total + count, 0),
    sums: [...byCurrency].map(([currency_code, micros]) => ({ currency_code, amount: decimalOf(micros) })),
    type_sums: sums.map(({ event_type_id, currency_code, micros, count }) => ({
      event_type: eventName(event_type_id),
      currency_code,
      amount: decimalOf(BigInt(micros)),
      count,
    })),
  }
}
