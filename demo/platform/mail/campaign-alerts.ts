import type { Kysely } from 'kysely'
import { canAccessAdvertiser, type TenantRef } from '../../../src/contract/access/access.rules.ts'
import {
  alertsToMail,
  approvalNewsSince,
  approvalNewsUntil,
  isNewApproval,
  type MailedAlert,
  notificationTypeOf,
} from '../../../src/contract/alerts/campaign-alerts.rules.ts'
import type { ServingGate, Serving, SpendLimit } from '../../../src/contract/serving/serving.ts'
import { clockOf } from '../sql/days.ts'
import { recordset } from '../sql/pieces.ts'
import { type Decision, lastDecision } from '../changes/last-decision.ts'
import type { Caller } from '../context/context.ts'
import { enqueue, type JobContext, type JobKind } from '../sql/queue.ts'
import { callerOf } from '../access/caller.ts'
import { servingOf } from '../serving/read.ts'
import type { Tables } from '../tables/index.ts'
import { usersWithAccess } from './mailed-users.ts'

type Db = Kysely<Tables>
const runningStatuses = ['active', 'pending', 'paused'] as const
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
  /** What runs out early. */
  readonly limit: SpendLimit | null
  readonly comment: string
  /** The amount behind a gate, such as the reached limit. */
  readonly amount: string | null
  readonly currency_code: string
}
interface FoundAlert extends CampaignNews {
  readonly tenant: TenantRef
  /** The review decision, and its user, who does not need this email. */
  readonly occasion: number
  readonly by: number | null
}

/** The campaigns of a client that may have news. */
const campaignsOf = (kysely: Db, memberGroupId: number): Promise<Campaign[]> =>
  kysely
    .selectFrom('campaigns as c')
    .innerJoin('advertisers as a', (join) =>
      join.onRef('a.member_group_id', '=', 'c.member_group_id').onRef('a.advertiser_id', '=', 'c.advertiser_id'),
    )
    .select(['c.member_group_id', 'c.advertiser_id', 'a.advertiser_group_id', 'c.campaign_id', 'c.name', 'a.name as advertiser'])
    .select(['c.status', 'c.review_status_id', 'c.review_comment', 'a.time_zone', 'a.currency_code'])
    .select(['c.budget_period', 'c.start_date', 'c.end_date', lastDecision.as('decision')])
    .where('c.member_group_id', '=', memberGroupId)
    .where('c.deleted_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .where('c.status', 'in', [...runningStatuses])
    .orderBy('c.campaign_id')
    .execute()

const aboutReviews: readonly MailedAlert[] = ['review_denied', 'review_approved']

interface Moments {
  readonly now: Date
  /** Approvals after this moment are news. */
  readonly since: Date
}

function newsOf(campaign: Campaign, { gate, run_out, values }: Serving, { now, since }: Moments): FoundAlert[] {
  const { member_group_id, advertiser_id, advertiser_group_id, campaign_id, name, advertiser, review_comment, currency_code, decision } =
    campaign
  const decided = decision && { ...decision, at: new Date(decision.at) }
  const isFinal = decided !== null && decided.at <= approvalNewsUntil(now)
  const isNewlyApproved = isFinal && isNewApproval(decided, campaign.review_status_id, since)
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
    limit: run_out?.limit ?? null,
    comment: review_comment,
    amount: values.min_bid ?? values.limit ?? null,
    currency_code,
    tenant: { member_group_id, advertiser_id, advertiser_group_id },
    occasion: aboutReviews.includes(code) ? (decision?.change_id ?? 0) : 0,
    by: aboutReviews.includes(code) ? (decision?.user_id ?? null) : null,
  }))
}

const alertColumns = {
  advertiser_id: 'int',
  campaign_id: 'int',
  code: 'text',
  occasion: 'bigint',
} as const

