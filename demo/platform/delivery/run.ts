import { type Kysely, sql } from 'kysely'
import type { BidRankCounts } from '../../../src/contract/bids/bids.rules.ts'
import { orderStatusIds } from '../../../src/contract/statuses.ts'
import { adGroupServingRule } from '../serving/serving.rules.ts'
import { orderSpent } from '../insertion-orders/sums.ts'
import { grouped } from '../collections/grouped.ts'
import { anyOf, recordset } from '../sql/pieces.ts'
import type { JobContext, JobKind } from '../sql/queue.ts'
import { lockBalance } from '../money/ledger.ts'
import { machineNow } from '../context/clock.ts'
import { SeededRandom } from './chance.ts'
import type { ServedCampaign } from '../serving/served.ts'
import { servingStates } from '../serving/read.ts'
import { type EntitySampleRequest, sampleEntities } from '../serving/rows.ts'
import type { Tables } from '../tables/index.ts'
import { dropCursors, isAhead, lockCursors, storeCursors, newCursors, type DueMinutes, dueMinutesOf } from './cursors.ts'
import { type Due, type LockedOrder, deliveries, newPlans } from './compute.ts'
import { writeDeliveries } from './write.ts'
import { visitsUntil } from './auction.ts'
import { marketsOf, type ServingAdGroup } from './markets.ts'
import { endOverdue } from './endings.ts'
import { passesDue } from './passes.ts'
import { advanceClock, settingsOf } from './settings.ts'

type Db = Kysely<Tables>
const servingAdGroups = (served: readonly ServedCampaign[]): ServingAdGroup[] =>
  served.flatMap((campaign) =>
    campaign.groups.filter(({ group }) => adGroupServingRule(campaign.state, group) === true).map((group) => ({ served: campaign, group })),
  )

/**
 * True if the rows that were read are unchanged and nothing else has been delivered since. Locks them until the transaction ends,
 * in id order, as all writers do.
 */
async function lockIfUnchanged(kysely: Db, serving: readonly ServingAdGroup[], spent: bigint): Promise<boolean> {
  const [firstServing] = serving
  if (!firstServing || BigInt(firstServing.served.row.account_spent) !== spent) return false
  const { member_group_id, advertiser_id, client_status, advertiser_status } = firstServing.served.row
  const account = await kysely
    .selectFrom('advertisers as a')
    .innerJoin('member_groups as m', 'm.member_group_id', 'a.member_group_id')
    .select('a.advertiser_id')
    .where('a.member_group_id', '=', member_group_id)
    .where('a.advertiser_id', '=', advertiser_id)
    .where('m.status', '=', client_status)
    .where('a.status', '=', advertiser_status)
    .where('a.deleted_at', 'is', null)
    .forShare('a')
    .executeTakeFirst()
  if (!account) return false
  const campaigns = new Map(serving.map(({ served: { row } }) => [row.campaign_id, row.version]))
  const lockedCampaigns = await kysely
    .selectFrom('campaigns as c')
    .innerJoin(versionTable(campaigns), (join) => join.onRef('read.id', '=', 'c.campaign_id').onRef('read.version', '=', 'c.version'))
    .select('c.campaign_id')
    .where('c.member_group_id', '=', member_group_id)
    .where('c.deleted_at', 'is', null)
    .orderBy('c.campaign_id')
    .forShare('c')
    .execute()
  if (lockedCampaigns.length < campaigns.size) return false
  const groups = new Map(serving.map(({ group: { row } }) => [row.ad_group_id, row.version]))
  const lockedGroups = await kysely
    .selectFrom('ad_groups as g')
    .innerJoin(versionTable(groups), (join) => join.onRef('read.id', '=', 'g.ad_group_id').onRef('read.version', '=', 'g.version'))
    .select('g.ad_group_id')
    .where('g.member_group_id', '=', member_group_id)
    .where('g.deleted_at', 'is', null)
    .orderBy('g.ad_group_id')
    .forShare('g')
    .execute()
  return lockedGroups.length === groups.size
}

/** The versions of rows by id, for joins. */
const versionTable = (versions: ReadonlyMap<number, number>) =>
  recordset(
    'read',
    { id: 'int', version: 'int' },
    [...versions].map(([id, version]) => ({ id, version })),
  )

