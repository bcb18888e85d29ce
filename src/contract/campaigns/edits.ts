import {
  array,
  boolean,
  enums,
  type Infer,
  integer,
  max,
  min,
  nullable,
  number,
  object,
  optional,
  record,
  refine,
  size,
  string,
  type Struct,
  unknown,
} from 'superstruct'
import { Bid } from '../bids/bidding-configs.ts'
import { biddingTypeIds, budgetPeriods, goalTypes } from '../budgets/budgets.ts'
import { orderValues, userHistories } from '../reports/purchases.ts'
import { campaignNameMost, campaignProblems } from './campaigns.rules.ts'
import { CurrencyCode, Decimal, Id, IsoDay, Text } from '../ids.ts'
import { listParts } from '../list.ts'
import { statusChoices } from '../statuses.ts'

const Name = refine(Text(1, campaignNameMost), 'Name', (text) => text.trim() !== '' || 'Expected a name')
/** An amount that is not negative; how small it may be, its currency says. */
export const Amount = refine(Decimal, 'Amount', (text) => !text.startsWith('-') || 'Expected an amount of 0 or more')
const Percentage = max(min(number(), -99), 900)

/** How long a purchase still counts for what was seen or clicked, and whose and which purchases do. */
export const Attribution = object({
  click_days: max(min(integer(), 1), 30),
  view_days: max(min(integer(), 0), 30),
  user_history: enums(userHistories),
  order_value: nullable(enums(orderValues)),
})
export type Attribution = Infer<typeof Attribution>

/** One ad group of a campaign that is made at once with it. */
export const NewCampaignAdGroup = object({
  name: Name,
  base_bid: Bid,
  entity_ids: size(array(Id), 0, 5000),
  budget: optional(nullable(Amount)),
})

const made = {
  name: Name,
  channel: Text(1, 40),
  status: optional(enums(statusChoices.createCampaign)),
  budget: Amount,
  budget_period: enums(budgetPeriods),
  start_date: IsoDay,
  /** Nothing where it is always on. */
  end_date: optional(nullable(IsoDay)),
  always_on: optional(boolean()),
  pacing: optional(Text(1, 40)),
  bidding_type_id: optional(enums(Object.values(biddingTypeIds))),
  experience_id: optional(nullable(Id)),
}
/** A campaign as the first version makes it: flat, with one ad group. */
export const NewFlatCampaign = object({ ...made, base_bid: Bid, entity_ids: optional(size(array(Id), 0, 5000)) })
export type NewFlatCampaign = Infer<typeof NewFlatCampaign>
/** A campaign with its goal, and with ad groups of its own making. */
export const NewCampaign = object({
  ...made,
  goal_type: optional(nullable(enums(goalTypes))),
  goal_roas: optional(nullable(Decimal)),
  attribution: optional(nullable(Attribution)),
  ad_groups: size(array(NewCampaignAdGroup), 1, 50),
})
export type NewCampaign = Infer<typeof NewCampaign>

const changed = {
  name: optional(Name),
  status: optional(enums(statusChoices.editCampaign)),
  budget: optional(Amount),
  budget_period: optional(enums(budgetPeriods)),
  start_date: optional(IsoDay),
  end_date: optional(nullable(IsoDay)),
  always_on: optional(boolean()),
}
/** What the first version changes; what is left out stays. */
export const FlatCampaignChange = object(changed)
/** What is changed of a campaign; what is left out stays. */
export const CampaignChange = object({
  ...changed,
  pacing: optional(Text(1, 40)),
  goal_type: optional(nullable(enums(goalTypes))),
  goal_roas: optional(nullable(Decimal)),
  attribution: optional(nullable(Attribution)),
  comment: optional(Text(0, 500)),
})
export type CampaignChange = Infer<typeof CampaignChange>

/** How a budget is changed: by so much, or to so much. */
export const BudgetChange = object({ change: enums(['increase', 'decrease', 'set']), amount: Amount })
export type BudgetChange = Infer<typeof BudgetChange>

