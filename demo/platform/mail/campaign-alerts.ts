import { type Kysely, sql } from 'kysely'
import { opensAdvertiser, type Place } from '../../../src/contract/access.rules.ts'
import { alertsToMail, type MailedAlert, mailedUnder } from '../../../src/contract/campaign-alerts.rules.ts'
import type { ServingGate, Serving } from '../../../src/contract/serving.ts'
import { clockOf } from '../../../src/contract/day-clock.rules.ts'
import type { Caller } from '../context.ts'
import { grouped } from '../grouped.ts'
import { enqueue, type JobContext, type JobKind } from '../jobs.ts'
import { callerOf } from '../people.ts'
import { servingOf } from '../serving.ts'
import type { Tables } from '../tables/index.ts'

type Db = Kysely<Tables>
interface Campaign {
  readonly member_group_id: number
  readonly advertiser_id: number
  readonly advertiser_group_id: number | null
  readonly campaign_id: number
  readonly name: string
  readonly advertiser: string
  readonly status: string
  readonly review_status_id: number
  readonly review_comment: string
  readonly time_zone: string
}
/** Something that people are told of a campaign, as the letter needs it. */
export interface CampaignNews {
  readonly member_group_id: number
  readonly advertiser_id: number
  readonly campaign_id: number
  readonly name: string
  readonly advertiser: string
  readonly code: MailedAlert
  readonly gate: ServingGate | null
  readonly day: string | null
  readonly comment: string
}
interface Found extends CampaignNews {
  readonly place: Place
}

/** The campaigns of a client that somebody may have to be told of. */
async function campaignsOf(kysely: Db, memberGroupId: number): Promise<Campaign[]> {
  const { rows } = await sql<Campaign>`
    select c.member_group_id, c.advertiser_id, a.advertiser_group_id, c.campaign_id, c.name, a.name as advertiser, c.status, c.review_status_id, c.review_comment, a.time_zone
    from campaigns c join advertisers a using (member_group_id, advertiser_id)
    where c.member_group_id = ${memberGroupId} and c.deleted_at is null and a.deleted_at is null and c.status in ('active', 'pending')
    order by c.campaign_id`.execute(kysely)
  return rows
}

const newsOf = (campaign: Campaign, { gate, run_out }: Serving, now: Date): Found[] =>
  alertsToMail(campaign, { gate, run_out }, clockOf(campaign.time_zone)(now).day).map((code) => {
    const { member_group_id, advertiser_id, advertiser_group_id, campaign_id, name, advertiser, review_comment } = campaign
    return {
      ...{ member_group_id, advertiser_id, campaign_id, name, advertiser, code, gate, day: run_out?.day ?? null, comment: review_comment },
      place: { member_group_id, advertiser_id, advertiser_group_id },
    }
  })

/** Keeps what holds of a client's campaigns, and forgets what does not any more; gives what was not told yet. */
async function remember(kysely: Db, memberGroupId: number, found: readonly Found[], now: Date): Promise<Found[]> {
  const rows = JSON.stringify(found.map(({ advertiser_id, campaign_id, code }) => ({ advertiser_id, campaign_id, code })))
  const said = sql`jsonb_to_recordset(${rows}::jsonb) as said (advertiser_id int, campaign_id int, code text)`
  await sql`delete from told_alerts t where member_group_id = ${memberGroupId}
    and not exists (select from ${said} where said.campaign_id = t.campaign_id and said.code = t.code)`.execute(kysely)
  const { rows: fresh } = await sql<{ campaign_id: number; code: string }>`
    insert into told_alerts (member_group_id, advertiser_id, campaign_id, code, told_at)
    select ${memberGroupId}::int, advertiser_id, campaign_id, code, ${now}::timestamptz from ${said}
    on conflict do nothing returning campaign_id, code`.execute(kysely)
  return found.filter((one) => fresh.some(({ campaign_id, code }) => campaign_id === one.campaign_id && code === one.code))
}

/** Whoever has lists of their own; staff, who see everybody, are told of nobody. */
async function peopleWithLists(
  { database }: JobContext,
  kysely: Db,
): Promise<{ userId: number; caller: Caller; off: readonly string[] }[]> {
  const { rows } = await sql<{ user_id: number; off: string[] }>`
    select u.user_id, array(select type from user_notifications n where n.user_id = u.user_id and not enabled) as off from users u
    where u.status = 'active' and u.deleted_at is null and exists (select from user_access x where x.user_id = u.user_id) order by u.user_id`.execute(
    kysely,
  )
  const people = await Promise.all(
    rows.map(async ({ user_id, off }) => ({
      userId: user_id,
      off,
      caller: await callerOf({ ...database, kysely }, { kind: 'person', userId: user_id }),
    })),
  )
  return people.flatMap(({ caller, ...rest }) => (caller && !caller.access.all ? [{ ...rest, caller }] : []))
}

const sees = ({ access, permissionsAt }: Caller, place: Place) =>
  opensAdvertiser(access, place) && permissionsAt(place)['campaigns.read'] === true

/** Tells the people of one client what is new, each in one letter; that it was told is kept in the same transaction. */
async function tellAt(context: JobContext, memberGroupId: number) {
  const [{ kysely }, now] = [context.database, context.now()]
  const campaigns = await campaignsOf(kysely, memberGroupId)
  const serving = await servingOf(
    context,
    memberGroupId,
    campaigns.map(({ campaign_id }) => campaign_id),
  )
  const found = campaigns.flatMap((campaign) => {
    const one = serving.get(campaign.campaign_id)
    return one ? newsOf(campaign, one, now) : []
  })
  await kysely.transaction().execute(async (transaction) => {
    const fresh = await remember(transaction, memberGroupId, found, now)
    if (fresh.length === 0) return
    for (const { userId, caller, off } of await peopleWithLists(context, transaction)) {
      const news = fresh.filter(({ place, code, gate }) => sees(caller, place) && !off.includes(mailedUnder(code, gate)))
      const payload = { user_id: userId, news: news.map(({ place: _, ...rest }) => rest) }
      if (news.length > 0) await enqueue(transaction, { kind: 'campaign-news', payload, runAt: now })
    }
  })
}

/** Looks every five minutes whether somebody has to be told something of a campaign. */
export const alerts: JobKind = {
  everyMs: 300_000,
  run: async (_, context) => {
    const { kysely } = context.database
    const rows = await kysely.selectFrom('campaigns').select('member_group_id').where('status', 'in', ['active', 'pending']).execute()
    const told = await kysely.selectFrom('told_alerts').select('member_group_id').execute()
    for (const memberGroupId of grouped([...rows, ...told], ({ member_group_id }) => member_group_id).keys())
      await tellAt(context, memberGroupId)
  },
}