/** What remains of the insertion orders, which are locked, because several advertisers may spend from one. */
export async function lockOrders(kysely: Db, serving: readonly ServingAdGroup[]): Promise<Map<number, LockedOrder>> {
  const ids = [...new Set(serving.flatMap(({ served: { row } }) => row.insertion_order_id ?? []))]
  const [firstServing] = serving
  if (!firstServing || ids.length === 0) return new Map()
  const { member_group_id } = firstServing.served.row
  await kysely
    .selectFrom('insertion_orders')
    .select('insertion_order_id')
    .where('member_group_id', '=', member_group_id)
    .where('insertion_order_id', '=', anyOf(ids))
    .orderBy('insertion_order_id')
    .forUpdate()
    .execute()
  const day = sql`${firstServing.served.clock.day}::date`
  const { rows } = await sql<{ insertion_order_id: number; left: string; lines: Record<string, string>; continues: boolean }>`
    select
      o.insertion_order_id,
      (case when o.status_id = ${orderStatusIds.approved} and ${day} between o.start_date and o.end_date
        then o.total else 0 end - ${orderSpent})::text as left,
      (select coalesce(json_object_agg(l.line_id, case when ${day} between l.start_date and l.end_date
          then l.amount - coalesce(p.micros, 0) else 0 end::text), '{}')
        from insertion_order_lines l left join insertion_order_line_spend p using (member_group_id, insertion_order_id, line_id)
        where l.member_group_id = o.member_group_id and l.insertion_order_id = o.insertion_order_id
          and l.version_id = o.version_id and (l.is_hard_cap or ${day} not between l.start_date and l.end_date)) as lines,
      (o.status_id = ${orderStatusIds.ended} and o.continues_on_funds)
        or (o.status_id = ${orderStatusIds.approved} and (o.end_date < ${day} or ${orderSpent} >= o.total)
          and coalesce(g.at_end = 'funds', false)) as continues
    from insertion_orders o left join insertion_order_configs g using (member_group_id)
    where o.member_group_id = ${member_group_id} and o.insertion_order_id = ${anyOf(ids)}`.execute(kysely)
  return new Map(
    rows.map(({ insertion_order_id, left, lines, continues }) => [
      insertion_order_id,
      {
        remaining: BigInt(left),
        lines: new Map(Object.entries(lines).map(([line, micros]) => [Number(line), BigInt(micros)])),
        continuesOnFunds: continues,
      },
    ]),
  )
}

/** The minutes each ad group is due. An ad group without a cursor, or with one from a clock that was ahead, gets one that starts now. */
async function dueMinutesByGroup(kysely: Db, serving: readonly ServingAdGroup[], now: Date): Promise<Map<number, DueMinutes>> {
  const [firstServing] = serving
  if (!firstServing) return new Map()
  const memberGroupId = firstServing.served.row.member_group_id
  const cursors = await lockCursors(
    kysely,
    memberGroupId,
    serving.map(({ group }) => group.row.ad_group_id),
  )
  for (const [adGroupId, cursor] of cursors) if (isAhead(cursor, now)) cursors.delete(adGroupId)
  const withoutCursor = serving.filter(({ group }) => !cursors.has(group.row.ad_group_id))
  const newCursorRows = await newCursors(
    kysely,
    withoutCursor.map(({ served, group }) => ({ ad_group_id: group.row.ad_group_id, campaign: served.row, clock: served.clock })),
    now,
  )
  if (newCursorRows.length > 0) await storeCursors(kysely, memberGroupId, newCursorRows)
  return new Map(
    serving.flatMap(({ served, group }) => {
      const cursor = cursors.get(group.row.ad_group_id)
      const dueMinutes = cursor && dueMinutesOf(cursor, now, served.clock)
      return dueMinutes && dueMinutes.cursor.through > cursor.through ? [[group.row.ad_group_id, dueMinutes] as const] : []
    }),
  )
}

const minEntities = 50
const maxEntities = 500
/** Limits entities to about the number that can get impressions. The sample differs for each delivery. */
function entitySampleRequests({ served, group: { row } }: ServingAdGroup, dueMinutes: DueMinutes | undefined): EntitySampleRequest[] {
  if (!dueMinutes) return []
  const { fromMinute, toMinute, cursor } = dueMinutes
  const views =
    cursor.profile.impressions * (visitsUntil(toMinute, served.clock.minutesInDay) - visitsUntil(fromMinute, served.clock.minutesInDay))
  const chance = new SeededRandom(`entities ${row.ad_group_id} ${cursor.day} ${fromMinute}`).between(0, 1)
  const max_entities = Math.min(Math.max(Math.ceil(views * 2), minEntities), maxEntities)
  return [{ ad_group_id: row.ad_group_id, base_bid: row.base_bid, min_bid: served.row.min_bid, max_entities, chance }]
}

