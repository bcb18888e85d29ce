import { sql } from 'kysely'
import type { CampaignDraft } from '../../../src/contract/drafts/drafts.ts'
import type { DraftConstraints } from '../../../src/contract/drafts/constraints.ts'
import { pacings } from '../../../src/contract/budgets/budgets.ts'
import type { ExperienceAsset } from '../../../src/contract/clients/experiences.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import { orderStatusIds, selectableStatuses } from '../../../src/contract/statuses.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'
import { dayIn } from '../sql/days.ts'

/** Client, advertiser and experience of a new campaign. */
export type DraftPlace = Pick<CampaignDraft, 'member_group_id' | 'advertiser_id' | 'experience_id'>

interface Row {
  readonly time_zone: string
  readonly currency_code: string
  readonly currency_digits: number
  readonly reviews_campaigns: boolean
  readonly bids: readonly { readonly bidding_type_id: 1 | 2; readonly min_bid: number; readonly max_bid: number | null }[]
  readonly channels: readonly string[]
  readonly assets: readonly ExperienceAsset[]
  readonly insertion_orders: readonly { readonly insertion_order_id: number; readonly name: string }[]
}

const listOf = (row: string, rest: string) => sql.raw(`(select coalesce(json_agg(${row}), '[]') from ${rest})`)
const bids = listOf(
  `json_build_object('bidding_type_id', b.bidding_type_id, 'min_bid', b.min_bid, 'max_bid', b.max_bid) order by b.bidding_type_id`,
  `bidding_configs b where b.member_group_id = a.member_group_id and b.currency_id = c.currency_id`,
)
/** The advertiser's own channels, or all of the client's if it has none. An experience limits them to its channel. */
const channels = listOf(
  `h.name order by h.channel_id`,
  `channels h where h.member_group_id = a.member_group_id
    and (not exists (select from advertiser_channels o where o.member_group_id = a.member_group_id and o.advertiser_id = a.advertiser_id)
      or exists (select from advertiser_channels o where o.member_group_id = a.member_group_id and o.advertiser_id = a.advertiser_id and o.channel_id = h.channel_id))
    and (x.channel_id is null or x.channel_id = h.channel_id)`,
)
const assets = listOf(
  `json_build_object('experience_asset_id', s.experience_asset_id, 'experience_id', s.experience_id, 'name', s.name, 'kind', s.kind, 'width', s.width,
    'height', s.height, 'bytes_most', s.bytes_most, 'is_required', s.is_required) order by s.experience_asset_id`,
  `experience_assets s where s.member_group_id = a.member_group_id and s.experience_id = x.experience_id`,
)
const offered = selectableStatuses.openAndApproved.map((word) => orderStatusIds[word])
/** Insertion orders of the advertiser, and those for all of the client's advertisers. */
const orders = listOf(
  `json_build_object('insertion_order_id', i.insertion_order_id, 'name', i.name) order by i.name, i.insertion_order_id`,
  `insertion_orders i where i.member_group_id = a.member_group_id and i.currency_code = a.currency_code
    and (i.advertiser_id is null or i.advertiser_id = a.advertiser_id) and i.status_id in (${offered.join(', ')})`,
)

/** The constraints that a draft of the advertiser must meet. */
export async function draftConstraintsOf({ database: { kysely }, now }: Context, place: DraftPlace): Promise<DraftConstraints> {
  const { rows } = await sql<Row>`
    select a.time_zone, a.currency_code, c.digits as currency_digits, m.reviews_campaigns, ${bids} as bids, ${channels} as channels, ${assets} as assets,
      ${orders} as insertion_orders
    from advertisers a join member_groups m on m.member_group_id = a.member_group_id join currencies c on c.currency_code = a.currency_code
    left join experiences x on x.member_group_id = a.member_group_id and x.experience_id = ${place.experience_id}::int
    where a.member_group_id = ${place.member_group_id} and a.advertiser_id = ${place.advertiser_id} and a.deleted_at is null`.execute(
    kysely,
  )
  const [row] = rows
  if (!row) throw notFound('Advertiser')
  return {
    today: dayIn(now(), row.time_zone),
    time_zone: row.time_zone,
    reviews_campaigns: row.reviews_campaigns,
    currency_code: row.currency_code,
    currency_digits: row.currency_digits,
    pacings: [...pacings],
    channels: [...row.channels],
    assets: [...row.assets],
    insertion_orders: [...row.insertion_orders],
    bids: row.bids.map(({ bidding_type_id, min_bid, max_bid }) => ({
      bidding_type_id,
      min_bid: decimalOf(BigInt(min_bid)),
      max_bid: max_bid === null ? null : decimalOf(BigInt(max_bid)),
    })),
  }
}
