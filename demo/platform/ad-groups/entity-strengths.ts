import { sql } from 'kysely'
import type { Competitiveness } from '../../../src/contract/bids/bids.rules.ts'
import { type ListedStrength, noStrength, bidStrengths } from './bid-strengths.ts'
import { adGroupTables, notRemovedAdGroup } from './columns.ts'
import type { Context } from '../context/context.ts'
import { grouped } from '../sql/group-by.ts'
import type { SqlPiece } from '../sql/pieces.ts'

interface BidRead {
  readonly entity_id: number
  readonly advertiser_id: number
  readonly channel: string
  readonly bidding_type_id: number
  readonly currency_code: string
  readonly bid: number
  readonly isShown: boolean
}

const bestFirst: readonly Competitiveness[] = ['Competitive', 'NotCompetitive', 'NoData', 'Disabled']

/** The best strength that each entity's bids have in the ad groups that match the condition. */
export async function bestStrengths(context: Context, memberGroupId: number, ids: readonly number[], condition: SqlPiece) {
  const { rows } = await sql<BidRead>`
    select
      x.entity_id,
      x.advertiser_id,
      c.channel,
      c.bidding_type_id,
      a.currency_code::text as currency_code,
      coalesce(x.bid, g.base_bid) as bid,
      e.status = 'active' and g.status = 'active' as "isShown"
    from ad_group_entities x
    join entities e on e.member_group_id = x.member_group_id and e.entity_id = x.entity_id
    join ${adGroupTables} on g.member_group_id = x.member_group_id and g.ad_group_id = x.ad_group_id
    where ${condition} and ${notRemovedAdGroup} and x.entity_id = any(${[...ids]}::int[])`.execute(context.database.kysely)
  const bids = rows.map((row) => ({ ...row, bid: BigInt(row.bid) }))
  const strengths = await bidStrengths(context, memberGroupId, bids)
  const byEntity = grouped(
    rows.map(({ entity_id }, index) => ({ entity_id, strength: strengths[index] ?? noStrength })),
    ({ entity_id }) => entity_id,
  )
  return (id: number): ListedStrength => {
    const entityStrengths = (byEntity.get(id) ?? []).map(({ strength }) => strength)
    const best = bestFirst.find((level) => entityStrengths.some(({ bid_strength }) => bid_strength === level))
    return entityStrengths.find(({ bid_strength }) => bid_strength === best) ?? noStrength
  }
}
