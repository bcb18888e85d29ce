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
} from 'superstruct'
import { Bid } from '../bids/bidding-configs.ts'
import { biddingTypeIds, budgetPeriods, goalTypes } from '../budgets/budgets.rules.ts'
import { FieldChange, FieldValue } from '../changes/fields.ts'
import { orderValues, userHistories } from '../reports/purchases.rules.ts'
import { maxCampaignNameLength, campaignProblems } from './campaigns.rules.ts'
import { CurrencyCode, Decimal, Id, IsoDay, Text } from '../ids.ts'
import { listQueryFields } from '../list.ts'
import { statusChoices } from '../statuses.ts'

const Name = refine(Text(1, maxCampaignNameLength), 'Name', (text) => text.trim() !== '' || 'Expected a name')
/** An amount of 0 or more; its currency defines the minimum. */
export const Amount = refine(Decimal, 'Amount', (text) => !text.startsWith('-') || 'Expected an amount of 0 or more')
const Percentage = max(min(number(), -99), 900)

/** How long a purchase counts after a view or click, and which users and purchases count. */
export const Attribution = object({
  click_days: max(min(integer(), 1), 30),
  view_days: max(min(integer(), 0), 30),
  user_history: enums(userHistories),
  order_value: nullable(enums(orderValues)),
})
export type Attribution = Infer<typeof Attribution>

/** An ad group that is created together with its campaign. */
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
  /** Null if it is always on. */
  end_date: optional(nullable(IsoDay)),
  always_on: optional(boolean()),
  pacing: optional(Text(1, 40)),
  bidding_type_id: optional(enums(Object.values(biddingTypeIds))),
  experience_id: optional(nullable(Id)),
}
/** A campaign in version 0.9 of the endpoint: flat, with one ad group. */
export const NewFlatCampaign = object({ ...made, base_bid: Bid, entity_ids: optional(size(array(Id), 0, 5000)) })
export type NewFlatCampaign = Infer<typeof NewFlatCampaign>
/** A campaign with its goal and its ad groups. */
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
/** Changes in version 0.9; missing fields stay unchanged. */
export const FlatCampaignChange = object(changed)
/** Changes of a campaign; missing fields stay unchanged. */
export const CampaignChange = object({
  ...changed,
  pacing: optional(Text(1, 40)),
  goal_type: optional(nullable(enums(goalTypes))),
  goal_roas: optional(nullable(Decimal)),
  attribution: optional(nullable(Attribution)),
  comment: optional(Text(0, 500)),
})
export type CampaignChange = Infer<typeof CampaignChange>

/** Changes a budget by an amount, or sets it. */
export const BudgetChange = object({ change: enums(['increase', 'decrease', 'set']), amount: Amount })
export type BudgetChange = Infer<typeof BudgetChange>

/** Why a campaign is not changed: a code, its field and the values of its message. */
export const CampaignProblem = object({
  code: enums(campaignProblems),
  field: nullable(string()),
  values: record(string(), string()),
})
export type CampaignProblem = Infer<typeof CampaignProblem>

/** An ad group that does not change with its campaign, and the reason. */
export const UnchangedAdGroup = object({ ad_group_id: Id, name: string(), code: string(), values: record(string(), string()) })
export type UnchangedAdGroup = Infer<typeof UnchangedAdGroup>
/** Maximum number of unchanged ad groups that a reply lists; their count is always given. */
export const maxUnchangedAdGroupsListed = 20

/** The changes of one campaign, done or planned; amounts in its currency. */
export const ChangedCampaign = object({
  campaign_id: Id,
  name: string(),
  /** Tells campaigns of the same name apart; missing if the campaign is not found. */
  advertiser_name: optional(string()),
  currency_code: nullable(CurrencyCode),
  currency_digits: nullable(integer()),
  /** Its version after the change, or the current one if nothing changes. */
  version: nullable(integer()),
  fields: array(FieldChange),
  /** The number of its ad groups that change with it. */
  ad_groups: integer(),
  /** The number of ad groups that should have changed too but did not, and the first of them. */
  unchanged_ad_group_count: optional(integer()),
  unchanged_ad_groups: optional(array(UnchangedAdGroup)),
  /** Version of the values that the change was calculated from. Sent back with the change, it prevents changing newer values. */
  seen: optional(string()),
  problem: nullable(CampaignProblem),
})
export type ChangedCampaign = Infer<typeof ChangedCampaign>

const outcome = {
  /** Number of campaigns that change, and number of refused ones. */
  changed: integer(),
  refused: integer(),
  /** Id with which the whole change can be undone; null if nothing changed. */
  batch: nullable(string()),
  is_dry_run: boolean(),
}
/** Sum of the budgets of a usual day, before and after; converted if there are several currencies. */
const Effect = object({ daily_before: Decimal, daily_after: Decimal, currency_code: CurrencyCode })

