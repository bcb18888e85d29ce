import { type RawBuilder, sql } from 'kysely'
import type { CampaignQuestion } from '../../../src/contract/campaigns/campaigns.ts'
import type { Filter } from '../../../src/contract/list.ts'
import { columnsOf, metricOf } from '../../../src/contract/reports/metrics.ts'
import { rowMetrics } from '../../../src/contract/reports/row-metrics.ts'
import { noGate, type ServingGate, servingGates } from '../../../src/contract/serving/serving.ts'
import { reviewStatusIds } from '../../../src/contract/statuses.ts'
import { inScope } from '../access/advertiser-scope.ts'
import { gatesOf } from '../serving/read.ts'
import type { Context } from '../context/context.ts'
import { listCondition, type ListField, type ListFields, listOrder, listPage } from '../sql/list.ts'
import { refuseField } from '../context/refusal.ts'
import { metricCondition, placeConditions } from '../reports/conditions.ts'
import { and, type Piece, valuesOf, whole } from '../sql/pieces.ts'
import { type Frame, fullFrameOf } from '../reports/scope.ts'
import { orderKey } from '../reports/query.ts'
import type { Rates } from '../money/rates.ts'
import { isMoney, type Sums } from '../reports/sums.ts'

/** What is asked of a list. */
export type CampaignAsk = Pick<CampaignQuestion, 'filters' | 'sort' | 'pagination'>
/** A list of campaigns: whose, on which days, in which currency, and what of them. */
export interface Listing {
  readonly frame: Frame
  readonly ask: CampaignAsk
  readonly place: Piece
}

/** The columns of the facts that rows are made of. */
const columns = [...new Set(rowMetrics.flatMap(columnsOf))]

const column = (name: string) => sql.ref(`c.${name}`)
const text = (name: string): ListField => ({ column: column(name), type: 'text' })
const integer = (name: string): ListField => ({ column: column(name), type: 'integer' })
const day = (name: string): ListField => ({ column: column(name), type: 'day' })

/** How many parts of the asked currency's micros one of a row's is; what has no rate spoils the sum rather than joining it. */
function weightOf(currency: RawBuilder<unknown>, { weights }: Rates): Piece {
  const cases = [...weights].map(([code, weight]) => sql`when ${code} then ${whole(weight)}`)
  return sql`case ${currency} ${sql.join(cases, sql` `)} else 'NaN'::numeric end`
}

/** By what campaigns can be filtered and sorted besides their metrics; budgets of several currencies compare in that of the list. */
const fieldsIn = ({ rates }: Frame): ListFields => ({
  campaign_id: integer('campaign_id'),
  name: text('name'),
  status: text('status'),
  review_status_id: integer('review_status_id'),
  channel: text('channel'),
  advertiser_id: integer('advertiser_id'),
  advertiser_name: { column: sql.ref('a.name'), type: 'text' },
  currency_code: { column: sql`a.currency_code::text`, type: 'text' },
  budget: {
    column: sql`c.budget * ${weightOf(sql.ref('a.currency_code'), rates)}`,
    type: 'amount',
    perUnit: rates.parts * 1_000_000n,
  },
  budget_period: text('budget_period'),
  goal_roas: { column: column('goal_hundredths'), type: 'amount', perUnit: 100n },
  pacing: text('pacing'),
  goal_type: text('goal_type'),
  flow: text('flow'),
  experience_id: integer('experience_id'),
  bidding_type_id: integer('bidding_type_id'),
  start_date: day('start_date'),
  end_date: day('end_date'),
  always_on: { column: sql`(c.end_date is null)`, type: 'boolean' },
  submitted_at: { column: column('submitted_at'), type: 'moment' },
  created_at: { column: column('created_at'), type: 'moment' },
})

const isOfGate = ({ field }: Filter) => field === 'gate'
/** What is asked for beside gates by the word for no gate at all: what serves. */
const askableGates: readonly string[] = [...servingGates, noGate]

function fitsGate(filter: Filter, path: string, gate: ServingGate | null): boolean {
  const asked = valuesOf(filter, path).map(([value, at]) => {
    if (!askableGates.some((one) => one === value)) throw refuseField(at, `Expected one of ${askableGates.join(', ')}`)
    return value
  })
  const here = gate ?? noGate
  if (filter.operation === 'IS NULL') return gate === null
  if (filter.operation === '!=') return here !== asked[0]
  if (filter.operation === '=' || filter.operation === 'IN') return asked.includes(here)
  throw refuseField(`${path}.operation`, 'Expected =, !=, IN or IS NULL')
}

