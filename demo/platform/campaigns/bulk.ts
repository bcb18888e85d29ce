import { randomUUID } from 'node:crypto'
import type { CampaignEdit } from '../../../src/contract/campaigns/edit.rules.ts'
import {
  type CampaignBulk,
  type CampaignChanges,
  maxBulkCampaigns,
  type ChangedCampaign,
  maxUnchangedAdGroupsListed,
  type SheetRow,
} from '../../../src/contract/campaigns/edits.ts'
import { scaledAmount } from '../../../src/contract/campaigns/campaigns.rules.ts'
import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import { checkExpectedVersions, filterFromId, bulkPage } from '../sql/bulk-page.ts'
import { type AdGroupAdjustments, adjustAdGroups, planAdjustments } from './bulk-ad-groups.ts'
import { bulkRow, countsOf, bulkRefusal } from './bulk-rows.ts'
import { dailyEffect } from './bulk-effect.ts'
import { matchingCampaignIds, resolveListing } from './list-query.ts'
import { dropChangedSincePreview } from './bulk-preview.ts'
import { applyCampaignEdit, type LockedCampaign, lockCampaigns, type HistoryReason, writeCampaigns, type CampaignWrite } from './write.ts'
import type { Context } from '../context/context.ts'
import { requirePermissionAtAdvertisers } from '../access/require-at.ts'
import { grouped } from '../sql/group-by.ts'
import { refuseField } from '../context/refusal.ts'

interface Plan {
  readonly rows: readonly ChangedCampaign[]
  readonly writings: readonly CampaignWrite[]
  readonly reason: Omit<HistoryReason, 'batch'>
  readonly isDryRun: boolean
  /** Budgets of ad groups that change with their campaigns' budgets. */
  readonly adjusted?: AdGroupAdjustments | undefined
}

/** Adds to each row the number of changed ad groups, and the refused ones with their reasons. */
function withAdGroups(rows: readonly ChangedCampaign[], { adjustments, refusals }: AdGroupAdjustments): ChangedCampaign[] {
  const groups = grouped(adjustments, ({ campaign_id }) => campaign_id)
  const left = grouped(refusals, ({ campaign_id }) => campaign_id)
  return rows.map((row) => {
    const own = left.get(row.campaign_id) ?? []
    const named = own.slice(0, maxUnchangedAdGroupsListed).map(({ campaign_id: _, ...group }) => group)
    const staying = own.length > 0 && { ad_groups_left: own.length, left_ad_groups: named }
    return { ...row, ad_groups: groups.get(row.campaign_id)?.length ?? 0, ...staying }
  })
}

/** Writes the plan unless it is a dry run. Both return the same rows. */
async function executePlan(
  context: Context,
  memberGroupId: number,
  { rows, writings, reason, isDryRun, adjusted }: Plan,
): Promise<CampaignChanges> {
  const { adjustments } = adjusted ?? { adjustments: [] }
  const owners = adjustments.map(({ advertiser_id }) => advertiser_id)
  await requirePermissionAtAdvertisers(context, memberGroupId, owners, 'ad_groups.change')
  const batch = isDryRun || writings.length === 0 ? null : randomUUID()
  if (batch !== null) {
    await writeCampaigns(context, memberGroupId, writings, { ...reason, batch })
    await adjustAdGroups(context, memberGroupId, adjustments, { ...reason, batch })
  }
  return {
    rows: adjusted ? withAdGroups(rows, adjusted) : [...rows],
    ...countsOf(rows),
    batch,
    is_dry_run: isDryRun,
    effect: await dailyEffect(context, memberGroupId, writings),
  }
}

