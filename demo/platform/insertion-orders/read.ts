import { expressionBuilder, type Expression, sql, type SqlBool } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { type OrderLine, type OrderStatus, orderStatuses } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import { canAccessClient } from '../../../src/contract/access/access.rules.ts'
import type { Context } from '../context/context.ts'
import { noPermission, notFound } from '../context/refusal.ts'
import { anyOf } from '../sql/pieces.ts'
import { dayIn } from '../sql/days.ts'
import { tenant } from '../sql/tenant.ts'
import type { Tables } from '../tables/index.ts'

/** A stored order. */
export interface OrderRecord {
  readonly member_group_id: number
  readonly insertion_order_id: number
  readonly advertiser_id: number | null
  readonly advertiser_name: string | null
  readonly name: string
  readonly number: string
  readonly status: OrderStatus
  readonly po_number: string | null
  readonly start_date: string
  readonly end_date: string
  readonly total: bigint
  readonly currency_code: string
  readonly currency_digits: number
  readonly notes: string
  readonly internal_notes: string
  readonly author_id: number | null
  /** The version in force, or the first one. */
  readonly version_id: number
  readonly proposed_version_id: number | null
  /** The setting with which the version that waits, or the one in force, was submitted; null for one that was not. */
  readonly needs_two_approvals: boolean | null
  /** When the version that waits, or the one in force, was submitted. */
  readonly submitted_at: Date | null
  readonly continues_on_funds: boolean
  readonly edited_at: Date
  readonly closed_at: Date | null
  readonly close_reason: string
  readonly version: number
  /** The advertiser's; UTC for an order for all. */
  readonly time_zone: string
  /** False for a caller who sees only some of the advertisers that spend from the order. */
  readonly seesWhole: boolean
}

/** The zone where each day ends last. An order for all advertisers ends by it, so that it ends for none of them early. */
export const lastZone = 'Etc/GMT+12'

/** The day by which an order ends: that of its advertiser. */
export const endingDay = (now: Date, { advertiser_id, time_zone }: Pick<OrderRecord, 'advertiser_id' | 'time_zone'>) =>
  dayIn(now, advertiser_id === null ? lastZone : time_zone)

const order = expressionBuilder<Tables & { o: Tables['insertion_orders'] }, 'o'>()

const joined = expressionBuilder<
  Tables & { o: Tables['insertion_orders']; ol: Tables['insertion_order_lines']; c: Tables['campaigns'] },
  'o' | 'ol' | 'c'
>()

/**
 * SQL condition: the line `ol` is that of the campaign `c` in the version of its order `o` that is in force. Earlier versions have lines
 * with the same id.
 */
export const isLineOfCampaignSql = joined.and([
  joined('ol.member_group_id', '=', joined.ref('o.member_group_id')),
  joined('ol.insertion_order_id', '=', joined.ref('o.insertion_order_id')),
  joined('ol.version_id', '=', joined.ref('o.version_id')),
  joined('ol.line_id', '=', joined.ref('c.insertion_order_line_id')),
])

type Reader = Pick<Context, 'caller' | 'scope'>

/** Whether the caller has the permission at the client itself, although it may differ at some of its advertisers. */
export const seesClient = ({ caller, scope }: Reader) =>
  scope.advertisers === 'all' || (scope.isPermittedAtClient === true && canAccessClient(caller.access, tenant({ scope })))

/** SQL condition: the caller sees all of the order with the alias `o`. */
export function seesWholeSql(reader: Reader) {
  const { advertisers } = reader.scope
  if (advertisers === 'all') return sql<boolean>`true`
  const ofClient = seesClient(reader) ? order('o.advertiser_id', 'is', null) : order.lit(false)
  return sql<boolean>`coalesce(${order.or([order('o.advertiser_id', '=', anyOf(advertisers)), ofClient])}, false)`
}

/** SQL condition: the caller sees the order with the alias `o`, or a campaign of theirs is linked to it. */
function isVisibleSql(reader: Reader): Expression<SqlBool> {
  const { advertisers } = reader.scope
  if (advertisers === 'all') return order.lit(true)
  const linked = order
    .selectFrom('campaigns as c')
    .select('c.campaign_id')
    .whereRef('c.member_group_id', '=', 'o.member_group_id')
    .whereRef('c.insertion_order_id', '=', 'o.insertion_order_id')
    .where('c.advertiser_id', '=', anyOf(advertisers))
    .where('c.deleted_at', 'is', null)
  return order.or([
    order('o.advertiser_id', '=', anyOf(advertisers)),
    order.and([order('o.advertiser_id', 'is', null), seesClient(reader) ? order.lit(true) : order.exists(linked)]),
  ])
}

export const ordersFrom = (context: Pick<Context, 'database' | 'caller' | 'scope'>) =>
  context.database.kysely
    .selectFrom('insertion_orders as o')
    .innerJoin('currencies as cu', 'cu.currency_code', 'o.currency_code')
    .leftJoin('advertisers as a', (join) =>
      join.onRef('a.member_group_id', '=', 'o.member_group_id').onRef('a.advertiser_id', '=', 'o.advertiser_id'),
    )
    .where('o.member_group_id', '=', tenant(context))
    .where(isVisibleSql(context))

