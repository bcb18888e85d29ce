import { type Kysely, sql } from 'kysely'
import { canAccessAdvertiser, type TenantRef } from '../../../src/contract/access/access.rules.ts'
import {
  alertsToMail,
  approvalNewsSince,
  isNewApproval,
  type MailedAlert,
  notificationTypeOf,
} from '../../../src/contract/alerts/campaign-alerts.rules.ts'
import type { ServingGate, Serving } from '../../../src/contract/serving/serving.ts'
import { clockOf } from '../sql/days.ts'
import { type Decision, lastDecision } from '../changes/last-decision.ts'
import type { Caller } from '../context/context.ts'
import { enqueue, type JobContext, type JobKind } from '../sql/queue.ts'
import { callerOf } from '../access/caller.ts'
import { servingOf } from '../serving/read.ts'
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
  readonly currency_code: string
  readonly budget_period: string
  readonly start_date: string
  readonly end_date: string | null
  readonly decision: Decision | null
}
/** News of a campaign, with the data for its email. */
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
  /** The amount behind a gate, such as the reached limit. */
  readonly amount: string | null
  readonly currency_code: string
}
interface FoundAlert extends CampaignNews {
  readonly place: TenantRef
  /** The review decision, and its user, who does not need this email. */
  readonly occasion: number
  readonly by: number | null
}

/** The campaigns of a client that may have news. */
async function campaignsOf(kysely: Db, memberGroupId: number): Promise<Campaign[]> {
  const { rows } = await sql<Campaign>`
    select c.member_group_id, c.advertiser_id, a.advertiser_group_id, c.campaign_id, c.name, a.name as advertiser, c.status, c.review_status_id, c.review_comment, a.time_zone, a.currency_code::text as currency_code,
      c.budget_period, c.start_date::text as start_date, c.end_date::text as end_date, ${lastDecision} as decision
    from campaigns c join advertisers a using (member_group_id, advertiser_id)
    where c.member_group_id = ${memberGroupId} and c.deleted_at is null and a.deleted_at is null and c.status in ('active', 'pending', 'paused')
    order by c.campaign_id`.execute(kysely)
  return rows
}

const aboutReviews: readonly MailedAlert[] = ['review_denied', 'review_approved']

interface Moments {
  readonly now: Date
  /** Approvals after this moment are news. */
  readonly since: Date
}

function newsOf(campaign: Campaign, { gate, run_out, values }: Serving, { now, since }: Moments): FoundAlert[] {
  const { member_group_id, advertiser_id, advertiser_group_id, campaign_id, name, advertiser, review_comment, currency_code, decision } =
    campaign
  const isNewlyApproved = isNewApproval(decision && { ...decision, at: new Date(decision.at) }, campaign.review_status_id, since)
  const today = clockOf(campaign.time_zone)(now).day
  return alertsToMail({ ...campaign, isNewlyApproved }, { gate, run_out, values }, today).map((code) => ({
    member_group_id,
    advertiser_id,
    campaign_id,
    name,
    advertiser,
    code,
    gate,
    day: run_out?.day ?? null,
    comment: review_comment,
    amount: values.min_bid ?? values.limit ?? null,
    currency_code,
    place: { member_group_id, advertiser_id, advertiser_group_id },
    occasion: aboutReviews.includes(code) ? (decision?.change_id ?? 0) : 0,
    by: aboutReviews.includes(code) ? (decision?.user_id ?? null) : null,
  }))
}

/** Stores current alerts and deletes those that no longer apply; returns the new ones. */
async function storeAlerts(kysely: Db, memberGroupId: number, found: readonly FoundAlert[], now: Date): Promise<FoundAlert[]> {
  const rows = JSON.stringify(
    found.map(({ advertiser_id, campaign_id, code, occasion }) => ({ advertiser_id, campaign_id, code, occasion })),
  )
  const said = sql`jsonb_to_recordset(${rows}::jsonb) as said (advertiser_id int, campaign_id int, code text, occasion bigint)`
  await sql`delete from told_alerts t where member_group_id = ${memberGroupId}
    and not exists (select from ${said} where said.campaign_id = t.campaign_id and said.code = t.code and said.occasion = t.occasion)`.execute(
    kysely,
  )
  const { rows: fresh } = await sql<{ campaign_id: number; code: string }>`
    insert into told_alerts (member_group_id, advertiser_id, campaign_id, code, occasion, told_at)
    select ${memberGroupId}::int, advertiser_id, campaign_id, code, occasion, ${now}::timestamptz from ${said}
    on conflict do nothing returning campaign_id, code`.execute(kysely)
  const isFresh = new Set(fresh.map(({ campaign_id, code }) => `${campaign_id} ${code}`))
  return found.filter(({ campaign_id, code }) => isFresh.has(`${campaign_id} ${code}`))
}