/** Delivers one advertiser in one transaction. The serving state was read before, so it is checked again under locks. */
async function deliverAdvertiser(
  { database }: JobContext,
  serving: readonly ServingAdGroup[],
  bidRank: (dueMinutesById: ServingAdGroup) => BidRankCounts,
  now: Date,
) {
  const account = serving[0]?.served.row
  if (!account) return 0
  return database.kysely.transaction().execute(async (kysely) => {
    const balance = await lockBalance(kysely, account)
    if (!(await lockIfUnchanged(kysely, serving, balance.spent))) return 0
    const dueMinutesById = await dueMinutesByGroup(kysely, serving, now)
    const sampledEntities = await sampleEntities(
      kysely,
      account.member_group_id,
      serving.flatMap((adGroup) => entitySampleRequests(adGroup, dueMinutesById.get(adGroup.group.row.ad_group_id))),
    )
    const dues = serving.flatMap((adGroup): Due[] => {
      const [dueMinutes, entities = []] = [
        dueMinutesById.get(adGroup.group.row.ad_group_id),
        sampledEntities.get(adGroup.group.row.ad_group_id),
      ]
      return dueMinutes ? [{ ...adGroup, dueMinutes, entities, bidRank: bidRank(adGroup) }] : []
    })
    if (dues.length === 0) return 0
    const plans = newPlans(dues)
    await writeDeliveries(kysely, account, deliveries(dues, balance, await lockOrders(kysely, serving)), plans, now)
    return dues.length
  })
}

/** Delivers one client, one advertiser after another. */
async function deliverClient(context: JobContext, memberGroupId: number, now: Date): Promise<number> {
  const served = await servingStates({ ...context, now: () => now }, memberGroupId, sql<boolean>`c.status = 'active'`)
  const serving = servingAdGroups(served)
  await dropCursors(
    context.database.kysely,
    memberGroupId,
    serving.map(({ group }) => group.row.ad_group_id),
  )
  const bidRank = marketsOf(serving)
  let count = 0
  for (const [advertiser_id, ofAdvertiser] of grouped(serving, ({ served: { row } }) => row.advertiser_id)) {
    const delivered = await deliverAdvertiser(context, ofAdvertiser, bidRank, now)
    count += delivered
    if (delivered > 0) await context.charged?.({ member_group_id: memberGroupId, advertiser_id }, now)
  }
  return count
}

/** One delivery pass over all clients; returns the number of delivered ad groups. */
async function deliverAll(context: JobContext, now: Date): Promise<number> {
  const { kysely } = context.database
  await endOverdue(kysely, now)
  // Clients without active campaigns may still have cursors to delete.
  const clients = await kysely
    .selectFrom('campaigns')
    .select('member_group_id')
    .where('status', '=', 'active')
    .union(kysely.selectFrom('delivery_cursors').select('member_group_id'))
    .orderBy('member_group_id')
    .execute()
  let count = 0
  for (const { member_group_id } of clients) count += await deliverClient(context, member_group_id, now)
  return count
}

async function zonesInUse(kysely: Db): Promise<string[]> {
  const rows = await kysely
    .selectFrom('advertisers as a')
    .select('a.time_zone')
    .distinct()
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('campaigns as c')
          .select('c.campaign_id')
          .whereRef('c.member_group_id', '=', 'a.member_group_id')
          .whereRef('c.advertiser_id', '=', 'a.advertiser_id')
          .where('c.status', '=', 'active'),
      ),
    )
    .execute()
  return rows.map(({ time_zone }) => time_zone)
}

interface Delivered {
  readonly adGroups: number
  /** True if some due moments are left for the next run. */
  readonly isMore: boolean
}

/** Delivers due moments while `mayGoOn` allows, and advances the demonstration's clock at higher speeds. */
async function deliverWhile(context: JobContext, mayContinue: (passes: number) => boolean): Promise<Delivered> {
  const { clock, database } = context
  const { kysely } = database
  let settings = await settingsOf(kysely)
  let adGroups = 0
  let passes = 0
  for (const pass of passesDue(settings, machineNow(context), await zonesInUse(kysely))) {
    if (passes > 0 && !mayContinue(passes)) return { adGroups, isMore: true }
    adGroups += await deliverAll(context, pass.moment)
    passes++
    if (settings.speed > 1 && !(await advanceClock(kysely, settings, pass))) break
    settings = { ...settings, ...pass }
    await clock?.follow(kysely)
  }
  return { adGroups, isMore: false }
}

/** Delivers everything that is due; returns the number of delivered ad groups. */
export const deliverOnce = async (context: JobContext): Promise<number> => (await deliverWhile(context, () => true)).adGroups

/** Limits of one run, in passes (half a day of hours) and time, so that other jobs get their turn. */
const maxPasses = 12
const maxRunMs = 5000

/** Delivers serving campaigns every minute. */
export const deliveryJobKind: JobKind = {
  everyMs: 60_000,
  run: async (_, context) => {
    const startMs = performance.now()
    const elapsedMs = () => performance.now() - startMs
    const { adGroups, isMore } = await deliverWhile(context, (passes) => passes < maxPasses && elapsedMs() < maxRunMs)
    if (isMore) context.goOn?.()
    context.log('debug', 'delivery', { ad_groups: adGroups, ms: Math.round(elapsedMs()) })
  },
}
