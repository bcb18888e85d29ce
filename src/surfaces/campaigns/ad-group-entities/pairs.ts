import type { AdGroupEntityRow } from '../../../contract/ad-groups/entities.ts'
import type { Filter } from '../../../contract/list.ts'

/** Which entities of which ad groups, each with the bid of its own that one saw: another one by now is not overwritten. */
export type Pairs = { ad_group_id: number; entity_id: number; seen_bid: string | null }[]

export const pairOf = ({ ad_group_id, entity_id, bid }: AdGroupEntityRow) => ({ ad_group_id, entity_id, seen_bid: bid })

/** One bid for all of them. */
export const bidsOf = (pairs: Pairs, bid: string) => ({ entities: pairs.map((pair) => ({ ...pair, bid })) })
/** That of their ad group again. */
export const baseBidsOf = (pairs: Pairs) => ({ entities: pairs, use_base_bid: true })
/** Which are taken away, whatever is bid for them. */
export const goneOf = (pairs: Pairs) => ({ entities: pairs.map(({ ad_group_id, entity_id }) => ({ ad_group_id, entity_id })) })

/** All that some filters find in an ad group or in a campaign, but for some: nobody reads them to change them. */
export interface Whole {
  readonly ad_group_id?: number
  readonly campaign_id?: number
  readonly filters: Filter[]
  readonly except: { ad_group_id: number; entity_id: number }[]
}
/** What is meant to be changed: some that are known, or a whole; and how many that is. */
export type Meant = { readonly count: number } & ({ readonly pairs: Pairs } | { readonly whole: Whole })

/** Some that are known. */
export const meantPairs = (rows: Iterable<AdGroupEntityRow>): Meant => {
  const pairs = [...rows].map(pairOf)
  return { pairs, count: pairs.length }
}

/** By what an entity in an ad group is told from another. */
export const rowIdOf = ({ ad_group_id, entity_id }: Pick<AdGroupEntityRow, 'ad_group_id' | 'entity_id'>) => `${ad_group_id} ${entity_id}`
/** The same read back. */
export const pairIn = (rowId: string) => {
  const [ad_group_id = 0, entity_id = 0] = rowId.split(' ').map(Number)
  return { ad_group_id, entity_id }
}