const from = sql`from campaigns c join advertisers a on a.member_group_id = c.member_group_id and a.advertiser_id = c.advertiser_id`
const there = sql`c.deleted_at is null and a.deleted_at is null`

/** Gates that are asked before others are closed in columns of their own, so that whoever asks for a later one, or for none, need not look at these. */
const openBefore: readonly (readonly [ServingGate, Piece])[] = [
  ['advertiser_inactive', sql`a.status = 'active'`],
  ['campaign_status', sql`c.status = 'active'`],
  ['under_review', sql`c.review_status_id <> ${reviewStatusIds.under_review}`],
  ['denied', sql`c.review_status_id = ${reviewStatusIds.approved}`],
]

/** What every campaign has that comes as far as some gate, or past all of them. */
function cameAsFar(filter: Filter): Piece {
  if (filter.operation === '!=') return sql`true`
  const values: readonly unknown[] = filter.operation === 'IS NULL' ? [] : [filter.value].flat()
  const nearest = servingGates.findIndex((gate) => values.includes(gate))
  return and(openBefore.filter(([gate]) => nearest < 0 || servingGates.indexOf(gate) < nearest).map(([, condition]) => condition))
}

/** The campaigns that fit what is asked of what keeps them from serving; only those are looked at that fit everything else. */
async function fitting(context: Context, place: Piece, filters: readonly Filter[], frame: Frame) {
  const asked = filters.flatMap((filter, index) => (isOfGate(filter) ? [[filter, `filters.${index}`] as const] : []))
  if (asked.length === 0) return sql`true`
  for (const [filter, path] of asked) fitsGate(filter, path, null)
  const fields = fieldsIn(frame)
  const others = filters.flatMap((filter, index) =>
    Object.hasOwn(fields, filter.field) ? [listCondition(fields, filter, `filters.${index}`)] : [],
  )
  const narrowed = and([place, ...others, ...asked.map(([filter]) => cameAsFar(filter))])
  const { rows } = await sql<{ campaign_id: number }>`select c.campaign_id ${from} where ${there} and ${narrowed}`.execute(
    context.database.kysely,
  )
  const ids = rows.map(({ campaign_id }) => campaign_id)
  const gates = await gatesOf(context, context.scope.memberGroupId ?? 0, ids)
  const kept = ids.filter((id) => asked.every(([filter, path]) => fitsGate(filter, path, gates.get(id) ?? null)))
  return sql`c.campaign_id = any(${kept}::int[])`
}

/** The one currency of the advertisers concerned, so that a list of a single one is in its own. */
async function ownCurrency({ database: { kysely } }: Context, place: Piece) {
  const { rows } = await sql<{ currency_code: string }>`
    select distinct a.currency_code from advertisers a where a.deleted_at is null and ${place} limit 2`.execute(kysely)
  return rows.length === 1 ? rows[0]?.currency_code : undefined
}

/** What a list stands in. */
export async function listingOf(
  context: Context,
  memberGroupId: number,
  question: Omit<CampaignQuestion, 'pagination' | 'sort'> & CampaignAsk,
) {
  const { advertiser_ids, filters = [] } = question
  const asked = advertiser_ids ? sql`a.advertiser_id = any(${[...advertiser_ids]}::int[])` : sql`true`
  const whose = sql`${inScope(context.scope)} and ${asked}`
  const currency_code = question.currency_code ?? (await ownCurrency(context, whose))
  const frame = await fullFrameOf({ ...question, member_group_id: memberGroupId, ...(currency_code && { currency_code }) }, context)
  return { frame, ask: question, place: sql`${whose} and ${await fitting(context, whose, filters, frame)}` }
}

