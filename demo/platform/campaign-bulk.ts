import { randomUUID } from 'node:crypto'
import type { CampaignEdit, EditVerdict } from '../../src/contract/campaign-edit.rules.ts'
import {
  type CampaignBulk,
  type CampaignChanges,
  campaignsMost,
  type ChangedCampaign,
  type SheetRow,
} from '../../src/contract/campaign-edits.ts'
import { type CampaignProblemCode, scaledBudget } from '../../src/contract/campaigns.rules.ts'
import { addDays } from '../../src/contract/date-ranges.ts'
import { decimalOf, microsOf } from '../../src/contract/money.ts'
import { adjustAdGroups, adjustmentsOf } from './campaign-bulk-groups.ts'
import { effectOf } from './campaign-effect.ts'
import { campaignsFitting, listingOf } from './campaign-list.ts'
import { problemOf, rowProblem } from './campaign-problems.ts'
import { changesOf, editLocked, type LockedCampaign, lockCampaigns, type Reason, writeCampaigns, type Writing } from './campaign-writes.ts'
import type { Context } from './context.ts'
import { requireAt } from './granted-places.ts'
import { grouped } from './grouped.ts'
import { refuseField } from './refusal.ts'

/** A row of many changes, before it is known how many ad groups change with it. */
export function changedRow(campaign: LockedCampaign, { after, problems }: EditVerdict): ChangedCampaign {
  const [problem] = problems
  const fields = problem ? [] : changesOf({ campaign, after })
  return {
    ...{
      campaign_id: campaign.campaign_id,
      name: campaign.now.name,
      currency_code: campaign.currency_code,
      currency_digits: campaign.ground.digits,
    },
    version: campaign.version + (fields.length > 0 ? 1 : 0),
    fields,
    ad_groups: 0,
    problem: problem ? problemOf(problem) : null,
  }
}

/** A row that nothing is known of, or that nothing is done to. */
export const refusedRow = (campaign_id: number, code: CampaignProblemCode, campaign?: LockedCampaign): ChangedCampaign => ({
  ...{ campaign_id, name: campaign?.now.name ?? '', currency_code: campaign?.currency_code ?? null },
  ...{ currency_digits: campaign?.ground.digits ?? null, version: campaign?.version ?? null },
  ...{ fields: [], ad_groups: 0, problem: rowProblem(code) },
})

/** How many rows change, and how many are refused. */
export const countsOf = (rows: readonly ChangedCampaign[]) => ({
  changed: rows.filter(({ fields }) => fields.length > 0).length,
  refused: rows.filter(({ problem }) => problem !== null).length,
})

interface Plan {
  readonly rows: readonly ChangedCampaign[]
  readonly writings: readonly Writing[]
  readonly reason: Omit<Reason, 'batch'>
  readonly isDryRun: boolean
  /** Whether the budgets of ad groups go with those of their campaigns. */
  readonly isDeep?: boolean
}

/** Does what was planned, or says what it would be; either way it is the same plan. */
async function carryOut(
  context: Context,
  memberGroupId: number,
  { rows, writings, reason, isDryRun, isDeep = false }: Plan,
): Promise<CampaignChanges> {
  const adjustments = isDeep ? await adjustmentsOf(context, memberGroupId, writings) : []
  const owners = adjustments.map(({ advertiser_id }) => advertiser_id)
  await requireAt(context, memberGroupId, owners, 'ad_groups.change')
  const batch = isDryRun || writings.length === 0 ? null : randomUUID()
  if (batch !== null) {
    await writeCampaigns(context, memberGroupId, writings, { ...reason, batch })
    await adjustAdGroups(context, memberGroupId, adjustments, { ...reason, batch })
  }
  const groups = grouped(adjustments, ({ campaign_id }) => campaign_id)
  return {
    rows: rows.map((row) => (adjustments.length > 0 ? { ...row, ad_groups: groups.get(row.campaign_id)?.length ?? 0 } : row)),
    ...countsOf(rows),
    batch,
    is_dry_run: isDryRun,
    effect: await effectOf(context, memberGroupId, writings),
  }
}

