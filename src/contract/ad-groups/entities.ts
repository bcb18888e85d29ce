import { array, boolean, enums, type Infer, integer, nullable, object, optional, refine, size, string } from 'superstruct'
import { maxEntitiesPerRequest, adGroupStatuses } from './ad-groups.rules.ts'
import { bidCompetitivenessFields, totalsFields } from './ad-groups.ts'
import { Bid } from '../bids/bidding-configs.ts'
import { postQuery, del, post, queryInteger } from '../endpoint.ts'
import { CurrencyCode, Decimal, Id, IsoDay } from '../ids.ts'
import { listQueryFields } from '../list.ts'
import { comparedRequest, RowMetrics } from '../reports/row-metrics.ts'

const entity = {
  entity_id: Id,
  internal_id: string(),
  name: string(),
  category: string(),
  status: string(),
}
/** An entity in an ad group, with its bid and its metrics; amounts in its advertiser's currency. */
export const AdGroupEntityRow = object({
  ...entity,
  ad_group_id: Id,
  ad_group_name: string(),
  ad_group_status: enums(adGroupStatuses),
  /** Null if the ad group's bid applies. */
  bid: nullable(Decimal),
  effective_bid: Decimal,
  ...bidCompetitivenessFields,
  currency_code: CurrencyCode,
  added_at: string(),
  metrics: RowMetrics,
})
export type AdGroupEntityRow = Infer<typeof AdGroupEntityRow>

/** An entity with the totals of all its ad groups. */
export const EntityRow = object({
  ...entity,
  advertiser_id: Id,
  advertiser_name: string(),
  campaigns: integer(),
  ad_groups: integer(),
  /** The lowest and the highest of its effective bids. */
  least_bid: Decimal,
  most_bid: Decimal,
  /** The best competitiveness of its bids. */
  ...bidCompetitivenessFields,
  currency_code: CurrencyCode,
  metrics: RowMetrics,
})
export type EntityRow = Infer<typeof EntityRow>

const days = { start_date: IsoDay, end_date: IsoDay, currency_code: optional(CurrencyCode) }
const within = { body: object({ ...listQueryFields, ...days }), result: object({ entities: array(AdGroupEntityRow), ...totalsFields }) }

const pair = { ad_group_id: Id, entity_id: Id }
const AddedEntities = refine(
  object({
    entity_ids: optional(size(array(Id), 1, maxEntitiesPerRequest)),
    /** All entities of the advertiser that match the filters. */
    all_selected: optional(boolean()),
    filters: listQueryFields.filters,
    /** Entities that are left out of all_selected. */
    except: optional(size(array(object({ entity_id: Id })), 0, maxEntitiesPerRequest)),
  }),
  'AddedEntities',
  ({ entity_ids, all_selected = false, except }) =>
    ((entity_ids === undefined) === all_selected && (all_selected || except === undefined)) ||
    'Expected entity_ids, or all_selected with filters',
)

/** Bids of entities: one for each, or use_base_bid to apply their group's bid again. */
const EntityBids = refine(
  object({
    entities: size(
      array(
        object({
          ...pair,
          bid: optional(Bid),
          /** The bid that the caller has read. If it is set and the stored bid differs, the bid is not overwritten. */
          seen_bid: optional(nullable(Decimal)),
        }),
      ),
      1,
      maxEntitiesPerRequest,
    ),
    use_base_bid: optional(boolean()),
  }),
  'EntityBids',
  ({ entities, use_base_bid = false }) =>
    entities.every(({ bid }) => (bid === undefined) === use_base_bid) || 'Expected a bid for each entity, or use_base_bid and none',
)
/** All entities of an ad group or of a whole campaign that match the filters, with exceptions. */
const everyPair = {
  ad_group_id: optional(Id),
  campaign_id: optional(Id),
  filters: listQueryFields.filters,
  except: optional(size(array(object(pair)), 0, maxEntitiesPerRequest)),
}
interface Whole {
  readonly ad_group_id?: number | undefined
  readonly campaign_id?: number | undefined
}
const isOneWhole = ({ ad_group_id, campaign_id }: Whole) => (ad_group_id === undefined) !== (campaign_id === undefined)
const wholeExpected = 'Expected ad_group_id or campaign_id'
const AllEntities = refine(object(everyPair), 'AllEntities', (whole) => isOneWhole(whole) || wholeExpected)
const AllEntityBids = refine(
  object({ ...everyPair, bid: optional(Bid), use_base_bid: optional(boolean()) }),
  'AllEntityBids',
  ({ bid, use_base_bid = false, ...whole }) => {
    if (!isOneWhole(whole)) return wholeExpected
    return (bid === undefined) === use_base_bid || 'Expected a bid or use_base_bid'
  },
)

const client = 'v1/member_groups/:memberGroupId'
const advertiser = `${client}/advertisers/:advertiserId` as const
const reported = { may: 'ad_groups.read', long: true }
const changes = { may: 'ad_groups.change' }
/** Id with which the whole change can be undone; null if nothing changed. */
const batch = { batch: nullable(string()) }
const Changed = object({ changed: integer(), ...batch })
const Removed = object({ removed: integer(), ...batch })

/** The entities of ad groups. */
export const adGroupEntities = {
  report: postQuery(`${advertiser}/ad_groups/:adGroupId/entities_report`, { ...reported, ...within }),
  campaignReport: postQuery(`${advertiser}/campaigns/:campaignId/entities_report`, { ...reported, ...within }),
  clientReport: postQuery(`${client}/entities_report`, {
    ...reported,
    body: object({
      ...listQueryFields,
      ...days,
      advertiser_ids: optional(size(array(Id), 1, 5000)),
      campaign_ids: optional(size(array(Id), 1, 5000)),
      ...comparedRequest,
    }),
    result: object({ entities: array(EntityRow), ...totalsFields }),
  }),
  add: post(`${advertiser}/ad_groups/:adGroupId/entities`, {
    ...changes,
    body: AddedEntities,
    result: object({ added: integer(), /** Already in the ad group. */ already: integer(), ...batch }),
  }),
  remove: del('v1/ad_groups/entities/bulk', {
    ...changes,
    query: object({ advertiserId: optional(queryInteger()) }),
    body: object({ entities: size(array(object(pair)), 1, maxEntitiesPerRequest) }),
    result: Removed,
  }),
  removeAll: del('v1/ad_groups/entities/bulk/all', { ...changes, body: AllEntities, result: Removed }),
  bid: post('v1/ad_groups/entities/bulk', { ...changes, body: EntityBids, result: Changed }),
  bidAll: post('v1/ad_groups/entities/bulk/all', { ...changes, body: AllEntityBids, result: Changed }),
}
