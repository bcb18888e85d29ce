import { maxBulkAdGroups } from '../../../contract/ad-groups/bulk.rules.ts'
import type { AdGroupBulk } from '../../../contract/ad-groups/changes.ts'
import { type AdGroupBulkResult, adGroups } from '../../../contract/ad-groups/ad-groups.ts'
import { type CampaignBulk, type CampaignChanges, maxBulkCampaigns } from '../../../contract/campaigns/edits.ts'
import { campaigns } from '../../../contract/campaigns/campaigns.ts'
import type { Days } from '../../../contract/dates/date-ranges.ts'
import { maxPageSize } from '../../../contract/list.ts'
import type { Send } from '../../../kit/api.ts'
import { type BulkStep, plannedRun } from './run.ts'
import type { BulkResult, BulkRun } from './batches.ts'
import { adGroupBulk, type BulkValues, bidsBelow, campaignBulk, changesBids, changesCampaigns } from './values.ts'

/** The part of the request body that selects campaigns. */
export type SelectedCampaigns = Pick<CampaignBulk, 'campaign_ids' | 'all_selected' | 'report' | 'advertiser_ids' | 'except_campaign_ids'>
/** The part of the request body that selects ad groups. */
export type SelectedAdGroups = Pick<AdGroupBulk, 'ad_group_ids' | 'all_selected' | 'report'>

/** What every bulk request needs. `plannedRun` repeats the requests with its own keys, so they use `send`; useBulkCompletion does what follows. */
export interface BulkRequestContext {
  readonly send: Send
  readonly clientId: number
  readonly days: Days
}

/** Converts the response for campaigns. */
export const fromCampaignResponse = ({ rows, changed, refused, batch, effect }: CampaignChanges): BulkResult => ({
  of: 'campaigns',
  changed,
  refused,
  batch,
  effects: effect ? [effect] : [],
  rows: rows.map(
    ({ campaign_id, name, advertiser_name, currency_code, fields, problem, ad_groups_left: left = 0, left_ad_groups: named = [] }) => ({
      id: String(campaign_id),
      name,
      owner: advertiser_name,
      currency_code,
      fields,
      problem: problem && { code: problem.code, values: problem.values },
      ...(left > 0 && { unchangedAdGroups: { count: left, named } }),
    }),
  ),
})

/** Converts the response for ad groups. */
const fromAdGroupResponse = ({ rows, changed, refused, batch, effect }: AdGroupBulkResult): BulkResult => ({
  of: 'ad_groups',
  changed,
  refused,
  batch,
  effects: effect ? [effect] : [],
  rows: rows.map(({ ad_group_id, name, campaign_name, advertiser_name, currency_code, fields, problem }) => {
    const { code, ...values } = problem ?? { code: '' }
    return {
      id: String(ad_group_id),
      name,
      owner: `${campaign_name} · ${advertiser_name}`,
      currency_code,
      fields,
      problem: problem && { code, values },
    }
  }),
})

/** Changing thousands of rows in one transaction takes long. */
const longMs = 60_000

/** Requests page after page until there is no `next`. */
async function requestAllPages<Response extends { readonly next?: number | null | undefined }>(ask: (from: number) => Promise<Response>) {
  const results: Response[] = []
  for (let from: number | null = 1; from !== null; from = results.at(-1)?.next ?? null) results.push(await ask(from))
  return results
}

/** Splits the ids into chunks that fit one request. */
async function requestInChunks<Response>(ids: readonly number[], chunkSize: number, ask: (some: number[]) => Promise<Response>) {
  const results: Response[] = []
  for (let at = 0; at < ids.length; at += chunkSize) results.push(await ask(ids.slice(at, at + chunkSize)))
  return results
}

/** Ids and `seen` versions of the rows that the dry run would change. */
function changingRowsIn<Row extends { readonly fields: readonly unknown[]; readonly seen?: string | undefined }>(
  rows: readonly Row[],
  idOf: (row: Row) => number,
) {
  const going = rows.filter(({ fields }) => fields.length > 0)
  return { ids: going.map(idOf), seen: going.map(({ seen }) => String(seen)) }
}

