import { createHash, randomUUID } from 'node:crypto'
import type { CampaignEdit, CampaignFields } from './edit.rules.ts'
import {
  type CampaignBulk,
  type CampaignChanges,
  maxBulkCampaigns,
  type ChangedCampaign,
  maxUnchangedAdGroupsListed,
  type SheetRow,
} from '../../../src/contract/campaigns/edits.ts'
import { scaledAmount, dailyBudget } from '../../../src/contract/campaigns/campaigns.rules.ts'
import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import { requireMatchingVersions, filterFromId, bulkPage } from '../sql/bulk-page.ts'
import { type AdGroupAdjustments, adjustAdGroups, planAdjustments } from './scale-ad-group-budgets.ts'
import { bulkRow, countsOf, bulkRefusal } from './bulk-rows.ts'
import { matchingCampaignIds, resolveListing } from './list-query.ts'
import { applyCampaignEdit, type LockedCampaign, lockCampaigns, type HistoryReason, writeCampaigns, type CampaignWrite } from './write.ts'
import type { Context } from '../context/context.ts'
import { requirePermissionAtAdvertisers } from '../access/require-at.ts'
import { grouped } from '../collections/grouped.ts'
import { refuseField } from '../context/refusal.ts'
import { ratesOrMissing } from '../money/rates.ts'
import { clientCurrency } from '../clients/lookups.ts'
import { halfEven } from '../reports/sums.ts'

interface Plan {
  readonly rows: readonly ChangedCampaign[]
  readonly writes: readonly CampaignWrite[]
  readonly reason: Omit<HistoryReason, 'batch'>
  readonly isDryRun: boolean
  /** Budgets of ad groups that change with their campaigns' budgets. */
  readonly adGroupPlan?: AdGroupAdjustments | undefined
}

/** Adds to each row the number of changed ad groups, and the refused ones with their reasons. */
function withAdGroups(rows: readonly ChangedCampaign[], { adjustments, refusals }: AdGroupAdjustments): ChangedCampaign[] {
  const groups = grouped(adjustments, ({ campaign_id }) => campaign_id)
  const refusalsOf = grouped(refusals, ({ campaign_id }) => campaign_id)
  return rows.map((row) => {
    const campaignRefusals = refusalsOf.get(row.campaign_id) ?? []
    const listedRefusals = campaignRefusals.slice(0, maxUnchangedAdGroupsListed).map(({ campaign_id: _, ...group }) => group)
    const unchangedGroups = campaignRefusals.length > 0 && {
      unchanged_ad_group_count: campaignRefusals.length,
      unchanged_ad_groups: listedRefusals,
    }
    return { ...row, ad_groups: groups.get(row.campaign_id)?.length ?? 0, ...unchangedGroups }
  })
}

/** Daily budget in micros; 0 for a campaign that is not active. */
const daily = (fields: CampaignFields, today: string) =>
  fields.status === 'active' ? dailyBudget({ ...fields, budget: microsOf(fields.budget) }, today) : 0n

/**
 * Total daily budget before and after the change, in the campaigns' currency if they share one, otherwise in the client's. Null
 * when an exchange rate is missing; the change is written all the same.
 */
async function dailyEffect(context: Context, memberGroupId: number, writes: readonly CampaignWrite[]): Promise<CampaignChanges['effect']> {
  const currencies = [...new Set(writes.map(({ campaign }) => campaign.currency_code))]
  const [commonCurrency] = currencies
  const currency_code = currencies.length === 1 && commonCurrency ? commonCurrency : await clientCurrency(context.database, memberGroupId)
  const result = await ratesOrMissing(context.database, currencies, currency_code, context.now().toISOString().slice(0, 10))
  if ('lacks' in result) return null
  const { rates } = result
  const sum = (fieldsOf: (write: CampaignWrite) => CampaignFields) =>
    writes.reduce((sum, write) => {
      const weight = rates.weights.get(write.campaign.currency_code) ?? 0n
      return sum + daily(fieldsOf(write), write.campaign.constraints.today) * weight
    }, 0n)
  const decimal = (weightedMicros: bigint) => decimalOf(halfEven(weightedMicros, rates.parts))
  return { daily_before: decimal(sum(({ campaign }) => campaign.current)), daily_after: decimal(sum(({ after }) => after)), currency_code }
}

