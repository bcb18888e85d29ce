import { sql, type SqlBool } from 'kysely'
import type { Call, Result } from '../../../src/contract/endpoint.ts'
import type { insertionOrders, OrderCampaign, OrderLine } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import { linkRule, moveRule, overStatuses, type OrderRuleResult } from '../../../src/contract/insertion-orders/insertion-orders.rules.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import { inScopeSql } from '../access/advertiser-scope.ts'
import type { Context } from '../context/context.ts'
import { notFound, refuseField, staleVersion } from '../context/refusal.ts'
import type { ListFields, ListQuery } from '../sql/list.ts'
import { pageOf } from '../sql/page.ts'
import { anyOf } from '../sql/pieces.ts'
import { orderState, requireAction } from './actions.ts'
import { linkingOrder, lockOrders, remainingOf, writeLinks } from './link-writes.ts'
import { orderLines, requireOrder, type OrderRecord } from './read.ts'

/** Campaigns that the caller may see, with the order that they have now (`n`) and what they were charged to this one (`p`). */
const campaignsFrom = ({ database: { kysely }, scope }: Context, { member_group_id, insertion_order_id }: OrderRecord) =>
  kysely
    .selectFrom('campaigns as c')
    .innerJoin('advertisers as a', (join) =>
      join.onRef('a.member_group_id', '=', 'c.member_group_id').onRef('a.advertiser_id', '=', 'c.advertiser_id'),
    )
    .leftJoin('insertion_orders as n', (join) =>
      join.onRef('n.member_group_id', '=', 'c.member_group_id').onRef('n.insertion_order_id', '=', 'c.insertion_order_id'),
    )
    .leftJoin(
      (db) =>
        db
          .selectFrom('insertion_order_spend')
          .select(({ fn }) => ['campaign_id', fn.sum<string>('micros').as('micros')])
          .where('member_group_id', '=', member_group_id)
          .where('insertion_order_id', '=', insertion_order_id)
          .groupBy('campaign_id')
          .as('p'),
      (join) => join.onRef('p.campaign_id', '=', 'c.campaign_id'),
    )
    .where(sql<SqlBool>`${inScopeSql(scope)}`)
    .where('c.deleted_at', 'is', null)
    .where('a.deleted_at', 'is', null)

const columns = [
  'c.campaign_id',
  'c.advertiser_id',
  'a.name as advertiser_name',
  'a.currency_code',
  'c.name',
  'c.status',
  'c.start_date',
  'c.end_date',
  'c.insertion_order_id',
  'c.insertion_order_line_id as line_id',
  'c.insertion_order_linked_at as linked_at',
  'n.name as current_order',
  'p.micros as spent',
] as const

interface CampaignRow extends Omit<OrderCampaign, 'linked_at' | 'is_linked' | 'spent'> {
  readonly currency_code: string
  readonly insertion_order_id: number | null
  readonly linked_at: Date | null
  readonly current_order: string | null
  readonly spent: string | null
}

/** A campaign of an order. Line and day of one that has another order, or none, are not of this order. */
const toOrderCampaign = (row: CampaignRow, { insertion_order_id }: OrderRecord): OrderCampaign => ({
  campaign_id: row.campaign_id,
  advertiser_id: row.advertiser_id,
  advertiser_name: row.advertiser_name,
  name: row.name,
  status: row.status,
  ...(row.insertion_order_id === insertion_order_id
    ? { is_linked: true, line_id: row.line_id, linked_at: row.linked_at?.toISOString() ?? null }
    : { is_linked: false, line_id: null, linked_at: null }),
  start_date: row.start_date,
  end_date: row.end_date,
  spent: decimalOf(BigInt(row.spent ?? 0)),
})

