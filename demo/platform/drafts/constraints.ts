import { expressionBuilder, type Nullable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { CampaignDraft } from '../../../src/contract/drafts/drafts.ts'
import type { DraftConstraints } from '../../../src/contract/drafts/constraints.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import { orderStatusIds, selectableStatuses } from '../../../src/contract/statuses.ts'
import type { Context } from '../context/context.ts'
import { notFound, refuseField } from '../context/refusal.ts'
import { offeredSql } from '../clients/experiences.ts'
import { orderSpent } from '../insertion-orders/sums.ts'
import { allPacings } from '../campaigns/read.ts'
import { dayIn } from '../sql/days.ts'
import { anyOf } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'

/** Client, advertiser and experience of a new campaign. */
export type DraftOwner = Pick<CampaignDraft, 'member_group_id' | 'advertiser_id' | 'experience_id'>

/** An advertiser `a`, its currency `c`, and the experience `x` of the campaign. */
type DraftTables = Tables & { a: Tables['advertisers']; c: Tables['currencies']; x: Nullable<Tables['experiences']> }
const eb = expressionBuilder<DraftTables, 'a' | 'c' | 'x'>()

const bids = eb
  .selectFrom('bidding_configs as b')
  .select(['b.bidding_type_id', 'b.min_bid', 'b.max_bid'])
  .whereRef('b.member_group_id', '=', 'a.member_group_id')
  .whereRef('b.currency_id', '=', 'c.currency_id')
  .orderBy('b.bidding_type_id')
const ownPacings = eb.selectFrom('pacings as p').select('p.name').whereRef('p.member_group_id', '=', 'a.member_group_id').orderBy('p.name')
const ownChannels = eb
  .selectFrom('advertiser_channels as o')
  .whereRef('o.member_group_id', '=', 'a.member_group_id')
  .whereRef('o.advertiser_id', '=', 'a.advertiser_id')
/** The advertiser's own channels, or all of the client's if it has none. An experience limits them to its channel. */
const channels = eb
  .selectFrom('channels as h')
  .select('h.name')
  .whereRef('h.member_group_id', '=', 'a.member_group_id')
  .where(({ or, not, exists, ref }) => or([not(exists(ownChannels)), exists(ownChannels.where('o.channel_id', '=', ref('h.channel_id')))]))
  .where(({ eb, ref }) => eb('x.channel_id', 'is', null).or('x.channel_id', '=', ref('h.channel_id')))
  .orderBy('h.channel_id')
/** The experiences in which the advertiser may advertise. */
const experiences = eb
  .selectFrom('experiences')
  .select('experiences.experience_id')
  .whereRef('experiences.member_group_id', '=', 'a.member_group_id')
  .where(offeredSql(eb.ref('a.member_group_id'), eb.ref('a.advertiser_id')))
  .orderBy('experiences.experience_id')
const assets = eb
  .selectFrom('experience_assets as s')
  .select(['s.experience_asset_id', 's.experience_id', 's.name', 's.kind', 's.width', 's.height', 's.bytes_most', 's.is_required'])
  .whereRef('s.member_group_id', '=', 'a.member_group_id')
  .whereRef('s.experience_id', '=', 'x.experience_id')
  .orderBy('s.experience_asset_id')
/** Insertion orders of the advertiser, and those for all of the client's advertisers, whose days have not passed. */
const ordersAt = (now: Date) =>
  eb
    .selectFrom('insertion_orders as o')
    .select(['o.insertion_order_id', 'o.name', 'o.number', 'o.start_date', 'o.end_date', 'o.status_id', 'o.advertiser_id'])
    .select(({ cast }) => [cast<string>('o.total', 'text').as('total'), cast<string>(orderSpent, 'text').as('spent')])
    .whereRef('o.member_group_id', '=', 'a.member_group_id')
    .whereRef('o.currency_code', '=', 'a.currency_code')
    .where(({ eb, ref }) => eb('o.advertiser_id', 'is', null).or('o.advertiser_id', '=', ref('a.advertiser_id')))
    .where('o.status_id', '=', anyOf(selectableStatuses.openAndApproved.map((status) => orderStatusIds[status])))
    .where('o.end_date', '>=', sql<string>`(${now}::timestamptz at time zone a.time_zone)::date`)
    .orderBy('o.name')
    .orderBy('o.insertion_order_id')

/** The constraints that a draft of the advertiser must meet. */
export async function draftConstraintsOf({ database: { kysely }, scope, now }: Context, owner: DraftOwner): Promise<DraftConstraints> {
  const row = await kysely
    .selectFrom('advertisers as a')
    .innerJoin('member_groups as m', 'm.member_group_id', 'a.member_group_id')
    .innerJoin('currencies as c', 'c.currency_code', 'a.currency_code')
    .leftJoin('experiences as x', (join) =>
      join.onRef('x.member_group_id', '=', 'a.member_group_id').on('x.experience_id', '=', owner.experience_id),
    )
    .select(['a.time_zone', 'a.currency_code', 'c.digits as currency_digits', 'm.reviews_campaigns'])
    .select([
      jsonArrayFrom(bids).as('bids'),
      jsonArrayFrom(channels).as('channels'),
      jsonArrayFrom(ownPacings).as('pacings'),
      jsonArrayFrom(experiences).as('experiences'),
    ])
    .select([jsonArrayFrom(assets).as('assets'), jsonArrayFrom(ordersAt(now())).as('insertion_orders')])
    .where('a.member_group_id', '=', owner.member_group_id)
    .where('a.advertiser_id', '=', owner.advertiser_id)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound('Advertiser')
  return {
    today: dayIn(now(), row.time_zone),
    time_zone: row.time_zone,
    reviews_campaigns: row.reviews_campaigns,
    currency_code: row.currency_code,
    currency_digits: row.currency_digits,
    pacings: allPacings(row.pacings.map(({ name }) => name)),
    experience_ids: row.experiences.map(({ experience_id }) => experience_id),
    channels: row.channels.map(({ name }) => name),
    assets: row.assets,
    insertion_orders: row.insertion_orders.map(({ status_id, advertiser_id, total, spent, ...order }) => ({
      ...order,
      status: status_id === orderStatusIds.approved ? 'approved' : 'open',
      remaining: advertiser_id !== null || scope.advertisers === 'all' ? decimalOf(BigInt(total) - BigInt(spent)) : null,
    })),
    bids: row.bids.map(({ bidding_type_id, min_bid, max_bid }) => ({
      bidding_type_id,
      min_bid: decimalOf(BigInt(min_bid)),
      max_bid: max_bid === null ? null : decimalOf(BigInt(max_bid)),
    })),
  }
}

/** Throws for an experience in which the advertiser may not advertise. */
export function requireOfferedExperience({ experience_ids }: DraftConstraints, experienceId: number | null) {
  if (experienceId !== null && !experience_ids.includes(experienceId))
    throw refuseField('experience_id', 'Choose an experience of this advertiser')
}
