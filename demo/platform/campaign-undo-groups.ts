import { sql } from 'kysely'
import { adGroupMoves, type AdGroupStatus, adGroupBudget, adGroupDays, mayChangeField } from '../../src/contract/ad-groups.rules.ts'
import type { ChangedCampaign } from '../../src/contract/campaign-edits.ts'
import { decimalOf, microsOf } from '../../src/contract/money.ts'
import type { RuleAnswer } from '../../src/contract/reply.ts'
import { type Fields, fieldChanges, recordChanges } from './campaign-history.ts'
import type { LockedCampaign, Reason } from './campaign-writes.ts'
import type { Context } from './context.ts'

/** What of an ad group can be taken back, as its history has it. */
export type AdGroupFields = {
  readonly name: string
  readonly status: AdGroupStatus
  readonly base_bid: string
  readonly budget: string | null
  readonly budget_period: string | null
  readonly pacing: string | null
  readonly start_date: string | null
  readonly end_date: string | null
}
export interface LockedAdGroup {
  readonly campaign_id: number
  readonly ad_group_id: number
  readonly version: number
  readonly now: AdGroupFields
}
/** What is to be written of one. */
export interface AdGroupWriting {
  readonly locked: LockedAdGroup
  readonly after: AdGroupFields
  readonly undo_of: number | null
}
interface Row extends AdGroupFields {
  readonly campaign_id: number
  readonly ad_group_id: number
  readonly version: number
}

const amount = (micros: string | null) => (micros === null ? null : decimalOf(BigInt(micros)))

/** Locks ad groups whose campaigns are locked; those that were removed are not in it. */
export async function lockAdGroups({ database: { kysely } }: Context, memberGroupId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, LockedAdGroup>()
  const { rows } = await sql<Row>`
    select campaign_id, ad_group_id, version, name, status, base_bid::text as base_bid, budget::text as budget, budget_period, pacing, start_date, end_date
    from ad_groups where member_group_id = ${memberGroupId} and ad_group_id = any(${[...ids]}::int[]) and deleted_at is null
    order by ad_group_id for update`.execute(kysely)
  return new Map(
    rows.map(({ campaign_id, ad_group_id, version, ...now }) => [
      ad_group_id,
      { campaign_id, ad_group_id, version, now: { ...now, base_bid: decimalOf(BigInt(now.base_bid)), budget: amount(now.budget) } },
    ]),
  )
}

/** Whether an ad group can be again what it was, by the rules that its own changes are held against. */
function mayBe(campaign: LockedCampaign, { now }: LockedAdGroup, after: AdGroupFields): RuleAnswer {
  const ofCampaign = { ...campaign.now, budget: microsOf(campaign.now.budget) }
  const fields = fieldChanges(now, after)
  const answers = [
    ...fields.map(({ field, after: value }) => mayChangeField(field, value, ofCampaign)),
    adGroupMoves(now.status, after.status, campaign.ground.isStarted),
    adGroupDays(after, ofCampaign, campaign.ground.today, now),
    after.budget === now.budget && after.budget_period === now.budget_period ? true : budgetMay(after, ofCampaign),
  ]
  return answers.find((answer) => answer !== true) ?? true
}

const budgetMay = (after: AdGroupFields, campaign: Parameters<typeof adGroupBudget>[2]) =>
  adGroupBudget({ budget: after.budget === null ? null : microsOf(after.budget), budget_period: after.budget_period }, after, campaign, 0n)

/** What becomes of an ad group whose fields are given back what they were. */
export function restoredAdGroup(
  campaign: LockedCampaign,
  locked: LockedAdGroup,
  restored: Fields,
): { row: ChangedCampaign; after: AdGroupFields } {
  const known = Object.keys(restored).every((field) => Object.hasOwn(locked.now, field))
  const after: AdGroupFields = { ...locked.now, ...restored }
  const answer: RuleAnswer = known ? mayBe(campaign, locked, after) : { code: 'field' }
  const fields = answer === true ? fieldChanges(locked.now, after) : []
  const row: ChangedCampaign = {
    ...{ campaign_id: campaign.campaign_id, name: campaign.now.name, currency_code: campaign.currency_code },
    ...{ version: locked.version + (fields.length > 0 ? 1 : 0), fields, ad_groups: fields.length > 0 ? 1 : 0 },
    problem: answer === true ? null : { code: 'not_undoable', field: null, values: { reason: answer.code } },
  }
  return { row, after }
}

/** Writes ad groups that are locked, each with its next version and its line of history. */
export async function writeAdGroups(context: Context, memberGroupId: number, writings: readonly AdGroupWriting[], reason: Reason) {
  if (writings.length === 0) return
  const micros = (value: unknown) => (typeof value === 'string' ? String(microsOf(value)) : null)
  const rows = writings.map(({ locked: { ad_group_id }, after }) => ({
    ...{ ad_group_id, ...after, base_bid: micros(after.base_bid), budget: micros(after.budget) },
  }))
  await sql`
    update ad_groups g set name = r.name, status = r.status, base_bid = r.base_bid, budget = r.budget, budget_period = r.budget_period, pacing = r.pacing,
      start_date = r.start_date, end_date = r.end_date, version = g.version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (ad_group_id int, name text, status text, base_bid bigint, budget bigint, budget_period text,
      pacing text, start_date date, end_date date)
    where g.member_group_id = ${memberGroupId} and g.ad_group_id = r.ad_group_id`.execute(context.database.kysely)
  await recordChanges(
    context,
    memberGroupId,
    writings.map(({ locked, after, undo_of }) => {
      const changed = fieldChanges(locked.now, after)
      return {
        ...{ campaign_id: locked.campaign_id, ad_group_id: locked.ad_group_id, ...reason, undo_of },
        before: Object.fromEntries(changed.map((one) => [one.field, one.before])),
        after: Object.fromEntries(changed.map((one) => [one.field, one.after])),
      }
    }),
  )
}