/** The campaigns that spend from an order, and then those that did and have left it. */
export async function orderCampaigns(context: Context, insertionOrderId: number): Promise<Result<typeof insertionOrders.campaigns>> {
  const order = await requireOrder(context, insertionOrderId)
  const rows = await campaignsFrom(context, order)
    .select(columns)
    .select(({ selectFrom }) =>
      selectFrom('spend_days as s')
        .select(({ fn }) => fn.sum<string>('s.micros').as('micros'))
        .whereRef('s.member_group_id', '=', 'c.member_group_id')
        .whereRef('s.campaign_id', '=', 'c.campaign_id')
        .where('s.day', '>=', order.start_date)
        .where('s.day', '<=', order.end_date)
        .as('in_ledger'),
    )
    .where(({ eb, or }) => or([eb('c.insertion_order_id', '=', insertionOrderId), eb('p.micros', 'is not', null)]))
    .orderBy(sql`c.insertion_order_id is not distinct from ${insertionOrderId}`, 'desc')
    .orderBy('c.name')
    .orderBy('c.campaign_id')
    .execute()
  return { campaigns: rows.map((row) => ({ ...toOrderCampaign(row, order), in_ledger: decimalOf(BigInt(row.in_ledger ?? 0)) })) }
}

const fields: ListFields = {
  campaign_id: { column: sql.ref('c.campaign_id'), type: 'integer' },
  name: { column: sql.ref('c.name'), type: 'text' },
  advertiser_id: { column: sql.ref('c.advertiser_id'), type: 'integer' },
  advertiser_name: { column: sql.ref('a.name'), type: 'text' },
  status: { column: sql.ref('c.status'), type: 'text' },
  start_date: { column: sql.ref('c.start_date'), type: 'day' },
  end_date: { column: sql.ref('c.end_date'), type: 'day' },
  current_order: { column: sql.ref('n.name'), type: 'text' },
}

/** A page of campaigns that could be linked, with the order that they have now. */
export async function availableCampaigns(
  context: Context,
  insertionOrderId: number,
  query: ListQuery,
): Promise<Result<typeof insertionOrders.availableCampaigns>> {
  const order = await requireOrder(context, insertionOrderId)
  const { advertiser_id } = order
  const { rows, total } = await pageOf({
    from: campaignsFrom(context, order)
      .where('c.status', 'not in', overStatuses)
      .where('a.currency_code', '=', order.currency_code)
      .where('c.insertion_order_id', 'is distinct from', insertionOrderId)
      .$if(advertiser_id !== null, (from) => from.where('c.advertiser_id', '=', advertiser_id)),
    columns: (from) => from.select(columns),
    fields,
    id: sql`c.campaign_id desc`,
    where: query,
    row: (row: CampaignRow) => ({ ...toOrderCampaign(row, order), current_order: row.current_order }),
  })
  return { campaigns: rows, total }
}

/** The active campaigns that closing an order stops, those that the caller may not see as a number, and what remains unspent. */
export async function closeEffect(context: Context, insertionOrderId: number): Promise<Result<typeof insertionOrders.closeEffect>> {
  const order = await requireOrder(context, insertionOrderId)
  const visible = await campaignsFrom(context, order)
    .select(['c.campaign_id', 'c.name'])
    .where('c.insertion_order_id', '=', insertionOrderId)
    .where('c.status', '=', 'active')
    .orderBy('c.name')
    .orderBy('c.campaign_id')
    .execute()
  const { active } = await context.database.kysely
    .selectFrom('campaigns')
    .select(({ fn }) => fn.countAll<number>().as('active'))
    .where('member_group_id', '=', order.member_group_id)
    .where('insertion_order_id', '=', insertionOrderId)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    campaigns: visible,
    other_campaigns: active - visible.length,
    unspent: order.seesWhole ? decimalOf(await remainingOf(context, order)) : null,
  }
}

type LinkRequest = NonNullable<Call<typeof insertionOrders.link>['body']>

/** A campaign to link or unlink, the order and line that it gets, and why it cannot. */
interface Planned {
  readonly campaign: CampaignRow
  readonly insertion_order_id: number | null
  readonly line_id: number | null
  readonly result: OrderRuleResult
}

