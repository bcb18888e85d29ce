import { type Kysely, sql } from 'kysely'
import type { Permission } from '../../../src/contract/access/permissions.ts'
import { readerForIdentity } from '../access/reader-scope.ts'
import { userName } from '../changes/read.ts'
import { anonymousCaller } from '../context/context.ts'
import { actionRefusal, orderCaller, orderState, waitingVersion } from '../insertion-orders/actions.ts'
import type { OrderEnd, OrderNews } from '../insertion-orders/news.ts'
import { ordersFrom, requireOrder, seesWholeSql } from '../insertion-orders/read.ts'
import { dayIn } from '../sql/days.ts'
import { enqueue, type JobContext, type JobKind } from '../sql/queue.ts'
import type { Tables } from '../tables/index.ts'
import { mailedUsers, mayHaveSql, usersWithAccess } from './mailed-users.ts'

type Db = Kysely<Tables>

/** A version waits for the approval of the reader. */
interface OrderWaiting {
  readonly event: 'submitted'
  /** The other side has just approved it. */
  readonly isApprovedByOther: boolean
}

type OrderMailEvent = OrderEnd | OrderWaiting | { readonly event: 'approved' } | { readonly event: 'closed' }

/** What a mail says about an order. */
export type OrderMail = OrderMailFields & OrderMailEvent
interface OrderMailFields {
  readonly member_group_id: number
  readonly insertion_order_id: number
  readonly name: string
  readonly number: string
  readonly version_id: number
  /** The user who decided; empty for a job of the platform. */
  readonly by: string
  /** Another version is in force. */
  readonly isProposal: boolean
  /** The day on which the version was submitted, in the time zone of the order. */
  readonly since: string | null
  /** Both sides have approved the version. */
  readonly isInForce: boolean
  readonly reason: string
}

/**
 * The order and the version of the news; undefined if the version has been dropped or changed since. A first version that was withdrawn is
 * still stored.
 */
const storedOrder = (kysely: Db, { member_group_id, insertion_order_id, version_id, hash, ...news }: OrderNews) =>
  kysely
    .selectFrom('insertion_orders as o')
    .innerJoin('insertion_order_versions as v', (join) =>
      join
        .onRef('v.member_group_id', '=', 'o.member_group_id')
        .onRef('v.insertion_order_id', '=', 'o.insertion_order_id')
        .on('v.version_id', '=', version_id)
        .on('v.hash', '=', hash),
    )
    .leftJoin('advertisers as a', (join) =>
      join.onRef('a.member_group_id', '=', 'o.member_group_id').onRef('a.advertiser_id', '=', 'o.advertiser_id'),
    )
    .select(['o.advertiser_id', 'a.advertiser_group_id', 'o.name', 'o.number', 'o.author_id', 'o.close_reason'])
    .select(['o.version_id', sql<string>`coalesce(a.time_zone, 'UTC')`.as('time_zone')])
    .select(['v.author_id as version_author_id', 'v.submitted_at'])
    .select(({ selectFrom }) =>
      selectFrom('users as u')
        .select(userName.as('name'))
        .where('u.user_id', '=', 'by' in news ? news.by : 0)
        .as('by'),
    )
    .where('o.member_group_id', '=', member_group_id)
    .where('o.insertion_order_id', '=', insertion_order_id)
    .executeTakeFirst()
type StoredOrder = NonNullable<Awaited<ReturnType<typeof storedOrder>>>

const approving: Permission = 'insertion_orders.approve'

const readerAt = ({ database }: JobContext, { member_group_id }: OrderNews, userId: number, permission: Permission) =>
  readerForIdentity(database, { kind: 'person', userId }, member_group_id, [permission])

/** Whether approvers get a mail: a version waits for them, or one that did was dropped. */
const isForApprovers = ({ event, is_in_force }: OrderNews) =>
  event === 'submitted' || event === 'ended' || (event === 'approved' && !is_in_force)

/**
 * Users who can approve the version now, of the other side than that of the news; after the end of the order those who could. The client
 * alone approves an order for all advertisers. Internal staff sees all clients and gets no mail about their orders.
 */
