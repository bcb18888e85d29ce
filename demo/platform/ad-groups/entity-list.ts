import { sql } from 'kysely'
import type { AdGroupEntityRow, adGroupEntities, EntityRow } from '../../../src/contract/ad-groups/entities.ts'
import type { Call, Result } from '../../../src/contract/endpoint.ts'
import { decimalOf, microsPerUnit } from '../../../src/contract/money/money.ts'
import { campaignWithConstraints, storedAdGroups } from './constraints.ts'
import { metricListScope, totalsInfo, totalsOf } from './list.ts'
import { noStrength, bidStrengths } from './bid-strengths.ts'
import { adGroupTables, notRemovedAdGroup, type ListedStrength } from './row.ts'
import { inScopeSql } from '../access/advertiser-scope.ts'
import type { Context } from '../context/context.ts'
import type { ListFields } from '../sql/list.ts'
import { notFound } from '../context/refusal.ts'
import { anyOf, type SqlPiece } from '../sql/pieces.ts'
import { metricPage } from '../reports/row-metrics.ts'
import type { Competitiveness } from '../../../src/contract/bids/bids.rules.ts'
import { grouped } from '../collections/grouped.ts'

interface BidRead {
  readonly entity_id: number
  readonly advertiser_id: number
  readonly channel: string
  readonly bidding_type_id: number
  readonly currency_code: string
  readonly bid: number
  readonly isShown: boolean
}

const bestFirst: readonly Competitiveness[] = ['Competitive', 'NotCompetitive', 'NoData', 'Disabled']

/** The best strength that each entity's bids have in the ad groups that match the condition. */
async function bestStrengths(context: Context, memberGroupId: number, ids: readonly number[], condition: SqlPiece) {
  const { rows } = await sql<BidRead>`
    select
      x.entity_id,
      x.advertiser_id,
      c.channel,
      c.bidding_type_id,
      a.currency_code::text as currency_code,
      coalesce(x.bid, g.base_bid) as bid,
      e.status = 'active' and g.status = 'active' as "isShown"
    from ad_group_entities x
    join entities e on e.member_group_id = x.member_group_id and e.entity_id = x.entity_id
    join ${adGroupTables} on g.member_group_id = x.member_group_id and g.ad_group_id = x.ad_group_id
    where ${condition} and ${notRemovedAdGroup} and x.entity_id = any(${[...ids]}::int[])`.execute(context.database.kysely)
  const bids = rows.map((row) => ({ ...row, bid: BigInt(row.bid) }))
  const strengths = await bidStrengths(context, memberGroupId, bids)
  const byEntity = grouped(
    rows.map(({ entity_id }, index) => ({ entity_id, strength: strengths[index] ?? noStrength })),
    ({ entity_id }) => entity_id,
  )
  return (id: number): ListedStrength => {
    const entityStrengths = (byEntity.get(id) ?? []).map(({ strength }) => strength)
    const best = bestFirst.find((level) => entityStrengths.some(({ bid_strength }) => bid_strength === level))
    return entityStrengths.find(({ bid_strength }) => bid_strength === best) ?? noStrength
  }
}

type EntityQuery = Call<typeof adGroupEntities.report>['body']
type ClientQuery = Call<typeof adGroupEntities.clientReport>['body']
type EntityPage = Result<typeof adGroupEntities.report>

interface EntityRead extends Omit<AdGroupEntityRow, 'bid' | 'effective_bid' | keyof ListedStrength | 'added_at' | 'metrics'> {
  readonly advertiser_id: number
  readonly channel: string
  readonly bidding_type_id: number
  readonly bid: number | null
  readonly effective_bid: number
  readonly added_at: Date
}

const field = (name: string, type: ListFields[string]['type']) => ({ column: sql.ref(name), type })
const bidField = (name: string) => ({ ...field(name, 'amount'), perUnit: microsPerUnit })
const entityFields: ListFields = {
  entity_id: field('entity_id', 'integer'),
  internal_id: field('internal_id', 'text'),
  name: field('name', 'text'),
  category: field('category', 'text'),
  status: field('status', 'text'),
}
const adGroupEntityFields: ListFields = {
  ...entityFields,
  ad_group_id: field('ad_group_id', 'integer'),
  ad_group_name: field('ad_group_name', 'text'),
  ad_group_status: field('ad_group_status', 'text'),
  bid: bidField('bid'),
  effective_bid: bidField('effective_bid'),
  added_at: field('added_at', 'moment'),
}
const clientFields: ListFields = {
  ...entityFields,
  advertiser_id: field('advertiser_id', 'integer'),
  advertiser_name: field('advertiser_name', 'text'),
}

const entityColumns = sql`e.entity_id, e.internal_id, e.name, e.category, e.status`
const entitiesJoined = sql`join entities e on e.member_group_id = x.member_group_id and e.entity_id = x.entity_id`
const entitiesWhere = (condition: SqlPiece) => sql`
  select
    ${entityColumns},
    x.ad_group_id,
    x.bid,
    coalesce(x.bid, g.base_bid) as effective_bid,
    x.added_at,
    g.name as ad_group_name,
    g.status as ad_group_status,
    g.advertiser_id,
    c.channel,
    c.bidding_type_id,
    a.currency_code::text as currency_code
  from ad_group_entities x
  ${entitiesJoined}
  join ${adGroupTables} on g.member_group_id = x.member_group_id and g.ad_group_id = x.ad_group_id
  where ${notRemovedAdGroup} and ${condition}`

const decimal = (micros: number) => decimalOf(BigInt(micros))

