import type { AdGroupEntityRow } from '../../../contract/ad-groups/entities.ts'
import type { Filter } from '../../../contract/list.ts'

/** Entities of ad groups with the bid that the user saw. The platform refuses to overwrite a different bid. */
export type Pairs = { ad_group_id: number; entity_id: number; seen_bid: string | null }[]

export const pairOf = ({ ad_group_id, entity_id, bid }: AdGroupEntityRow) => ({ ad_group_id, entity_id, seen_bid: bid })

export const bidsOf = (pairs: Pairs, bid: string) => ({ entities: pairs.map((pair) => ({ ...pair, bid })) })
/** Returns to the ad group's base bid. */
export const baseBidsOf = (pairs: Pairs) => ({ entities: pairs, use_base_bid: true })
/** Removes entities regardless of their bids. */
export const removalOf = (pairs: Pairs) => ({ entities: pairs.map(({ ad_group_id, entity_id }) => ({ ad_group_id, entity_id })) })

/** All matches of a filter, with exceptions. The platform finds the rows, so the browser does not load them. */
export interface AllMatchingEntities {
  readonly ad_group_id?: number
  readonly campaign_id?: number
  readonly filters: Filter[]
  readonly except: { ad_group_id: number; entity_id: number }[]
}
/** The entities to change: listed pairs, or all matches of a filter. */
export type EntitySelection = { readonly count: number } & ({ readonly pairs: Pairs } | { readonly whole: AllMatchingEntities })

export const selectedPairs = (rows: Iterable<AdGroupEntityRow>): EntitySelection => {
  const pairs = [...rows].map(pairOf)
  return { pairs, count: pairs.length }
}

/** An entity can be in several ad groups, so the row id has both ids. */
export const rowIdOf = ({ ad_group_id, entity_id }: Pick<AdGroupEntityRow, 'ad_group_id' | 'entity_id'>) => `${ad_group_id} ${entity_id}`
/** Parses a row id. */
export const parseRowId = (rowId: string) => {
  const [ad_group_id = 0, entity_id = 0] = rowId.split(' ').map(Number)
  return { ad_group_id, entity_id }
}