/** The selected campaigns. `next` is the first id of the next page when all rows of a report are selected. */
async function selectCampaigns(context: Context, memberGroupId: number, asked: CampaignBulk) {
  const { campaign_ids, all_selected = false, report = {}, advertiser_ids, except_campaign_ids = [], from } = asked
  if (all_selected === (campaign_ids !== undefined))
    throw refuseField('campaign_ids', 'Send campaign IDs or select all of a report, not both')
  checkExpectedVersions(campaign_ids, asked)
  if (campaign_ids) return { ids: [...new Set(campaign_ids)], next: null }
  const today = context.now().toISOString().slice(0, 10)
  const days = { start_date: addDays(today, -6), end_date: today }
  const filters = [...(report.filters ?? []), ...filterFromId('campaign_id', from)]
  const question = { ...days, ...report, filters, ...(advertiser_ids && { advertiser_ids }) }
  const listing = await resolveListing(context, memberGroupId, question)
  const found = await matchingCampaignIds(context, listing, maxBulkCampaigns + except_campaign_ids.length + 1)
  const ids = found.filter((id) => !except_campaign_ids.includes(id))
  if (from === undefined && ids.length > maxBulkCampaigns)
    throw refuseField('all_selected', `Change at most ${maxBulkCampaigns} campaigns at once`)
  return bulkPage(ids, maxBulkCampaigns)
}

/** The edit for one campaign; the percentage becomes a new budget. */
function editOf({ now, ground }: LockedCampaign, { status, budget_percentage, end_date, always_on }: CampaignBulk): CampaignEdit {
  const budget = budget_percentage && decimalOf(scaledAmount(microsOf(now.budget), budget_percentage, 0n, ground.digits))
  return {
    ...(status && { status }),
    ...(budget && { budget }),
    ...(end_date !== undefined && { end_date }),
    ...(always_on !== undefined && { always_on }),
  }
}

/** Applies the same change to many campaigns. */
export async function changeCampaigns(context: Context, memberGroupId: number, asked: CampaignBulk): Promise<CampaignChanges> {
  const wishes = [asked.status, asked.budget_percentage, asked.end_date, asked.always_on]
  if (wishes.every((wish) => wish === undefined)) throw refuseField('status', 'Send at least one change')
  const { ids, next } = await selectCampaigns(context, memberGroupId, asked)
  const locked = await lockCampaigns(context, memberGroupId, ids)
  const judged = locked.map((campaign) => ({ campaign, verdict: applyCampaignEdit(campaign, editOf(campaign, asked)) }))
  const rows = judged.map(({ campaign, verdict }) => bulkRow(campaign, verdict))
  const writings = judged.flatMap(({ campaign, verdict }, index) =>
    rows[index]?.fields.length ? [{ campaign, after: verdict.after }] : [],
  )
  const isDeep = asked.adjust_ad_groups === true && asked.budget_percentage !== undefined
  const adjusted = isDeep ? await planAdjustments(context, memberGroupId, writings) : undefined
  const seen = asked.seen && new Map(asked.campaign_ids?.map((id, index) => [id, asked.seen?.[index] ?? '']))
  const held = dropChangedSincePreview({ locked, rows, writings, adjusted }, seen)
  const reason = { kind: 'bulk' as const, comment: asked.comment ?? null }
  const answer = await executePlan(context, memberGroupId, { ...held, reason, isDryRun: asked.dry_run ?? false })
  return { ...answer, ...(asked.from !== undefined && { next }) }
}

/** Writes the rows of an uploaded sheet. A campaign that changed since the download is refused as stale. */
export async function writeSheet(
  context: Context,
  memberGroupId: number,
  sheet: readonly SheetRow[],
  isDryRun: boolean,
): Promise<CampaignChanges> {
  const twice = sheet.findIndex(({ campaign_id }, index) => sheet.findIndex((row) => row.campaign_id === campaign_id) !== index)
  if (twice >= 0) throw refuseField(`rows.${twice}.campaign_id`, 'Each campaign can be listed only once')
  const locked = new Map(
    (
      await lockCampaigns(
        context,
        memberGroupId,
        sheet.map(({ campaign_id }) => campaign_id),
      )
    ).map((campaign) => [campaign.campaign_id, campaign] as const),
  )
  const writings: CampaignWrite[] = []
  const rows = sheet.map(({ campaign_id, version, ...edit }) => {
    const campaign = locked.get(campaign_id)
    if (!campaign) return bulkRefusal(campaign_id, 'not_found')
    if (campaign.version !== version) return bulkRefusal(campaign_id, 'stale', campaign)
    const verdict = applyCampaignEdit(campaign, edit)
    const row = bulkRow(campaign, verdict)
    if (row.fields.length > 0) writings.push({ campaign, after: verdict.after })
    return row
  })
  return executePlan(context, memberGroupId, { rows, writings, reason: { kind: 'sheet' }, isDryRun })
}