/** Entities of the ad groups that match the condition, with bid, bid strength and metrics. */
async function entitiesWithin(context: Context, memberGroupId: number, condition: SqlPiece, query: ClientQuery): Promise<EntityPage> {
  const reportScope = await metricListScope(memberGroupId, query, context)
  const page = await metricPage<EntityRead>(context, {
    reportScope,
    fields: adGroupEntityFields,
    keys: ['ad_group_id', 'entity_id'],
    rowsSql: entitiesWhere(condition),
    query,
  })
  const strengths = await bidStrengths(
    context,
    memberGroupId,
    page.rows.map(({ effective_bid, status, ad_group_status, ...row }) => {
      return { ...row, bid: BigInt(effective_bid), isShown: status === 'active' && ad_group_status === 'active' }
    }),
  )
  const entities = page.rows.map((row, index) => ({
    entity_id: row.entity_id,
    internal_id: row.internal_id,
    name: row.name,
    category: row.category,
    status: row.status,
    ad_group_id: row.ad_group_id,
    ad_group_name: row.ad_group_name,
    ad_group_status: row.ad_group_status,
    bid: row.bid === null ? null : decimal(row.bid),
    effective_bid: decimal(row.effective_bid),
    ...(strengths[index] ?? noStrength),
    currency_code: row.currency_code,
    added_at: row.added_at.toISOString(),
    metrics: row.metrics,
  }))
  return { entities, ...totalsOf(page), ...totalsInfo(reportScope) }
}

export async function entitiesOfAdGroup(
  context: Context,
  { memberGroupId, advertiserId, adGroupId }: { memberGroupId: number; advertiserId: number; adGroupId: number },
  query: EntityQuery,
) {
  const [adGroup] = await storedAdGroups(context, memberGroupId, [adGroupId], 'read')
  if (adGroup?.advertiser_id !== advertiserId) throw notFound('Ad group')
  const condition = sql`x.member_group_id = ${memberGroupId} and x.ad_group_id = ${adGroupId}`
  return entitiesWithin(context, memberGroupId, condition, {
    ...query,
    advertiser_ids: [advertiserId],
    campaign_ids: [adGroup.campaign_id],
  })
}

export async function entitiesOfCampaign(
  context: Context,
  { memberGroupId, advertiserId, campaignId }: { memberGroupId: number; advertiserId: number; campaignId: number },
  query: EntityQuery,
) {
  await campaignWithConstraints(context, memberGroupId, advertiserId, campaignId, 'read')
  const condition = sql`x.member_group_id = ${memberGroupId} and x.campaign_id = ${campaignId}`
  return entitiesWithin(context, memberGroupId, condition, { ...query, advertiser_ids: [advertiserId], campaign_ids: [campaignId] })
}

const idIn = (column: string, ids: readonly number[] | undefined): SqlPiece => (ids ? sql`${sql.ref(column)} = ${anyOf(ids)}` : sql`true`)

interface ClientRead extends Omit<EntityRow, 'metrics' | 'least_bid' | 'most_bid' | keyof ListedStrength> {
  readonly least_bid: number
  readonly most_bid: number
}

/** Entities of a client that are in at least one ad group, with metrics over all of them. */
export async function entitiesOfClient(context: Context, memberGroupId: number, query: ClientQuery) {
  const reportScope = await metricListScope(memberGroupId, query, context)
  const { advertiser_ids, campaign_ids } = query
  const condition = sql`
    x.member_group_id = ${memberGroupId}
    and ${idIn('x.campaign_id', campaign_ids)}
    and ${idIn('x.advertiser_id', advertiser_ids)}`
  const inAdGroups = sql`ad_group_entities x join ad_groups g on g.member_group_id = x.member_group_id and g.ad_group_id = x.ad_group_id
    join campaigns c on c.member_group_id = g.member_group_id and c.campaign_id = g.campaign_id
    where ${condition} and g.deleted_at is null and c.deleted_at is null`
  const countOf = (column: string) =>
    sql`(
      select count(distinct ${sql.ref(column)})::int from ${inAdGroups} and x.entity_id = page.entity_id
    ) as ${sql.ref(`${column.slice(2, -3)}s`)}`
  const bidAt = (end: 'min' | 'max') =>
    sql`(select ${sql.raw(end)}(coalesce(x.bid, g.base_bid)) from ${inAdGroups} and x.entity_id = page.entity_id)`
  const page = await metricPage<ClientRead>(context, {
    reportScope,
    fields: clientFields,
    keys: ['entity_id'],
    query,
    rowsSql: sql`select ${entityColumns}, e.advertiser_id, a.name as advertiser_name, a.currency_code::text as currency_code
      from entities e join advertisers a on a.member_group_id = e.member_group_id and a.advertiser_id = e.advertiser_id
      where a.deleted_at is null and ${inScopeSql(context.scope)} and e.entity_id in (select x.entity_id from ${inAdGroups})`,
    pageColumns: sql`${countOf('x.campaign_id')}, ${countOf('x.ad_group_id')}, ${bidAt('min')} as least_bid, ${bidAt('max')} as most_bid`,
  })
  const ids = page.rows.map(({ entity_id }) => entity_id)
  const strengthOf = await bestStrengths(context, memberGroupId, ids, condition)
  const entities = page.rows.map((row) => ({
    entity_id: row.entity_id,
    internal_id: row.internal_id,
    name: row.name,
    category: row.category,
    status: row.status,
    advertiser_id: row.advertiser_id,
    advertiser_name: row.advertiser_name,
    currency_code: row.currency_code,
    campaigns: row.campaigns,
    ad_groups: row.ad_groups,
    metrics: row.metrics,
    least_bid: decimal(row.least_bid),
    most_bid: decimal(row.most_bid),
    ...strengthOf(row.entity_id),
  }))
  return { entities, ...totalsOf(page), ...totalsInfo(reportScope) }
}
