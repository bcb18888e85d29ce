import { type Kysely, type RawBuilder, sql } from 'kysely'
import { addDays, detailDays } from '../../../src/contract/dates/date-ranges.ts'
import { purchaseDays } from '../../../src/contract/reports/purchases.rules.ts'
import type { Tables } from '../tables/index.ts'

/** Prefixes of the sales columns: all sales, sales after an impression, sales of other products. */
export const saleKinds = ['', 'exposed_', 'halo_'] as const
/** Count columns of the fact tables. */
export const countColumns = [
  ...(['impressions', 'clicks', 'cost'] as const),
  ...saleKinds.flatMap((kind) => [`${kind}revenue`, `${kind}transactions`, `${kind}units`] as const),
]

type Db = Kysely<Tables>

/** Extra days: an advertiser's day may be behind UTC, and a request at midnight may still need the day before. */
const extraDays = 2
/** Limit of days for one client in one run. */
const maxDaysPerRun = 31

const groupColumns = ['member_group_id', 'advertiser_id', 'campaign_id', 'ad_group_id', 'channel', 'device', 'currency_code', 'day']
const list = (texts: readonly string[]) => sql.raw(texts.join(', '))

const dropFrom = (table: Detail['table']) => (kysely: Db, memberGroupId: number, day: string) =>
  sql`delete from ${sql.table(table)} where member_group_id = ${memberGroupId} and day = ${day}::date`.execute(kysely)

/**
 * Merges the entity rows of a day into one row for each ad group, so that sums stay the same. Ad groups whose rows have more than
 * one advertiser, campaign, channel or currency on that day are kept.
 */
const foldEntities = (kysely: Db, memberGroupId: number, day: string) => {
  const ofDay = sql`member_group_id = ${memberGroupId} and day = ${day}::date`
  return sql`
    with split as (
      select ad_group_id, device from facts_daily where ${ofDay} group by ad_group_id, device
      having count(distinct (advertiser_id, campaign_id, channel, currency_code)) > 1),
    parts as (
      delete from facts_daily where ${ofDay} and entity_id is not null
        and (ad_group_id, device) not in (select ad_group_id, device from split)
      returning *)
    insert into facts_daily (${list([...groupColumns, 'entity_id', ...countColumns])})
    select ${list([...groupColumns, 'null::int', ...countColumns.map((name) => `sum(${name})`)])} from parts group by ${list(groupColumns)}
    on conflict (member_group_id, day, ad_group_id, entity_id, device)
    do update set ${list(countColumns.map((name) => `${name} = facts_daily.${name} + excluded.${name}`))}`.execute(kysely)
}

interface Detail {
  readonly table: 'facts_hourly' | 'facts_daily' | 'facts_purchases'
  readonly mark: 'hours_before' | 'entities_before' | 'purchases_before'
  readonly days: number
  /** Condition for rows that have this detail. */
  readonly hasDetail: RawBuilder<unknown>
  readonly removeDetail: (kysely: Db, memberGroupId: number, day: string) => Promise<unknown>
}
const details: readonly Detail[] = [
  { table: 'facts_hourly', mark: 'hours_before', days: detailDays.hourly, hasDetail: sql`true`, removeDetail: dropFrom('facts_hourly') },
  {
    table: 'facts_daily',
    mark: 'entities_before',
    days: detailDays.byEntity,
    hasDetail: sql`entity_id is not null`,
    removeDetail: foldEntities,
  },
  {
    table: 'facts_purchases',
    mark: 'purchases_before',
    days: purchaseDays,
    hasDetail: sql`true`,
    removeDetail: dropFrom('facts_purchases'),
  },
]

/** Removes the detail of a client's oldest day. Returns false if there is none. The row lock makes concurrent servers take turns. */
const removeDetailOfDay = (
  database: Db,
  memberGroupId: number,
  { table, mark, hasDetail, removeDetail }: Detail,
  before: string,
): Promise<boolean> =>
  database.transaction().execute(async (kysely) => {
    const retention = await sql<{ from: string | null }>`select ${sql.ref(mark)}::text as "from" from facts_kept
      where member_group_id = ${memberGroupId} for update`.execute(kysely)
    const from = retention.rows[0]?.from ?? '-infinity'
    const { rows } = await sql<{ day: string | null }>`select min(day)::text as day from ${sql.table(table)}
      where member_group_id = ${memberGroupId} and day >= ${from}::date and day < ${before}::date and ${hasDetail}`.execute(kysely)
    const day = rows[0]?.day ?? undefined
    if (day !== undefined) await removeDetail(kysely, memberGroupId, day)
    const upTo = day === undefined ? before : addDays(day, 1)
    await sql`update facts_kept set ${sql.ref(mark)} = ${upTo}::date where member_group_id = ${memberGroupId}
      and coalesce(${sql.ref(mark)}, '-infinity') < ${upTo}::date`.execute(kysely)
    return day !== undefined
  })

/** Removes details that are past their retention. Returns true if some are left for the next run. */
export async function sweepFacts(kysely: Db, now: Date): Promise<boolean> {
  const today = now.toISOString().slice(0, 10)
  await sql`insert into facts_kept (member_group_id) select member_group_id from member_groups on conflict do nothing`.execute(kysely)
  const clients = await kysely
    .selectFrom('facts_kept')
    .select(['member_group_id', 'hours_before', 'entities_before', 'purchases_before'])
    .execute()
  let isMore = false
  for (const { member_group_id, ...marks } of clients)
    for (const detail of details) {
      const before = addDays(today, -detail.days - extraDays)
      if ((marks[detail.mark] ?? '') >= before) continue
      let remainingDays = maxDaysPerRun
      while (remainingDays > 0 && (await removeDetailOfDay(kysely, member_group_id, detail, before))) remainingDays--
      isMore ||= remainingDays === 0
    }
  return isMore
}
