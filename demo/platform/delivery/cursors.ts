import { type Kysely, sql } from 'kysely'
import type { DayClock } from '../sql/days.ts'
import { allOf, anyOf, recordset } from '../sql/pieces.ts'
import { SeededRandom } from './chance.ts'
import type { CampaignRow } from '../serving/rows.ts'
import type { Tables } from '../tables/index.ts'

/** An ad group's usual day without budget limits. */
export interface Profile {
  readonly impressions: number
  readonly clickRate: number
  /** Sales per click, and revenue per sale in micros. */
  readonly saleRate: number
  readonly basket: number
  readonly device: string
}
/** The time up to which an ad group has been delivered. */
export interface Cursor {
  readonly ad_group_id: number
  readonly campaign_id: number
  readonly through: Date
  readonly day: string
  readonly minute: number
  readonly profile: Profile
}
/** The minutes of a day to deliver, and the cursor afterwards. */
export interface DueMinutes {
  readonly fromMinute: number
  readonly toMinute: number
  /** The first minute by the zone's clock. `from` can lag behind it when a simulated minute takes longer. */
  readonly fromGone: number
  readonly cursor: Cursor
}

type Db = Kysely<Tables>
const minuteMs = 60_000
/** Clocks of servers on one database may differ by this much. */
const skewMs = 60_000

/** True if the cursor was written while a clock was ahead. */
export const isAhead = ({ through }: Cursor, now: Date) => through.getTime() > now.getTime() + skewMs

/** Reads and locks cursors until the transaction ends. */
export async function lockCursors(kysely: Db, memberGroupId: number, adGroups: readonly number[]): Promise<Map<number, Cursor>> {
  const rows = await kysely
    .selectFrom('delivery_cursors')
    .select(['ad_group_id', 'campaign_id', 'through', 'day', 'minute', 'profile'])
    .where('member_group_id', '=', memberGroupId)
    .where('ad_group_id', '=', anyOf(adGroups))
    .orderBy('ad_group_id')
    .forUpdate()
    .$narrowType<{ profile: Profile }>()
    .execute()
  return new Map(rows.map((row) => [row.ad_group_id, row]))
}

/** The minutes since the cursor, within today. Missed minutes of past days are not delivered. */
export function dueMinutesOf(cursor: Cursor, now: Date, clock: DayClock): DueMinutes {
  const since = Math.max(cursor.through.getTime(), clock.startMs)
  const minutes = Math.max(Math.floor((now.getTime() - since) / minuteMs), 0)
  const fromMinute = cursor.day === clock.day ? cursor.minute : Math.max(clock.minutesGone - minutes, 0)
  const toMinute = Math.min(fromMinute + minutes, clock.minutesInDay)
  return {
    fromMinute,
    toMinute,
    fromGone: Math.max(clock.minutesGone - minutes, 0),
    cursor: { ...cursor, day: clock.day, minute: toMinute, through: new Date(since + minutes * minuteMs) },
  }
}

interface RecentFacts {
  readonly ad_group_id: number
  readonly impressions: number
  readonly clicks: number
  readonly transactions: number
  readonly revenue: number
  readonly device: string
}

/** Derives the profile from recent facts, or at random from a fixed seed if there are none. */
function profileOf(adGroup: number, recentFacts: RecentFacts | undefined, { digits }: CampaignRow): Profile {
  const chance = new SeededRandom(`profile ${adGroup}`)
  const defaults = {
    impressions: chance.integer(6000, 24_000),
    clickRate: chance.between(0.004, 0.011),
    saleRate: chance.between(0.02, 0.06),
    basket: chance.integer(20, 90) * 10 ** (8 - digits),
    device: chance.pick(['desktop', 'mobile', 'mobile', 'app']),
  }
  if (!recentFacts || recentFacts.impressions < 1 || recentFacts.clicks < 1) return defaults
  const { clicks, transactions, impressions, revenue, device } = recentFacts
  const [saleRate, basket] = transactions > 0 ? [transactions / clicks, revenue / transactions] : [defaults.saleRate, defaults.basket]
  return { impressions, clickRate: clicks / impressions, saleRate, basket, device }
}

/** Creates cursors for ad groups without one; they start now. */
export async function newCursors(
  kysely: Db,
  groups: readonly { ad_group_id: number; campaign: CampaignRow; clock: DayClock }[],
  now: Date,
): Promise<Cursor[]> {
  const [firstGroup] = groups
  if (!firstGroup) return []
  const { rows } = await sql<RecentFacts>`
    select
      ad_group_id,
      sum(impressions)::float8 / count(distinct day) as impressions,
      sum(clicks)::float8 / count(distinct day) as clicks,
      sum(transactions)::float8 / count(distinct day) as transactions,
      sum(revenue)::float8 / count(distinct day) as revenue,
      max(device) as device
    from facts_daily
    where member_group_id = ${firstGroup.campaign.member_group_id}
      and advertiser_id = ${firstGroup.campaign.advertiser_id}
      and ad_group_id = ${anyOf(groups.map((group) => group.ad_group_id))}
      and day between ${firstGroup.clock.day}::date - 29 and ${firstGroup.clock.day}::date - 1
    group by ad_group_id`.execute(kysely)
  const through = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs)
  const factsByGroup = new Map(rows.map((row) => [row.ad_group_id, row] as const))
  return groups.map(({ ad_group_id, campaign, clock }) => ({
    ad_group_id,
    campaign_id: campaign.campaign_id,
    through,
    day: clock.day,
    minute: clock.minutesGone,
    profile: profileOf(ad_group_id, factsByGroup.get(ad_group_id), campaign),
  }))
}

/** Stores cursors. */
export async function storeCursors(kysely: Db, memberGroupId: number, cursors: readonly Cursor[]) {
  const columns = {
    campaign_id: 'int',
    ad_group_id: 'int',
    through: 'timestamptz',
    day: 'date',
    minute: 'int',
    profile: 'jsonb',
  } as const
  await kysely
    .insertInto('delivery_cursors')
    .columns(['member_group_id', 'campaign_id', 'ad_group_id', 'through', 'day', 'minute', 'profile'])
    .expression(({ selectFrom }) =>
      selectFrom(recordset('r', columns, cursors)).select([
        sql<number>`${memberGroupId}::int`.as('member_group_id'),
        'r.campaign_id',
        'r.ad_group_id',
        'r.through',
        'r.day',
        'r.minute',
        'r.profile',
      ]),
    )
    .onConflict((conflict) =>
      conflict.columns(['member_group_id', 'ad_group_id']).doUpdateSet(({ ref }) => ({
        through: ref('excluded.through'),
        day: ref('excluded.day'),
        minute: ref('excluded.minute'),
      })),
    )
    .execute()
}

/** Deletes cursors of ad groups that do not serve, so that this time is not delivered later. */
export async function dropCursors(kysely: Db, memberGroupId: number, servingIds: readonly number[]) {
  await kysely
    .deleteFrom('delivery_cursors')
    .where('member_group_id', '=', memberGroupId)
    .where('ad_group_id', '!=', allOf(servingIds))
    .execute()
}