/** The value of a field before or after a change; money as a decimal. */
export const FieldValue = refine(unknown(), 'FieldValue', (value) => value !== undefined) as Struct<unknown, null> // any value that JSON has
const FieldChange = object({ field: string(), before: FieldValue, after: FieldValue })
/** One field of a change. */
export type FieldChange = Infer<typeof FieldChange>

/** Why a campaign is left as it is: a code, the field it is about, and what its sentence needs. */
export const CampaignProblem = object({
  code: enums(campaignProblems),
  field: nullable(string()),
  values: record(string(), string()),
})
export type CampaignProblem = Infer<typeof CampaignProblem>

/** An ad group that stays as it is although its campaign changes, and why. */
export const LeftAdGroup = object({ ad_group_id: Id, name: string(), code: string(), values: record(string(), string()) })
export type LeftAdGroup = Infer<typeof LeftAdGroup>
/** So many of those that stay are named; how many there are is said. */
export const leftAdGroupsNamed = 20

/** What is done, or would be done, to one campaign; amounts are in its own currency. */
export const ChangedCampaign = object({
  campaign_id: Id,
  name: string(),
  currency_code: nullable(CurrencyCode),
  currency_digits: nullable(integer()),
  /** Its version once this is done; the present one where nothing is. */
  version: nullable(integer()),
  fields: array(FieldChange),
  /** How many of its ad groups change with it. */
  ad_groups: integer(),
  /** How many of them were to change with it and stay as they are, and the first of these. */
  ad_groups_left: optional(integer()),
  left_ad_groups: optional(array(LeftAdGroup)),
  /** What this was reckoned from; whoever sends it with the change changes just that. */
  seen: optional(string()),
  problem: nullable(CampaignProblem),
})
export type ChangedCampaign = Infer<typeof ChangedCampaign>

const outcome = {
  /** How many change, and how many are refused. */
  changed: integer(),
  refused: integer(),
  /** The word by which all of it can be taken back; nothing where nothing was done. */
  batch: nullable(string()),
  is_dry_run: boolean(),
}
/** What the budgets of what changes come to on a usual day, before and after; converted where they are in several currencies. */
const Effect = object({ daily_before: Decimal, daily_after: Decimal, currency_code: CurrencyCode })

/** What many changes come to, row by row; those that are refused stop no other. */
export const CampaignChanges = object({
  rows: array(ChangedCampaign),
  ...outcome,
  /** Nothing where they do not add up: a currency has no rate. */
  effect: nullable(Effect),
  /** From where the next call goes on, where this one was told from where it begins; nothing at the end. */
  next: optional(nullable(Id)),
})
export type CampaignChanges = Infer<typeof CampaignChanges>

/** No call changes more campaigns than this. */
export const campaignsMost = 5000
/** No sheet has more rows than this. */
export const sheetMost = 1000

/** The list out of which everything is selected, asked again as the list was asked. */
export const SelectedReport = object({
  filters: listParts.filters,
  start_date: optional(IsoDay),
  end_date: optional(IsoDay),
  currency_code: optional(CurrencyCode),
})
export type SelectedReport = Infer<typeof SelectedReport>

/** How more than one call can change is done in several, and how a change is held to its dry run. */
export const partly = {
  /** Of everything that is selected only what has this number or a higher one, as much as one call takes; the answer says the next. */
  from: optional(max(min(integer(), 1), 2_147_483_647)),
  /** What a dry run said of each that is named, in the same order; what is otherwise by now is left as it is. */
  seen: optional(size(array(Text(1, 64)), 1, campaignsMost)),
}

