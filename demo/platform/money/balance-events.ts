import { sql } from 'kysely'
import type { BalanceEvent, BalanceEvents } from '../../../src/contract/money/balances.ts'
import { type FundingEvent, fundingEvents } from '../../../src/contract/money/funding-events.ts'
import { decimalOf, microsPerUnit } from '../../../src/contract/money/money.ts'
import type { Infer } from 'superstruct'
import { pageDefault } from '../../../src/contract/list.ts'
import { userName } from '../changes/read.ts'
import type { Context } from '../context/context.ts'
import { type ListQuery, type ListFields, listOrder, listWhere } from '../sql/list.ts'

const column = (name: string) => sql.ref(`e.${name}`)
const fields: ListFields = {
  balance_event_id: { column: column('balance_event_id'), type: 'integer' },
  event_type_id: { column: column('event_type_id'), type: 'integer' },
  amount: { column: column('micros'), type: 'amount', perUnit: microsPerUnit },
  currency_code: { column: column('currency_code'), type: 'text' },
  day: { column: column('day'), type: 'day' },
  at: { column: column('at'), type: 'moment' },
  campaign_id: { column: column('campaign_id'), type: 'integer' },
  ad_group_id: { column: column('ad_group_id'), type: 'integer' },
  reason: { column: column('reason'), type: 'text' },
}

type EventRow = Omit<BalanceEvent, 'event_type' | 'amount' | 'at' | 'campaign' | 'ad_group' | 'user' | 'balance_event_id'> & {
  readonly balance_event_id: number
  readonly micros: string
  readonly at: Date
  readonly campaign_id: number | null
  readonly campaign_name: string | null
  readonly ad_group_id: number | null
  readonly ad_group_name: string | null
  readonly user_name: string | null
}

const nameOf = new Map(Object.entries(fundingEvents).map(([name, id]) => [id as number, name as FundingEvent])) // its own keys

function toBalanceEvent(row: EventRow): BalanceEvent {
  const { micros, at, campaign_id, campaign_name, ad_group_id, ad_group_name, user_name, balance_event_id, ...otherFields } = row
  return {
    ...otherFields,
    balance_event_id,
    event_type: nameOf.get(row.event_type_id) ?? 'TrueUp',
    amount: decimalOf(BigInt(micros)),
    at: at.toISOString(),
    campaign: campaign_id === null ? null : { campaign_id, name: campaign_name ?? '' },
    ad_group: ad_group_id === null ? null : { ad_group_id, name: ad_group_name ?? '' },
    user: user_name,
  }
}

/** A page of an advertiser's ledger, by default newest first, with sums of all matching entries by currency. */
export async function eventsOf(
  { database: { kysely } }: Pick<Context, 'database'>,
  { memberGroupId, advertiserId }: { memberGroupId: number; advertiserId: number },
  query: ListQuery,
): Promise<Infer<typeof BalanceEvents>> {
  const matching = kysely
    .selectFrom('balance_events as e')
    .where('e.member_group_id', '=', memberGroupId)
    .where('e.advertiser_id', '=', advertiserId)
    .where(listWhere(fields, query.filters))
  const order = listOrder(fields, query.sort ?? [{ field: 'day', order: 'desc' }], sql`e.balance_event_id desc`)
  const { start, count } = query.pagination ?? pageDefault
  const page = matching.selectAll('e').orderBy(order).limit(count).offset(start)
  const rows = await kysely
    .selectFrom(page.as('e'))
    .leftJoin('campaigns as c', (join) =>
      join.onRef('c.member_group_id', '=', 'e.member_group_id').onRef('c.campaign_id', '=', 'e.campaign_id'),
    )
    .leftJoin('ad_groups as g', (join) =>
      join.onRef('g.member_group_id', '=', 'e.member_group_id').onRef('g.ad_group_id', '=', 'e.ad_group_id'),
    )
    .leftJoin('users as u', 'u.user_id', 'e.user_id')
    .select(['e.balance_event_id', 'e.event_type_id', 'e.currency_code', 'e.day', 'e.at', 'e.reason', 'e.reference'])
    .select(['e.campaign_id', 'c.name as campaign_name', 'e.ad_group_id', 'g.name as ad_group_name'])
    .select(({ cast }) => [cast<string>('e.micros', 'text').as('micros'), userName.$castTo<string | null>().as('user_name')])
    .orderBy(order)
    .execute()
  const sums = await matching
    .select(({ cast, fn }) => ['e.currency_code', cast<string>(fn.sum('e.micros'), 'text').as('micros'), fn.countAll<number>().as('count')])
    .groupBy('e.currency_code')
    .orderBy('e.currency_code')
    .execute()
  return {
    balance_events: rows.map(toBalanceEvent),
    total: sums.reduce((total, { count }) => total + count, 0),
    sums: sums.map(({ currency_code, micros }) => ({ currency_code, amount: decimalOf(BigInt(micros)) })),
  }
}
