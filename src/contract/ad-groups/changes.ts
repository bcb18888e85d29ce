import { array, boolean, enums, type Infer, max, min, nullable, object, optional, refine, size } from 'superstruct'
import { maxBulkAdGroups, maxEntitiesPerRequest, minPercentChange, maxPercentChange } from './ad-groups.rules.ts'
import { Bid } from '../bids/bidding-configs.ts'
import { budgetPeriods } from '../budgets/budgets.rules.ts'
import { chunkFields } from '../campaigns/edits.ts'
import { CurrencyCode, Decimal, Finite, Id, IsoDay, Text } from '../ids.ts'
import { listQueryFields } from '../list.ts'
import { microsOf } from '../money/money.ts'
import { statusChoices } from '../statuses.ts'
import { Targeting } from '../targeting/targetings.ts'

const isDecimal = (text: unknown): text is string => typeof text === 'string' && /^\d{1,15}(\.\d{1,6})?$/.test(text)
const Budget = refine(Decimal, 'Budget', (text) => (isDecimal(text) && microsOf(text) > 0n) || 'Expected an amount above 0')
const Name = refine(Text(1, 120), 'Name', (text) => text.trim() !== '' || 'Expected a name')
const Period = enums(budgetPeriods)

const days = { start_date: IsoDay, end_date: IsoDay }
const listQuery = {
  advertiser_ids: optional(size(array(Id), 1, 5000)),
  campaign_ids: optional(size(array(Id), 1, 5000)),
}
/** Request body of a list of ad groups. */
export const AdGroupQuery = object({ ...listQueryFields, ...days, ...listQuery, currency_code: optional(CurrencyCode) })
export type AdGroupQuery = Infer<typeof AdGroupQuery>

/** An entity with its own bid; without one, the ad group's bid applies. */
const NewEntity = object({ entity_id: Id, bid: optional(nullable(Bid)) })
const first = { name: Name, campaign_id: Id, status: optional(enums(statusChoices.createAdGroup)), base_bid: Bid }
const entityIds = { entity_ids: optional(size(array(Id), 0, maxEntitiesPerRequest)) }
const own = {
  budget: optional(nullable(Budget)),
  budget_period: optional(nullable(Period)),
  start_date: optional(nullable(IsoDay)),
  end_date: optional(nullable(IsoDay)),
  /** Runs as long as its campaign. */
  always_on: optional(boolean()),
}
const third = { pacing: optional(nullable(Text(1, 60))), targeting: optional(Targeting) }
/** Body of a new ad group in version 1 of the endpoint. */
export const NewAdGroupV1 = object({ ...first, ...entityIds })
/** Version 2 adds a budget and dates. */
export const NewAdGroupV2 = object({ ...first, ...entityIds, ...own })
/** Version 3 adds targeting, pacing and entities with their own bids. */
export const NewAdGroup = object({
  ...first,
  ...entityIds,
  ...own,
  ...third,
  entities: optional(size(array(NewEntity), 0, maxEntitiesPerRequest)),
})
export type NewAdGroup = Infer<typeof NewAdGroup>

const changed = { name: optional(Name), status: optional(enums(statusChoices.editAdGroup)), base_bid: optional(Bid), ...own }
/** Changes of an ad group; missing fields stay unchanged. */
export const AdGroupChangeV2 = object(changed)
export const AdGroupChange = object({ ...changed, ...third })
export type AdGroupChange = Infer<typeof AdGroupChange>

const Percentage = max(min(Finite, minPercentChange), maxPercentChange)
const bulk = {
  ad_group_ids: optional(size(array(Id), 1, maxBulkAdGroups)),
  /** Selects all rows of a list query instead of ids. */
  all_selected: optional(boolean()),
  report: optional(AdGroupQuery),
  status: optional(enums(['active', 'paused'])),
  budget_percentage: optional(Percentage),
  base_bid_percentage: optional(Percentage),
  /** Amounts in the currency of each ad group; negative amounts reduce. */
  budget_increase: optional(Decimal),
  base_bid_increase: optional(Decimal),
  base_bid: optional(Bid),
  end_date: optional(IsoDay),
  always_on: optional(boolean()),
  /** Writes nothing; the reply says what would change. */
  dry_run: optional(boolean()),
  comment: optional(Text(0, 500)),
}
type Chosen = { ad_group_ids?: unknown; all_selected?: boolean | undefined; report?: unknown }
const isChosen = ({ ad_group_ids, all_selected = false, report }: Chosen) =>
  (all_selected ? report !== undefined && ad_group_ids === undefined : ad_group_ids !== undefined && report === undefined) ||
  'Expected ad_group_ids, or all_selected and the report that was selected from'
/** Body of a bulk change in version 1 of the endpoint. */
export const AdGroupBulkV1 = refine(object(bulk), 'Bulk', isChosen)
/** Version 2 adds changes in several requests, bound to a dry run. */
export const AdGroupBulk = refine(object({ ...bulk, ...chunkFields }), 'Bulk', isChosen)
export type AdGroupBulk = Infer<typeof AdGroupBulk>