/** Many campaigns at once: those that are named, or with `all_selected` everything that the report holds but for a few. */
export const CampaignBulk = object({
  comment: optional(Text(0, 500)),
  campaign_ids: optional(size(array(Id), 1, campaignsMost)),
  all_selected: optional(boolean()),
  report: optional(SelectedReport),
  advertiser_ids: optional(size(array(Id), 1, 5000)),
  except_campaign_ids: optional(size(array(Id), 0, 1000)),
  ...partly,
  status: optional(enums(['active', 'paused'])),
  /** By so much in the hundred; below zero is less. */
  budget_percentage: optional(Percentage),
  /** The budgets of their ad groups change with them. */
  adjust_ad_groups: optional(boolean()),
  end_date: optional(nullable(IsoDay)),
  always_on: optional(boolean()),
  /** Says what would be done, and does nothing. */
  dry_run: optional(boolean()),
})
export type CampaignBulk = Infer<typeof CampaignBulk>

/** One row of a sheet, as it was typed or pasted; the version is the one that the sheet was made from. */
export const SheetRow = object({
  campaign_id: Id,
  version: integer(),
  name: optional(Text(0, 500)),
  status: optional(enums(statusChoices.editCampaign)),
  budget: optional(Amount),
  start_date: optional(IsoDay),
  end_date: optional(nullable(IsoDay)),
  pacing: optional(Text(1, 40)),
})
export type SheetRow = Infer<typeof SheetRow>
export const CampaignSheet = object({ rows: size(array(SheetRow), 1, sheetMost), dry_run: optional(boolean()) })

/** What kinds of changes a history tells apart. */
export const changeKinds = [
  'created',
  'changed',
  'bulk',
  'sheet',
  'undone',
  'submitted',
  'approved',
  'denied',
  'started',
  'ended',
  'removed',
  'entities_added',
  'entities_removed',
  'entities_bid',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Something that became of a campaign, or of one of its ad groups. */
export const CampaignHistoryRow = object({
  campaign_change_id: integer(),
  campaign_id: Id,
  ad_group: nullable(object({ ad_group_id: Id, name: string() })),
  at: string(),
  user: nullable(object({ user_id: Id, name: string() })),
  /** The site of a partner on which it was done. */
  partner: nullable(string()),
  kind: enums(changeKinds),
  fields: array(FieldChange),
  comment: nullable(string()),
  batch: nullable(string()),
  undo_of: nullable(integer()),
  /** The change by which this one was taken back. */
  undone_by: nullable(integer()),
})
export type CampaignHistoryRow = Infer<typeof CampaignHistoryRow>

/** What is taken back: some changes, or all of a batch; what was changed since stays unless it is forced. */
export const CampaignUndo = object({
  campaign_change_ids: optional(size(array(max(min(integer(), 1), Number.MAX_SAFE_INTEGER)), 1, 1000)),
  batch: optional(Text(1, 64)),
  force: optional(boolean()),
  /** Forced, it takes back what was changed since up to this change, which is the newest that somebody saw; what is newer stays. */
  seen_up_to: optional(max(min(integer(), 1), Number.MAX_SAFE_INTEGER)),
  dry_run: optional(boolean()),
})
export type CampaignUndo = Infer<typeof CampaignUndo>

/** A field that somebody has changed since. */
const LaterChange = object({
  field: string(),
  campaign_change_id: integer(),
  at: string(),
  user: nullable(object({ user_id: Id, name: string() })),
  value: FieldValue,
})
export type LaterChange = Infer<typeof LaterChange>
export const UndoneCampaign = object({
  ...ChangedCampaign.schema,
  /** The ad group that the row is about; the campaign itself where there is none. */
  ad_group: nullable(object({ ad_group_id: Id, name: string() })),
  changed_since: array(LaterChange),
})
export type UndoneCampaign = Infer<typeof UndoneCampaign>
export const UndoneChanges = object({
  rows: array(UndoneCampaign),
  ...outcome,
  /** The campaigns that show more than what was approved by this: somebody looks at them again, and they are not shown meanwhile. */
  reviewed_again: array(Id),
  /** The newest change that was looked at for this. */
  seen_up_to: integer(),
})
export type UndoneChanges = Infer<typeof UndoneChanges>