/** The other order that a campaign leaves when it is linked to this one; null if it has none. */
const leftOrder = ({ insertion_order_id: id, current_order }: CampaignRow, order: OrderRecord) =>
  id === null || id === order.insertion_order_id ? null : { id, name: current_order ?? '' }

/** Plans each requested change. */
async function planned(
  context: Context,
  order: OrderRecord,
  { link = [], unlink = [] }: LinkRequest,
  { campaigns, lines }: { readonly campaigns: ReadonlyMap<number, CampaignRow>; readonly lines: readonly OrderLine[] },
): Promise<Planned[]> {
  const linking = await linkingOrder(context, order)
  const campaignOf = (id: number) => {
    const campaign = campaigns.get(id)
    if (!campaign) throw notFound('Campaign')
    return campaign
  }
  const links = link.map(({ campaign_id, line_id, moves_from_id }, index): Planned => {
    if (line_id !== null && !lines.some((line) => line.line_id === line_id))
      throw refuseField(`link.${index}.line_id`, 'Choose a line of this order')
    const campaign = campaignOf(campaign_id)
    const is_linked = campaign.insertion_order_id === order.insertion_order_id
    const isLinkable = linkRule(linking, { ...campaign, is_linked })
    const result = isLinkable === true ? moveRule(leftOrder(campaign, order), moves_from_id) : isLinkable
    return { campaign, insertion_order_id: order.insertion_order_id, line_id, result }
  })
  const unlinks = unlink.map((campaign_id, index): Planned => {
    const campaign = campaignOf(campaign_id)
    if (campaign.insertion_order_id !== order.insertion_order_id) throw refuseField(`unlink.${index}`, 'Choose a campaign of this order')
    return { campaign, insertion_order_id: null, line_id: null, result: true }
  })
  return [...links, ...unlinks]
}

const isChange = ({ campaign, insertion_order_id, line_id }: Planned) =>
  campaign.insertion_order_id !== insertion_order_id || campaign.line_id !== line_id

/** Links and unlinks campaigns. Campaigns with a refusal stay as they are. A dry run writes nothing. */
export async function linkCampaigns(
  context: Context,
  insertionOrderId: number,
  request: LinkRequest,
): Promise<Result<typeof insertionOrders.link>> {
  const visible = await requireOrder(context, insertionOrderId)
  const ids = [...(request.link ?? []).map(({ campaign_id }) => campaign_id), ...(request.unlink ?? [])]
  if (new Set(ids).size < ids.length) throw refuseField('link', 'Name each campaign once')
  // Campaigns are locked before their order, as delivery does.
  const locked = await campaignsFrom(context, visible)
    .select(columns)
    .where('c.campaign_id', '=', anyOf(ids))
    .orderBy('c.campaign_id')
    .forUpdate('c')
    .execute()
  await lockOrders(context, visible.member_group_id, [
    insertionOrderId,
    ...locked.flatMap(({ insertion_order_id }) => insertion_order_id ?? []),
  ])
  const order = await requireOrder(context, insertionOrderId)
  if (order.version !== context.version) throw staleVersion('Insertion order')
  requireAction(await orderState(context, order), 'link')
  const lines = await orderLines(context, order)
  const campaigns = new Map(locked.map((campaign) => [campaign.campaign_id, campaign]))
  const plan = await planned(context, order, request, { campaigns, lines })
  const changes = plan.filter((one) => one.result === true && isChange(one))
  const isDryRun = request.dry_run === true
  if (!isDryRun && changes.length > 0) await writeLinks(context, order, lines, changes)
  return {
    results: plan.map(({ campaign, insertion_order_id, result }) => {
      const left = insertion_order_id === null ? null : leftOrder(campaign, order)
      return {
        campaign_id: campaign.campaign_id,
        name: campaign.name,
        refusal: result === true ? null : { code: result.code, values: { ...result.values } },
        moves_from: left?.name ?? null,
        moves_from_id: left?.id ?? null,
      }
    }),
    is_dry_run: isDryRun,
    version: isDryRun || changes.length === 0 ? order.version : order.version + 1,
  }
}
