import { sql } from 'kysely'
import { type BidLimits, checkBidLimits } from '../../../src/contract/bids/bids.rules.ts'
import { storeEntityStates } from './entity-changes.ts'
import { adGroupRefusal } from './refusals.ts'
import type { Context } from '../context/context.ts'
import { refuseField } from '../context/refusal.ts'
import type { SqlPiece } from '../sql/pieces.ts'

export interface AdGroupIds {
  readonly member_group_id: number
  readonly advertiser_id: number
  readonly campaign_id: number
  readonly ad_group_id: number
}

/** Refuses the first bid outside the client's limits. */
export function checkBids(bids: readonly (bigint | null)[], limits: BidLimits, pathOf: (index: number) => string) {
  bids.forEach((bid, index) => {
    const answer = bid === null ? true : checkBidLimits(bid, limits)
    if (answer !== true) throw adGroupRefusal({ field: pathOf(index), answer })
  })
}

const entityInsertValues = ({ member_group_id, advertiser_id, campaign_id, ad_group_id }: AdGroupIds, now: Date) =>
  sql`${member_group_id}::int, ${advertiser_id}::int, ${campaign_id}::int, ${ad_group_id}::int, ${now}::timestamptz`
const columns = sql`member_group_id, advertiser_id, campaign_id, ad_group_id, added_at, entity_id, bid`

/** Inserts entities into an ad group. Entities of other advertisers are skipped; returns the number inserted. */
export async function insertEntities({ database: { kysely }, now }: Context, place: AdGroupIds, bids: ReadonlyMap<number, bigint | null>) {
  if (bids.size === 0) return 0
  const given = JSON.stringify([...bids].map(([entity_id, bid]) => ({ entity_id, bid: bid === null ? null : String(bid) })))
  const { rows } = await sql<{ entity_id: number }>`
    insert into ad_group_entities (${columns})
    select ${entityInsertValues(place, now())}, e.entity_id, given.bid from json_to_recordset(${given}::json) as given (entity_id int, bid bigint)
    join entities e on e.member_group_id = ${place.member_group_id} and e.advertiser_id = ${place.advertiser_id} and e.entity_id = given.entity_id
    returning entity_id`.execute(kysely)
  return rows.length
}

/**
 * Adds the matching entities that are not in the ad group yet, at the ad group's bid. Returns the number of matches and of new
 * entities.
 */
export async function addEntities({ database: { kysely }, now }: Context, place: AdGroupIds, condition: SqlPiece, batch: string) {
  const fitting = sql`from entities e where e.member_group_id = ${place.member_group_id} and e.advertiser_id = ${place.advertiser_id} and ${condition}`
  const { rows } = await sql<{ fitting: number; added: number }>`
    with put as (
      insert into ad_group_entities (${columns}) select ${entityInsertValues(place, now())}, e.entity_id, null::bigint ${fitting}
      on conflict do nothing returning ad_group_id, entity_id),
    kept as (${storeEntityStates(place.member_group_id, batch, sql`select *, false as was_in, null::bigint as was_bid, true as is_in, null::bigint as is_bid from put`)})
    select (select count(*)::int ${fitting}) as fitting, (select count(*)::int from put) as added`.execute(kysely)
  return rows[0] ?? { fitting: 0, added: 0 }
}

/** Refuses the first pair that does not exist. */
export function checkPairs(pairs: readonly { ad_group_id: number; entity_id: number }[], found: ReadonlySet<string>) {
  const missing = pairs.findIndex((pair) => !found.has(pairKey(pair)))
  if (missing >= 0) throw refuseField(`entities.${missing}.entity_id`, 'Expected an entity of the ad group')
}
/** Map key of a pair. */
export const pairKey = ({ ad_group_id, entity_id }: { readonly ad_group_id: number; readonly entity_id: number }) =>
  `${ad_group_id} ${entity_id}`