/** Stores current alerts and deletes those that no longer apply; returns the new ones. */
async function storeAlerts(kysely: Db, memberGroupId: number, alerts: readonly FoundAlert[], now: Date): Promise<FoundAlert[]> {
  const rows = alerts.map(({ advertiser_id, campaign_id, code, occasion }) => ({ advertiser_id, campaign_id, code, occasion }))
  const current = recordset('said', alertColumns, rows)
  await kysely
    .deleteFrom('told_alerts as t')
    .where('t.member_group_id', '=', memberGroupId)
    .where(({ not, exists, selectFrom }) => {
      const sameAlert = selectFrom(current)
        .whereRef('said.campaign_id', '=', 't.campaign_id')
        .whereRef('said.code', '=', 't.code')
        .whereRef('said.occasion', '=', 't.occasion')
      return not(exists(sameAlert))
    })
    .execute()
  const fresh = await kysely
    .insertInto('told_alerts')
    .columns(['member_group_id', 'advertiser_id', 'campaign_id', 'code', 'occasion', 'told_at'])
    .expression((eb) =>
      eb
        .selectFrom(current)
        .select(({ cast, val }) => [
          cast<number>(val(memberGroupId), 'integer').as('member_group_id'),
          'said.advertiser_id',
          'said.campaign_id',
          'said.code',
          'said.occasion',
          cast<Date>(val(now), 'timestamptz').as('told_at'),
        ]),
    )
    .onConflict((clash) => clash.doNothing())
    .returning(['campaign_id', 'code'])
    .execute()
  const isFresh = new Set(fresh.map(({ campaign_id, code }) => `${campaign_id} ${code}`))
  return alerts.filter(({ campaign_id, code }) => isFresh.has(`${campaign_id} ${code}`))
}

/** Active users with an access list entry for one of the campaigns. Internal users see everything and get no alerts. */
async function alertRecipients({ database }: JobContext, kysely: Db, memberGroupId: number, alerts: readonly FoundAlert[]) {
  const advertisers = [...new Set(alerts.flatMap(({ tenant }) => tenant.advertiser_id ?? []))]
  const groups = [...new Set(alerts.flatMap(({ tenant }) => tenant.advertiser_group_id ?? []))]
  const rows = await usersWithAccess(kysely, { memberGroupId, advertisers, groups }).execute()
  const people = await Promise.all(
    rows.map(async ({ user_id, off: disabledTypes }) => ({
      userId: user_id,
      off: disabledTypes,
      caller: await callerOf({ ...database, kysely }, { kind: 'person', userId: user_id }),
    })),
  )
  return people.flatMap(({ caller, ...recipient }) => (caller && !caller.access.all ? [{ ...recipient, caller }] : []))
}

const canRead = ({ access, permissionsAt }: Caller, tenant: TenantRef) =>
  canAccessAdvertiser(access, tenant) && permissionsAt(tenant)['campaigns.read'] === true

/** When alerts of a client were last checked. */
async function lastAlertCheck(kysely: Db, memberGroupId: number): Promise<Date | undefined> {
  const row = await kysely.selectFrom('alert_looks').select('looked_at').where('member_group_id', '=', memberGroupId).executeTakeFirst()
  return row?.looked_at
}

const storeAlertCheck = (kysely: Db, member_group_id: number, looked_at: Date) =>
  kysely
    .insertInto('alert_looks')
    .values({ member_group_id, looked_at })
    .onConflict((conflict) => conflict.column('member_group_id').doUpdateSet({ looked_at }))
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
  const alerts = campaigns.flatMap((campaign) => {
    const campaignServing = serving.get(campaign.campaign_id)
    return campaignServing ? newsOf(campaign, campaignServing, { now, since }) : []
  })
  await kysely.transaction().execute(async (transaction) => {
    await storeAlertCheck(transaction, memberGroupId, now)
    const fresh = await storeAlerts(transaction, memberGroupId, alerts, now)
    if (fresh.length === 0) return
    for (const { userId, caller, off: disabledTypes } of await alertRecipients(context, transaction, memberGroupId, fresh)) {
      const news = fresh.filter(
        ({ tenant, code, gate, by }) => by !== userId && canRead(caller, tenant) && !disabledTypes.includes(notificationTypeOf(code, gate)),
      )
      const payload = { user_id: userId, news: news.map(({ tenant: _, occasion: __, by: ___, ...fields }) => fields) }
      if (news.length > 0) await enqueue(transaction, { kind: 'campaign-news', payload, runAt: now })
    }
  })
}

/** Checks for campaign alerts every five minutes. */
export const alertsJob: JobKind = {
  everyMs: 300_000,
  run: async (_, context) => {
    const { kysely } = context.database
    const rows = await kysely
      .selectFrom('campaigns')
      .select('member_group_id')
      .where('status', 'in', [...runningStatuses])
      .where('deleted_at', 'is', null)
      .union((eb) => eb.selectFrom('told_alerts').select('member_group_id'))
      .orderBy('member_group_id')
      .execute()
    for (const { member_group_id } of rows) await mailAlertsOf(context, member_group_id)
  },
}
