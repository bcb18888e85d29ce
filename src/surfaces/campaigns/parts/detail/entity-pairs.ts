import type { AdGroupEntityRow } from '../../../../contract/ad-group-entities.ts'

/** Which entities of which ad groups, each with the bid of its own that one saw: another one by now is not overwritten. */
export type Pairs = { ad_group_id: number; entity_id: number; seen_bid: string | null }[]

export const pairOf = ({ ad_group_id, entity_id, bid }: AdGroupEntityRow) => ({ ad_group_id, entity_id, seen_bid: bid })

/** One bid for all of them. */
export const bidsOf = (pairs: Pairs, bid: string) => ({ entities: pairs.map((pair) => ({ ...pair, bid })) })
/** That of their ad group again. */
export const baseBidsOf = (pairs: Pairs) => ({ entities: pairs, use_base_bid: true })
/** Which are taken away, whatever is bid for them. */
export const goneOf = (pairs: Pairs) => ({ entities: pairs.map(({ ad_group_id, entity_id }) => ({ ad_group_id, entity_id })) })