async function approversOf(context: JobContext, news: OrderNews, { advertiser_id, advertiser_group_id }: StoredOrder) {
  if (!isForApprovers(news)) return []
  const { member_group_id, insertion_order_id, version_id, event } = news
  const whole = { ...context, caller: anonymousCaller, scope: { memberGroupId: member_group_id, advertisers: 'all' as const } }
  const state = await orderState(whole, await requireOrder(whole, insertion_order_id))
  if (event !== 'ended' && waitingVersion(state).version_id !== version_id) return []
  const places = {
    memberGroupId: member_group_id,
    advertisers: [advertiser_id ?? []].flat(),
    groups: [advertiser_group_id ?? []].flat(),
  }
  const approvers: number[] = []
  for (const { user_id, off } of await usersWithAccess(context.database.kysely, places).where(mayHaveSql(approving)).execute()) {
    if (off.includes('insertion_orders') || ('by' in news && user_id === news.by)) continue
    const reader = await readerAt(context, news, user_id, approving)
    if (!reader || reader.caller.access.all) continue
    const caller = await orderCaller({ ...context, ...reader })
    const side = caller.sideAt(advertiser_id)
    const canApprove =
      news.event === 'ended'
        ? caller.isPermitted(approving, advertiser_id) && (advertiser_id !== null || side === 'client')
        : actionRefusal({ ...state, caller }, 'approve') === null && (advertiser_id === null || side !== news.side)
    if (canApprove) approvers.push(user_id)
  }
  return approvers
}

/**
 * The author of an approved version, of a dropped one, or of a closed order, if they still see it. Versions are only for those who see the
 * whole order.
 */
async function authorOf(context: JobContext, news: OrderNews, { author_id, version_author_id }: StoredOrder) {
  const authors = { submitted: null, approved: version_author_id, closed: author_id }
  const userId = news.event === 'ended' ? news.dropped.author_id : authors[news.event]
  if (userId === null || ('by' in news && userId === news.by)) return undefined
  const user = await mailedUsers(context.database.kysely).where('u.user_id', '=', userId).executeTakeFirst()
  if (!user || user.off.includes('insertion_orders')) return undefined
  const reader = await readerAt(context, news, userId, 'insertion_orders.read')
  if (!reader) return undefined
  const seen = await ordersFrom({ ...context, ...reader })
    .select(seesWholeSql(reader).as('whole'))
    .where('o.insertion_order_id', '=', news.insertion_order_id)
    .executeTakeFirst()
  return seen && (seen.whole || news.event === 'closed') ? userId : undefined
}

function newsOf(news: OrderNews): OrderMailEvent {
  if (news.event === 'ended') return { event: news.event, cause: news.cause, dropped: news.dropped }
  return news.event === 'submitted' ? { event: news.event, isApprovedByOther: false } : { event: news.event }
}

/**
 * Enqueues one mail for each recipient. The hash of the terms is part of the key, so that each version is mailed once, and waits once for
 * each approver.
 */
async function mailNews(context: JobContext, news: OrderNews) {
  const { kysely } = context.database
  const order = await storedOrder(kysely, news)
  if (!order) return
  const { member_group_id, insertion_order_id, version_id, event } = news
  const author = await authorOf(context, news, order)
  const approvers = await approversOf(context, news, order)
  const { name, number, by, submitted_at, close_reason: reason } = order
  const mail: OrderMail = {
    member_group_id,
    insertion_order_id,
    ...newsOf(news),
    name,
    number,
    version_id,
    by: by ?? '',
    isProposal: version_id !== order.version_id,
    since: submitted_at && dayIn(submitted_at, order.time_zone),
    isInForce: news.is_in_force,
    reason,
  }
  const hash = news.event === 'ended' ? news.dropped.hash : news.hash
  const isApproved = news.event === 'approved'
  for (const user_id of new Set([...(author === undefined ? [] : [author]), ...approvers])) {
    const isAsked = isApproved && approvers.includes(user_id)
    const letter: OrderMail = isAsked ? { ...mail, event: 'submitted', isApprovedByOther: true } : mail
    const occasion = !isApproved ? `${event} ` : user_id === author ? `approved ${news.side}` : 'submitted '
    const uniqueKey = `order ${member_group_id} ${insertion_order_id} ${occasion} ${hash} ${user_id}`
    await enqueue(kysely, { kind: 'order-letter', payload: { user_id, mail: letter }, runAt: context.now(), uniqueKey })
  }
}

/** Finds who gets a mail about a decision on an order. */
export const orderNewsJob: JobKind = {
  run: (payload, context) =>
    context.database.kysely.transaction().execute((kysely) => {
      const news = payload as unknown as OrderNews // only decisions on orders enqueue this kind
      return mailNews({ ...context, database: { ...context.database, kysely } }, news)
    }),
}