/** Writes the plan unless it is a dry run. Both return the same rows. */
async function executePlan(
  context: Context,
  memberGroupId: number,
  { rows, writes, reason, isDryRun, adGroupPlan }: Plan,
): Promise<CampaignChanges> {
  const { adjustments } = adGroupPlan ?? { adjustments: [] }
  const advertiserIds = adjustments.map(({ advertiser_id }) => advertiser_id)
  await requirePermissionAtAdvertisers(context, memberGroupId, advertiserIds, 'ad_groups.change')
  const batch = isDryRun || writes.length === 0 ? null : randomUUID()
  if (batch !== null) {
    await writeCampaigns(context, writes, { ...reason, batch })
    await adjustAdGroups(context, adjustments, { ...reason, batch })
  }
  return {
    rows: adGroupPlan ? withAdGroups(rows, adGroupPlan) : [...rows],
    ...countsOf(rows),
    batch,
    is_dry_run: isDryRun,
    effect: await dailyEffect(context, memberGroupId, writes),
  }
}

interface PlannedChanges {
  readonly locked: readonly LockedCampaign[]
  readonly rows: readonly ChangedCampaign[]
  readonly writes: readonly CampaignWrite[]
  readonly adGroupPlan: AdGroupAdjustments | undefined
}

/** Preview mark of each campaign: its version, plus a hash of its ad groups' adjustments if there are any. */
function marksOf({ locked, adGroupPlan }: PlannedChanges): ReadonlyMap<number, string> {
  const { adjustments = [], refusals = [] } = adGroupPlan ?? {}
  const adjustmentsOf = grouped(adjustments, ({ campaign_id }) => campaign_id)
  const refusalsOf = grouped(refusals, ({ campaign_id }) => campaign_id)
  const hashOf = (id: number) => {
    const groups = [
      ...(adjustmentsOf.get(id) ?? []).map(({ ad_group_id, before }) => `${ad_group_id}:${before}`),
      ...(refusalsOf.get(id) ?? []).map(({ ad_group_id, code }) => `${ad_group_id}:${code}`),
    ]
    return createHash('sha256').update(groups.toSorted().join(' ')).digest('base64url').slice(0, 16)
  }
  return new Map(locked.map(({ campaign_id: id, version }) => [id, adGroupPlan ? `${version}.${hashOf(id)}` : String(version)] as const))
}

/** Drops campaigns that changed since the preview. Each row gets its current preview mark as `seen`. */
function dropChangedSincePreview(plan: PlannedChanges, expectedMarks: ReadonlyMap<number, string> | undefined) {
  const marks = marksOf(plan)
  const changedCampaigns = new Map(
    plan.locked.flatMap((campaign) =>
      expectedMarks && expectedMarks.get(campaign.campaign_id) !== marks.get(campaign.campaign_id)
        ? [[campaign.campaign_id, campaign] as const]
        : [],
    ),
  )
  const isUnchanged = ({ campaign_id }: { readonly campaign_id: number }) => !changedCampaigns.has(campaign_id)
  const { adjustments = [], refusals = [] } = plan.adGroupPlan ?? {}
  return {
    rows: plan.rows.map((row) => {
      const changedCampaign = changedCampaigns.get(row.campaign_id)
      return {
        ...(changedCampaign ? bulkRefusal(row.campaign_id, 'changed_since', changedCampaign) : row),
        seen: marks.get(row.campaign_id) ?? '',
      }
    }),
    writes: plan.writes.filter(({ campaign }) => isUnchanged(campaign)),
    adGroupPlan: plan.adGroupPlan && { adjustments: adjustments.filter(isUnchanged), refusals: refusals.filter(isUnchanged) },
  }
}