/** Facts are summed by campaign and currency, then converted and added up. */
function sums(frame: Frame): Piece {
  const own = columns.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`)
  const weight = weightOf(sql.ref('currency_code'), frame.rates)
  const converted = columns.map(
    (name) => sql`sum(${isMoney(name) ? sql`${sql.ref(name)} * ${weight}` : sql.ref(name)}) as ${sql.ref(name)}`,
  )
  return sql`own as materialized (
      select campaign_id, currency_code, ${sql.join(own)} from facts_daily where ${and(placeConditions(frame))} group by campaign_id, currency_code),
    converted as (select campaign_id, ${sql.join(converted)} from own group by campaign_id)`
}

const summed = columns.map((name) => sql`coalesce(converted.${sql.ref(name)}, 0) as ${sql.ref(name)}`)

/** The same fields of what has been listed, under names that no metric has. */
const listedFields = (frame: Frame): ListFields =>
  Object.fromEntries(Object.entries(fieldsIn(frame)).map(([name, field]) => [name, { ...field, column: sql.ref(`by_${name}`) }]))

/** What fits the filters, each with what it came to; a metric is asked of the sums, everything else of the campaign. */
function kept({ frame, ask: { filters = [] }, place }: Listing): Piece {
  const fields = listedFields(frame)
  const conditions = filters.flatMap((filter, index) => {
    const [path, metric] = [`filters.${index}`, metricOf(filter.field)]
    if (isOfGate(filter)) return []
    return [
      metric && rowMetrics.includes(metric) ? metricCondition(filter, metric, path, frame.rates) : listCondition(fields, filter, path),
    ]
  })
  const named = Object.entries(fieldsIn(frame)).map(([name, field]) => sql`${field.column} as ${sql.ref(`by_${name}`)}`)
  return sql`listed as (
      select c.campaign_id, ${sql.join(named)}, ${sql.join(summed)} ${from} left join converted on converted.campaign_id = c.campaign_id where ${there} and ${place}),
    kept as materialized (select * from listed where ${and(conditions)})`
}

/** The order of the rows: by what they came to, or by what is kept of them. */
function order({ frame, ask: { sort } }: Listing): Piece {
  const metrics = rowMetrics.map((metric): [string, ListField] => [metric.id, { column: orderKey(metric), type: 'amount' }])
  const fields = { ...listedFields(frame), ...Object.fromEntries(metrics) }
  return listOrder(fields, sort ?? [{ field: 'created_at', order: 'desc' }], sql.ref('campaign_id'))
}

interface Summed {
  readonly campaign_id: number
  readonly currency_code: string
  readonly sums: Readonly<Record<string, string>>
}
interface Found {
  readonly total: number
  readonly totals: Readonly<Record<string, string>>
  readonly ids: readonly number[]
  readonly own: readonly Summed[]
}

const sumsOf = (read: Readonly<Record<string, string>>): Sums =>
  Object.fromEntries(
    columns.map((name) => {
      if (read[name] === 'NaN') throw new Error('There are facts in a currency, and no rate for it')
      return [name, BigInt(read[name] ?? 0)]
    }),
  )
const objectOf = (piece: (name: string) => Piece) => sql.join(columns.map((name) => sql`${name}::text, (${piece(name)})::text`))

/** A page of a list, what each row of it came to by currency, and what everything that fits came to. */
export async function pageOfCampaigns({ database }: Context, listing: Listing) {
  const { rows } = await sql<Found>`
    with ${sums(listing.frame)}, ${kept(listing)},
      page as (select campaign_id, row_number() over (order by ${order(listing)}) as nth from kept order by nth ${listPage(listing.ask.pagination)})
    select (select count(*)::int from kept) as total,
      (select json_build_object(${objectOf((name) => sql`coalesce(sum(${sql.ref(name)}), 0)`)}) from kept) as totals,
      (select coalesce(json_agg(campaign_id order by nth), '[]') from page) as ids,
      (select coalesce(json_agg(json_build_object('campaign_id', campaign_id, 'currency_code', currency_code, 'sums', json_build_object(${objectOf((name) => sql.ref(name))}))), '[]')
        from own where campaign_id in (select campaign_id from page)) as own`.execute(database.reports)
  const [found] = rows
  if (!found) throw new Error('A list was asked, and nothing came back')
  return { ...found, totals: sumsOf(found.totals), own: found.own.map((one) => ({ ...one, sums: sumsOf(one.sums) })) }
}

/** Which campaigns fit a list, at most so many; read where the change is written that follows. */
export async function campaignsFitting({ database }: Context, listing: Listing, most: number): Promise<number[]> {
  const { rows } = await sql<{ campaign_id: number }>`
    with ${sums(listing.frame)}, ${kept(listing)} select campaign_id from kept order by campaign_id limit ${most}`.execute(database.kysely)
  return rows.map(({ campaign_id }) => campaign_id)
}