/** The result of a bulk change, row by row. A refused row does not stop the others. */
export const CampaignChanges = object({
  rows: array(ChangedCampaign),
  ...outcome,
  /** Null if an exchange rate is missing, so that there is no sum. */
  effect: nullable(Effect),
  /** Where the next request continues; null at the end. Present if this request set a starting point. */
  next: optional(nullable(Id)),
})
export type CampaignChanges = Infer<typeof CampaignChanges>

/** Maximum number of campaigns in one bulk change. */
export const maxBulkCampaigns = 5000
/** Maximum number of rows in a sheet. */
export const maxSheetRows = 1000

/** The query of the list from which everything was selected. */
export const SelectedReport = object({
  filters: listQueryFields.filters,
  start_date: optional(IsoDay),
  end_date: optional(IsoDay),
  currency_code: optional(CurrencyCode),
})
export type SelectedReport = Infer<typeof SelectedReport>

/** Splits a large change into several requests, and binds a change to its dry run. */
export const chunkFields = {
  /** Of the selection, changes only ids from this one on, up to the limit of one request; the reply has the next one. */
  from: optional(max(min(integer(), 1), 2_147_483_647)),
  /** The `seen` values of a dry run, in the order of the ids. Rows that have changed since are left unchanged. */
  seen: optional(size(array(Text(1, 64)), 1, maxBulkCampaigns)),
}

/** A bulk change: the listed campaigns, or with `all_selected` everything in the report, with exceptions. */
export const CampaignBulk = object({
  comment: optional(Text(0, 500)),
  campaign_ids: optional(size(array(Id), 1, maxBulkCampaigns)),
  all_selected: optional(boolean()),
  report: optional(SelectedReport),
  advertiser_ids: optional(size(array(Id), 1, 5000)),
  except_campaign_ids: optional(size(array(Id), 0, 1000)),
  ...chunkFields,
  status: optional(enums(['active', 'paused'])),
  /** Percentage; negative values reduce the budget. */
  budget_percentage: optional(Percentage),
  /** Whether the budgets of their ad groups change too. */
  adjust_ad_groups: optional(boolean()),
  end_date: optional(nullable(IsoDay)),
  always_on: optional(boolean()),
  /** Writes nothing; the reply says what would change. */
  dry_run: optional(boolean()),
})
export type CampaignBulk = Infer<typeof CampaignBulk>

/** One row of a pasted or edited sheet; the version is the one that the sheet was created from. */
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
export const CampaignSheet = object({ rows: size(array(SheetRow), 1, maxSheetRows), dry_run: optional(boolean()) })

/** The kinds of changes in the history. */
export const changeKinds = [
  'created',
  'changed',
  'bulk',
  'sheet',
  'undone',
  'submitted',
  'approved',
  'approval_undone',
  'denied',
  'started',
  'ended',
  'removed',
  'entities_added',
  'entities_removed',
  'entities_bid',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** One change of a campaign or of one of its ad groups. */
export const CampaignHistoryRow = object({
  campaign_change_id: integer(),
  campaign_id: Id,
  ad_group: nullable(object({ ad_group_id: Id, name: string() })),
  at: string(),
  user: nullable(object({ user_id: Id, name: string() })),
  /** The partner's site where the change was made. */
  partner: nullable(string()),
  kind: enums(changeKinds),
  fields: array(FieldChange),
  comment: nullable(string()),
  batch: nullable(string()),
  undo_of: nullable(integer()),
  /** The change that undid this one. */
  undone_by: nullable(integer()),
})
export type CampaignHistoryRow = Infer<typeof CampaignHistoryRow>

/** The changes to undo: some, or a whole batch. Fields that changed again later are kept, unless `force` is set. */
export const CampaignUndo = object({
  campaign_change_ids: optional(size(array(max(min(integer(), 1), Number.MAX_SAFE_INTEGER)), 1, 1000)),
  batch: optional(Text(1, 64)),
  force: optional(boolean()),
  /** With `force`: later changes up to this id are undone too. It is the newest change that the user has seen; newer ones are kept. */
  seen_up_to: optional(max(min(integer(), 1), Number.MAX_SAFE_INTEGER)),
  dry_run: optional(boolean()),
})
export type CampaignUndo = Infer<typeof CampaignUndo>

/** A field that was changed again later. */
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
  /** The ad group of the row; null for the campaign itself. */
  ad_group: nullable(object({ ad_group_id: Id, name: string() })),
  changed_since: array(LaterChange),
})
export type UndoneCampaign = Infer<typeof UndoneCampaign>
export const UndoneChanges = object({
  rows: array(UndoneCampaign),
  ...outcome,
  /** Campaigns that are reviewed again, because the undo adds content that was not approved. They do not serve meanwhile. */
  reviewed_again: array(Id),
  /** The newest change that was taken into account. */
  seen_up_to: integer(),
})
export type UndoneChanges = Infer<typeof UndoneChanges>