export const withRecord = (from: ReturnType<typeof ordersFrom>, reader: Reader) =>
  from
    .select(['o.member_group_id', 'o.insertion_order_id', 'o.advertiser_id', 'o.name', 'o.number', 'o.status_id', 'o.po_number'])
    .select(['o.start_date', 'o.end_date', 'o.total', 'o.currency_code', 'o.notes', 'o.internal_notes', 'o.author_id', 'o.version_id'])
    .select(['o.proposed_version_id', 'o.continues_on_funds', 'o.edited_at', 'o.closed_at', 'o.close_reason', 'o.version'])
    .select(['a.name as advertiser_name', 'cu.digits as currency_digits', sql<string>`coalesce(a.time_zone, 'UTC')`.as('time_zone')])
    .select(({ selectFrom, fn }) =>
      jsonObjectFrom(
        selectFrom('insertion_order_versions as v')
          .select(['v.needs_two_approvals', 'v.submitted_at'])
          .whereRef('v.member_group_id', '=', 'o.member_group_id')
          .whereRef('v.insertion_order_id', '=', 'o.insertion_order_id')
          .where('v.version_id', '=', fn.coalesce('o.proposed_version_id', 'o.version_id')),
      ).as('submission'),
    )
    .select(seesWholeSql(reader).as('seesWhole'))

type StoredRow = Awaited<ReturnType<ReturnType<typeof withRecord>['execute']>>[number]

export function toRecord({ status_id, total, submission, ...row }: StoredRow): OrderRecord {
  const status = orderStatuses[status_id - 1]
  if (!status) throw new Error(`Unknown order status ${status_id}`)
  const { needs_two_approvals = null, submitted_at = null } = submission ?? {}
  return { ...row, status, total: BigInt(total), needs_two_approvals, submitted_at: submitted_at === null ? null : new Date(submitted_at) }
}

/** One order that the caller sees; locked until the transaction ends if it is written. */
export async function requireOrder(
  context: Pick<Context, 'database' | 'caller' | 'scope'>,
  id: number,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<OrderRecord> {
  const query = withRecord(ordersFrom(context), context).where('o.insertion_order_id', '=', id)
  const row = await (lock ? query.forUpdate('o') : query).executeTakeFirst()
  if (!row) throw notFound('Insertion order')
  return toRecord(row)
}

/**
 * An order that the caller sees whole. Amounts, versions and the history of an order for all advertisers also concern the others, so a
 * caller who sees a part of it has no permission for them.
 */
export async function requireWholeOrder(context: Pick<Context, 'database' | 'caller' | 'scope'>, id: number): Promise<OrderRecord> {
  const order = await requireOrder(context, id)
  if (!order.seesWhole) throw noPermission()
  return order
}

interface LineRow extends Omit<OrderLine, 'rate' | 'amount' | 'experience'> {
  readonly rate: number | null
  readonly amount: number
  readonly experience_id: number | null
  readonly experience_name: string | null
}
export const toLine = ({
  line_id,
  name,
  channel,
  type,
  rate,
  quantity,
  amount,
  start_date,
  end_date,
  is_hard_cap,
  experience_id,
  experience_name,
}: LineRow): OrderLine => ({
  line_id,
  name,
  channel,
  ...(experience_id !== null && { experience: { experience_id, name: experience_name ?? '' } }),
  type,
  rate: rate === null ? null : decimalOf(BigInt(rate)),
  quantity,
  amount: decimalOf(BigInt(amount)),
  start_date,
  end_date,
  is_hard_cap,
})

export type OrderKey = Pick<OrderRecord, 'member_group_id' | 'insertion_order_id'>

export const linesOf = ({ database }: Pick<Context, 'database'>, { member_group_id, insertion_order_id }: OrderKey) =>
  database.kysely
    .selectFrom('insertion_order_lines')
    .selectAll()
    .where('member_group_id', '=', member_group_id)
    .where('insertion_order_id', '=', insertion_order_id)
    .orderBy('line_id')
    .execute()

/** The lines with a campaign of the caller's advertisers. */
async function visibleLineIds(
  { database, scope }: Pick<Context, 'database' | 'scope'>,
  { member_group_id, insertion_order_id }: OrderRecord,
) {
  const rows = await database.kysely
    .selectFrom('campaigns')
    .select('insertion_order_line_id')
    .where('member_group_id', '=', member_group_id)
    .where('insertion_order_id', '=', insertion_order_id)
    .where('advertiser_id', '=', anyOf(scope.advertisers === 'all' ? [] : scope.advertisers))
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.insertion_order_line_id))
}

/** The lines of the version in force that the caller sees. */
export async function orderLines(context: Pick<Context, 'database' | 'scope'>, record: OrderRecord): Promise<OrderLine[]> {
  const rows = await linesOf(context, record)
  const lines = rows.filter(({ version_id }) => version_id === record.version_id).map(toLine)
  if (record.seesWhole) return lines
  const visible = await visibleLineIds(context, record)
  return lines.filter(({ line_id }) => visible.has(line_id))
}
