import { maxBulkAdGroups } from '../../../contract/ad-groups/ad-groups.rules.ts'
import type { AdGroupBulk } from '../../../contract/ad-groups/changes.ts'
import { type AdGroupBulkResult, adGroups } from '../../../contract/ad-groups/ad-groups.ts'
import { type CampaignBulk, type CampaignChanges, maxBulkCampaigns } from '../../../contract/campaigns/edits.ts'
import { campaigns } from '../../../contract/campaigns/campaigns.ts'
import type { Days } from '../../../contract/dates/date-ranges.ts'
import { maxPageSize } from '../../../contract/list.ts'
import type { Send } from '../../../kit/api.ts'
import { type BulkStep, plannedRun } from './run.ts'
import type { BulkResult, BulkRun } from './batches.ts'
import { adGroupBulk, type BulkValues, bidChangeOf, campaignBulk, changesBids, changesCampaigns } from './values.ts'

/** The part of the request body that selects campaigns. */
export type SelectedCampaigns = Pick<CampaignBulk, 'campaign_ids' | 'all_selected' | 'report' | 'advertiser_ids' | 'except_campaign_ids'>
/** The part of the request body that selects ad groups. */
export type SelectedAdGroups = Pick<AdGroupBulk, 'ad_group_ids' | 'all_selected' | 'report'>

/**
 * What every bulk request needs. Requests go through `send` and not `useMutate`, because `plannedRun` sets the idempotency keys itself. After
 * the run, `useBulkCompletion` reloads the data and shows the notice.
 */
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
    ({
      campaign_id,
      name,
      advertiser_name,
      currency_code,
      fields,
      problem,
      unchanged_ad_group_count: count = 0,
      unchanged_ad_groups: named = [],
    }) => ({
      id: String(campaign_id),
      name,
      owner: advertiser_name,
      currency_code,
      fields,
      problem: problem && { code: problem.code, values: problem.values },
      ...(count > 0 && { unchangedAdGroups: { count, named } }),
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
async function requestAllPages<Response extends { readonly next?: number | null | undefined }>(
  request: (from: number) => Promise<Response>,
) {
  const results: Response[] = []
  for (let from: number | null = 1; from !== null; from = results.at(-1)?.next ?? null) results.push(await request(from))
  return results
}

/** Splits ids into chunks that fit one request. */
function inChunks(ids: readonly number[], chunkSize: number): number[][] {
  const chunks: number[][] = []
  for (let start = 0; start < ids.length; start += chunkSize) chunks.push(ids.slice(start, start + chunkSize))
  return chunks
}

/** Sends one request per chunk, one after the other. */
async function requestInChunks<Response>(ids: readonly number[], chunkSize: number, request: (chunk: number[]) => Promise<Response>) {
  const results: Response[] = []
  for (const chunk of inChunks(ids, chunkSize)) results.push(await request(chunk))
  return results
}

/** Ids and versions of the rows that the dry run would change. */
function changingRowsIn<Row extends { readonly fields: readonly unknown[]; readonly seen?: string | undefined }>(
  rows: readonly Row[],
  idOf: (row: Row) => number,
) {
  const changing = rows.filter(({ fields }) => fields.length > 0)
  return { ids: changing.map(idOf), versionsSeen: changing.map(({ seen }) => String(seen)) }
}

/** Sends the dry runs for campaigns and prepares one change request from each. */
async function campaignSteps(selected: SelectedCampaigns, { send, clientId }: BulkRequestContext, values: BulkValues) {
  const requestedChange = campaignBulk(values)
  const request = (body: CampaignBulk, idempotencyKey?: string) =>
    send(
      campaigns.bulk,
      { path: { memberGroupId: clientId }, body: { ...body, ...requestedChange } },
      { timeoutMs: longMs, ...(idempotencyKey && { idempotencyKey }) },
    )
  const { campaign_ids } = selected
  const found = campaign_ids
    ? await requestInChunks(campaign_ids, maxBulkCampaigns, (chunk) => request({ campaign_ids: chunk, dry_run: true }))
    : await requestAllPages((from) => request({ ...selected, from, dry_run: true }))
  const steps = found.map((result): BulkStep => {
    const { ids, versionsSeen } = changingRowsIn(result.rows, ({ campaign_id }) => campaign_id)
    const apply = async (key: string) => fromCampaignResponse(await request({ campaign_ids: ids, seen: versionsSeen }, key))
    return { preview: fromCampaignResponse(result), apply: ids.length > 0 ? apply : undefined }
  })
  return { steps, ids: found.flatMap(({ rows }) => rows.map(({ campaign_id }) => campaign_id)) }
}

/** Sends the dry runs for ad groups and prepares one change request from each. */
async function adGroupSteps(
  selected: readonly SelectedAdGroups[],
  { send, clientId }: BulkRequestContext,
  requestedChange: Partial<AdGroupBulk>,
): Promise<BulkStep[]> {
  const request = (body: AdGroupBulk, idempotencyKey?: string) =>
    send(
      adGroups.bulk,
      { path: { memberGroupId: clientId }, body: { ...body, ...requestedChange } },
      { timeoutMs: longMs, ...(idempotencyKey && { idempotencyKey }) },
    )
  const found: AdGroupBulkResult[] = []
  for (const selection of selected)
    found.push(
      ...(selection.ad_group_ids
        ? await requestInChunks(selection.ad_group_ids, maxBulkAdGroups, (chunk) => request({ ad_group_ids: chunk, dry_run: true }))
        : await requestAllPages((from) => request({ ...selection, from, dry_run: true }))),
    )
  return found.map((result) => {
    const { ids, versionsSeen } = changingRowsIn(result.rows, ({ ad_group_id }) => ad_group_id)
    const apply = async (key: string) => fromAdGroupResponse(await request({ ad_group_ids: ids, seen: versionsSeen }, key))
    // Each response's effect includes the daily budgets of its campaigns. Two requests with ad groups of the same campaign would count it
    // twice, so no effect is shown.
    const preview = { ...fromAdGroupResponse(result), ...(found.length > 1 && { effects: [] }) }
    return { preview, apply: ids.length > 0 ? apply : undefined }
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
const adGroupsOf = (campaignIds: readonly number[], { start_date, end_date }: Days) =>
  inChunks(campaignIds, maxBulkCampaigns).map(
    (campaign_ids): SelectedAdGroups => ({ all_selected: true, report: { start_date, end_date, campaign_ids } }),
  )

/**
 * Changes campaigns, and the bids of their ad groups if requested.
 * Bids are applied first: the campaign change may also change ad groups (`adjust_ad_groups`), and then the versions that the bids' dry run
 * has seen would be stale.
 */
export const campaignRun = (selected: SelectedCampaigns, context: BulkRequestContext): BulkRun<BulkValues> =>
  plannedRun(async (values) => {
    const campaignChange = changesCampaigns(values) ? await campaignSteps(selected, context, values) : undefined
    if (!changesBids(values)) return campaignChange?.steps ?? []
    const ids = campaignChange?.ids ?? (await idsOf(selected, context))
    const bidSteps = await adGroupSteps(adGroupsOf(ids, context.days), context, bidChangeOf(values))
    return [...bidSteps, ...(campaignChange?.steps ?? [])]
  })

export const adGroupRun = (selected: SelectedAdGroups, context: BulkRequestContext): BulkRun<BulkValues> =>
  plannedRun((values) => adGroupSteps([selected], context, adGroupBulk(values)))