/** Active users with an access list entry for one of the campaigns. Internal users see everything and get no alerts. */
async function alertRecipients({ database }: JobContext, kysely: Db, memberGroupId: number, found: readonly FoundAlert[]) {
  const advertisers = [...new Set(found.flatMap(({ place }) => place.advertiser_id ?? []))]
  const groups = [...new Set(found.flatMap(({ place }) => place.advertiser_group_id ?? []))]
  const { rows } = await sql<{ user_id: number; off: string[] }>`
    select u.user_id, array(select type from user_notifications n where n.user_id = u.user_id and not enabled) as off from users u
    where u.status = 'active' and u.deleted_at is null and exists (select from user_access x where x.user_id = u.user_id and
      (x.kind = 'client' and x.thing_id = ${memberGroupId} or x.kind = 'advertiser' and x.thing_id = any(${advertisers}::int[])
        or x.kind = 'advertiser_group' and x.thing_id = any(${groups}::int[]))) order by u.user_id`.execute(kysely)
  const people = await Promise.all(
    rows.map(async ({ user_id, off }) => ({
      userId: user_id,
      off,
      caller: await callerOf({ ...database, kysely }, { kind: 'person', userId: user_id }),
    })),
  )
  return people.flatMap(({ caller, ...rest }) => (caller && !caller.access.all ? [{ ...rest, caller }] : []))
}

const sees = ({ access, permissionsAt }: Caller, place: TenantRef) =>
  canAccessAdvertiser(access, place) && permissionsAt(place)['campaigns.read'] === true

/** When alerts of a client were last checked. */
async function lastAlertCheck(kysely: Db, memberGroupId: number): Promise<Date | undefined> {
  const row = await kysely.selectFrom('alert_looks').select('looked_at').where('member_group_id', '=', memberGroupId).executeTakeFirst()
  return row?.looked_at
}

const storeAlertCheck = (kysely: Db, member_group_id: number, looked_at: Date) =>
  kysely
    .insertInto('alert_looks')
    .values({ member_group_id, looked_at })
    .onConflict((before) => before.column('member_group_id').doUpdateSet({ looked_at }))
    .execute()

/** Emails new alerts of one client, one email per user. The mail job and the record of sent alerts are one transaction. */
async function mailAlertsOf(context: JobContext, memberGroupId: number) {
  const { kysely } = context.database
  const now = context.now()
  const since = approvalNewsSince(now, await lastAlertCheck(kysely, memberGroupId))
  const campaigns = await campaignsOf(kysely, memberGroupId)
  const serving = await servingOf(
    context,
    memberGroupId,
    campaigns.map(({ campaign_id }) => campaign_id),
  )
  const found = campaigns.flatMap((campaign) => {
    const one = serving.get(campaign.campaign_id)
    return one ? newsOf(campaign, one, { now, since }) : []
  })
  await kysely.transaction().execute(async (transaction) => {
    await storeAlertCheck(transaction, memberGroupId, now)
    const fresh = await storeAlerts(transaction, memberGroupId, found, now)
    if (fresh.length === 0) return
    for (const { userId, caller, off } of await alertRecipients(context, transaction, memberGroupId, fresh)) {
      const news = fresh.filter(
        ({ place, code, gate, by }) => by !== userId && sees(caller, place) && !off.includes(notificationTypeOf(code, gate)),
      )
      const payload = { user_id: userId, news: news.map(({ place: _, occasion: __, by: ___, ...rest }) => rest) }
      if (news.length > 0) await enqueue(transaction, { kind: 'campaign-news', payload, runAt: now })
    }
  })
}

/** Checks for campaign alerts every five minutes. */
export const alertsJob: JobKind = {
  everyMs: 300_000,
  run: async (_, context) => {
    const { kysely } = context.database
    const { rows } = await sql<{ member_group_id: number }>`
      select member_group_id from campaigns where status in ('active', 'pending', 'paused') and deleted_at is null union select member_group_id from told_alerts order by 1`.execute(
      kysely,
    )
    for (const { member_group_id } of rows) await mailAlertsOf(context, member_group_id)
  },
}