/** The selected campaigns. `next` is the first id of the next page when all rows of a report are selected. */
async function selectCampaigns(context: Context, memberGroupId: number, request: CampaignBulk) {
  const { campaign_ids, all_selected = false, report = {}, advertiser_ids, except_campaign_ids = [], from } = request
  if (all_selected === (campaign_ids !== undefined))
    throw refuseField('campaign_ids', 'Send campaign IDs or select all of a report, not both')
  requireMatchingVersions(campaign_ids, request)
  if (campaign_ids) return { ids: [...new Set(campaign_ids)], next: null }
  const today = context.now().toISOString().slice(0, 10)
  const days = { start_date: addDays(today, -6), end_date: today }
  const filters = [...(report.filters ?? []), ...filterFromId('campaign_id', from)]
  const query = { ...days, ...report, filters, ...(advertiser_ids && { advertiser_ids }) }
  const listing = await resolveListing(context, memberGroupId, query)
  const matchingIds = await matchingCampaignIds(context, listing, maxBulkCampaigns + except_campaign_ids.length + 1)
  const ids = matchingIds.filter((id) => !except_campaign_ids.includes(id))
  if (from === undefined && ids.length > maxBulkCampaigns)
    throw refuseField('all_selected', `Change at most ${maxBulkCampaigns} campaigns at once`)
  return bulkPage(ids, maxBulkCampaigns)
}

/** The edit for one campaign; the percentage becomes a new budget. */
function editOf({ current, constraints }: LockedCampaign, { status, budget_percentage, end_date, always_on }: CampaignBulk): CampaignEdit {
  const budget = budget_percentage && decimalOf(scaledAmount(microsOf(current.budget), budget_percentage, 0n, constraints.digits))
  return {
    ...(status && { status }),
    ...(budget && { budget }),
    ...(end_date !== undefined && { end_date }),
    ...(always_on !== undefined && { always_on }),
  }
}

/** Applies the same change to many campaigns, or previews it in a dry run. */
export async function changeCampaigns(context: Context, memberGroupId: number, request: CampaignBulk): Promise<CampaignChanges> {
  const fields = [request.status, request.budget_percentage, request.end_date, request.always_on]
  if (fields.every((field) => field === undefined)) throw refuseField('status', 'Send at least one change')
  const { ids, next } = await selectCampaigns(context, memberGroupId, request)
  const locked = await lockCampaigns(context, memberGroupId, ids)
  const planned = locked.map((campaign) => ({ campaign, result: applyCampaignEdit(campaign, editOf(campaign, request)) }))
  const rows = planned.map(({ campaign, result }) => bulkRow(campaign, result))
  const writes = planned.flatMap(({ campaign, result }, index) => (rows[index]?.fields.length ? [{ campaign, after: result.after }] : []))
  const adjustsAdGroups = request.adjust_ad_groups === true && request.budget_percentage !== undefined
  const adGroupPlan = adjustsAdGroups ? await planAdjustments(context, memberGroupId, writes) : undefined
  const previewMarks = request.seen && new Map(request.campaign_ids?.map((id, index) => [id, request.seen?.[index] ?? '']))
  const plan = dropChangedSincePreview({ locked, rows, writes, adGroupPlan }, previewMarks)
  const reason = { kind: 'bulk' as const, comment: request.comment ?? null }
  const changes = await executePlan(context, memberGroupId, { ...plan, reason, isDryRun: request.dry_run ?? false })
  return { ...changes, ...(request.from !== undefined && { next }) }
}

/** Writes the rows of an uploaded sheet. A campaign that changed since the download is refused as stale. */
export async function writeSheet(
  context: Context,
  memberGroupId: number,
  sheet: readonly SheetRow[],
  isDryRun: boolean,
): Promise<CampaignChanges> {
  const duplicateIndex = sheet.findIndex(({ campaign_id }, index) => sheet.findIndex((row) => row.campaign_id === campaign_id) !== index)
  if (duplicateIndex >= 0) throw refuseField(`rows.${duplicateIndex}.campaign_id`, 'Each campaign can be listed only once')
  const locked = new Map(
    (
      await lockCampaigns(
        context,
        memberGroupId,
        sheet.map(({ campaign_id }) => campaign_id),
      )
    ).map((campaign) => [campaign.campaign_id, campaign] as const),
  )
  const writes: CampaignWrite[] = []
  const rows = sheet.map(({ campaign_id, version, ...edit }) => {
    const campaign = locked.get(campaign_id)
    if (!campaign) return bulkRefusal(campaign_id, 'not_found')
    if (campaign.version !== version) return bulkRefusal(campaign_id, 'stale', campaign)
    const result = applyCampaignEdit(campaign, edit)
    const row = bulkRow(campaign, result)
    if (row.fields.length > 0) writes.push({ campaign, after: result.after })
    return row
  })
  return executePlan(context, memberGroupId, { rows, writes, reason: { kind: 'sheet' }, isDryRun })
}