/** Runs the dry runs for campaigns and prepares one change request from each. */
async function campaignSteps(selected: SelectedCampaigns, { send, clientId }: BulkRequestContext, values: BulkValues) {
  const wish = campaignBulk(values)
  const ask = (body: CampaignBulk, idempotencyKey?: string) =>
    send(
      campaigns.bulk,
      { path: { memberGroupId: clientId }, body: { ...body, ...wish } },
      { timeoutMs: longMs, ...(idempotencyKey && { idempotencyKey }) },
    )
  const { campaign_ids } = selected
  const found = campaign_ids
    ? await requestInChunks(campaign_ids, maxBulkCampaigns, (some) => ask({ campaign_ids: some, dry_run: true }))
    : await requestAllPages((from) => ask({ ...selected, from, dry_run: true }))
  const steps = found.map((result): BulkStep => {
    const { ids, seen } = changingRowsIn(result.rows, ({ campaign_id }) => campaign_id)
    const make = async (key: string) => fromCampaignResponse(await ask({ campaign_ids: ids, seen }, key))
    return { preview: fromCampaignResponse(result), make: ids.length > 0 ? make : undefined }
  })
  return { steps, ids: found.flatMap(({ rows }) => rows.map(({ campaign_id }) => campaign_id)) }
}

/** Runs the dry runs for ad groups and prepares one change request from each. */
async function adGroupSteps(
  selected: readonly SelectedAdGroups[],
  { send, clientId }: BulkRequestContext,
  wish: Partial<AdGroupBulk>,
): Promise<BulkStep[]> {
  const ask = (body: AdGroupBulk, idempotencyKey?: string) =>
    send(
      adGroups.bulk,
      { path: { memberGroupId: clientId }, body: { ...body, ...wish } },
      { timeoutMs: longMs, ...(idempotencyKey && { idempotencyKey }) },
    )
  const found: AdGroupBulkResult[] = []
  for (const one of selected)
    found.push(
      ...(one.ad_group_ids
        ? await requestInChunks(one.ad_group_ids, maxBulkAdGroups, (some) => ask({ ad_group_ids: some, dry_run: true }))
        : await requestAllPages((from) => ask({ ...one, from, dry_run: true }))),
    )
  return found.map((result) => {
    const { ids, seen } = changingRowsIn(result.rows, ({ ad_group_id }) => ad_group_id)
    const make = async (key: string) => fromAdGroupResponse(await ask({ ad_group_ids: ids, seen }, key))
    // Each response counts the budgets of its campaigns. Several requests can share a campaign, so their sums are not shown.
    const preview = { ...fromAdGroupResponse(result), ...(found.length > 1 && { effects: [] }) }
    return { preview, make: ids.length > 0 ? make : undefined }
  })
}

/** Ids of the selected campaigns; "select all" reads them from the list, sorted by id. */
async function idsOf(selected: SelectedCampaigns, { send, clientId, days }: BulkRequestContext): Promise<number[]> {
  if (selected.campaign_ids) return selected.campaign_ids
  const { report = {}, advertiser_ids, except_campaign_ids = [] } = selected
  const { start_date, end_date } = days
  const baseBody = {
    ...report,
    start_date,
    end_date,
    ...(advertiser_ids && { advertiser_ids }),
    sort: [{ field: 'campaign_id', order: 'asc' as const }],
  }
  const except = new Set(except_campaign_ids)
  const found = await requestAllPages(async (from) => {
    const filters = [...(report.filters ?? []), { field: 'campaign_id', operation: '>' as const, value: from - 1 }]
    const body = { ...baseBody, filters, pagination: { start: 0, count: maxPageSize } }
    const { campaigns: rows } = await send(campaigns.report, { path: { memberGroupId: clientId }, body })
    const last = rows.at(-1)?.campaign_id
    return { ids: rows.map(({ campaign_id }) => campaign_id), next: rows.length === maxPageSize && last !== undefined ? last + 1 : null }
  })
  return found.flatMap(({ ids }) => ids).filter((id) => !except.has(id))
}

/** Selects all ad groups of the given campaigns. */
const adGroupsBelow = (ids: readonly number[], { start_date, end_date }: Days) =>
  requestInChunks(
    ids,
    maxBulkCampaigns,
    async (campaign_ids): Promise<SelectedAdGroups> => ({
      all_selected: true,
      report: { start_date, end_date, campaign_ids },
    }),
  )

/**
 * Changes campaigns, and the bids of their ad groups if requested.
 * Bids come first: a change of the ad groups' budgets would make the versions of the bids' dry run outdated.
 */
export const campaignRun = (selected: SelectedCampaigns, context: BulkRequestContext): BulkRun<BulkValues> =>
  plannedRun(async (values) => {
    const own = changesCampaigns(values) ? await campaignSteps(selected, context, values) : undefined
    if (!changesBids(values)) return own?.steps ?? []
    const ids = own?.ids ?? (await idsOf(selected, context))
    const bids = await adGroupSteps(await adGroupsBelow(ids, context.days), context, bidsBelow(values))
    return [...bids, ...(own?.steps ?? [])]
  })

export const adGroupRun = (selected: SelectedAdGroups, context: BulkRequestContext): BulkRun<BulkValues> =>
  plannedRun((values) => adGroupSteps([selected], context, adGroupBulk(values)))