/** Which campaigns a call is about. */
async function selected(context: Context, memberGroupId: number, asked: CampaignBulk): Promise<readonly number[]> {
  const { campaign_ids, all_selected = false, report = {}, advertiser_ids, except_campaign_ids = [] } = asked
  if (all_selected === (campaign_ids !== undefined)) throw refuseField('campaign_ids', 'Name campaigns, or select all of a report')
  if (campaign_ids) return [...new Set(campaign_ids)]
  const today = context.now().toISOString().slice(0, 10)
  const question = { start_date: addDays(today, -6), end_date: today, ...report, ...(advertiser_ids && { advertiser_ids }) }
  const listing = await listingOf(context, memberGroupId, question)
  const found = await campaignsFitting(context, listing, campaignsMost + except_campaign_ids.length + 1)
  const ids = found.filter((id) => !except_campaign_ids.includes(id))
  if (ids.length > campaignsMost) throw refuseField('all_selected', `Change at most ${campaignsMost} campaigns at once`)
  return ids
}

/** What a call wants of one campaign. */
function editOf({ now, ground }: LockedCampaign, { status, budget_percentage, end_date, always_on }: CampaignBulk): CampaignEdit {
  const budget = budget_percentage && decimalOf(scaledBudget(microsOf(now.budget), budget_percentage, ground.digits))
  return {
    ...(status && { status }),
    ...(budget && { budget }),
    ...(end_date !== undefined && { end_date }),
    ...(always_on !== undefined && { always_on }),
  }
}

/** Changes many campaigns alike. */
export async function changeMany(context: Context, memberGroupId: number, asked: CampaignBulk): Promise<CampaignChanges> {
  const wishes = [asked.status, asked.budget_percentage, asked.end_date, asked.always_on]
  if (wishes.every((wish) => wish === undefined)) throw refuseField('status', 'Say what changes')
  const locked = await lockCampaigns(context, memberGroupId, await selected(context, memberGroupId, asked))
  const judged = locked.map((campaign) => ({ campaign, verdict: editLocked(campaign, editOf(campaign, asked)) }))
  const rows = judged.map(({ campaign, verdict }) => changedRow(campaign, verdict))
  const writings = judged.flatMap(({ campaign, verdict }, index) =>
    rows[index]?.fields.length ? [{ campaign, after: verdict.after }] : [],
  )
  return carryOut(context, memberGroupId, {
    ...{ rows, writings, isDryRun: asked.dry_run ?? false },
    isDeep: asked.adjust_ad_groups === true && asked.budget_percentage !== undefined,
    reason: { kind: 'bulk', comment: asked.comment ?? null },
  })
}

/** Writes a sheet, row by row as it was typed; what was changed since the sheet was made is left as it is. */
export async function writeSheet(
  context: Context,
  memberGroupId: number,
  sheet: readonly SheetRow[],
  isDryRun: boolean,
): Promise<CampaignChanges> {
  const twice = sheet.findIndex(({ campaign_id }, index) => sheet.findIndex((row) => row.campaign_id === campaign_id) !== index)
  if (twice >= 0) throw refuseField(`rows.${twice}.campaign_id`, 'Say each campaign once')
  const locked = new Map(
    (
      await lockCampaigns(
        context,
        memberGroupId,
        sheet.map(({ campaign_id }) => campaign_id),
      )
    ).map((campaign) => [campaign.campaign_id, campaign] as const),
  )
  const writings: Writing[] = []
  const rows = sheet.map(({ campaign_id, version, ...edit }) => {
    const campaign = locked.get(campaign_id)
    if (!campaign) return refusedRow(campaign_id, 'not_found')
    if (campaign.version !== version) return refusedRow(campaign_id, 'stale', campaign)
    const verdict = editLocked(campaign, edit)
    const row = changedRow(campaign, verdict)
    if (row.fields.length > 0) writings.push({ campaign, after: verdict.after })
    return row
  })
  return carryOut(context, memberGroupId, { rows, writings, reason: { kind: 'sheet' }, isDryRun })
}
