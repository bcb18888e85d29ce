import { type Kysely, sql } from 'kysely'
import { readerForIdentity } from '../access/reader-scope.ts'
import { userName } from '../changes/read.ts'
import { Refused } from '../context/refusal.ts'
import { actionRefusal, orderState, waitingVersion } from '../insertion-orders/actions.ts'
import type { OrderEnd, OrderNews } from '../insertion-orders/news.ts'
import { requireOrder } from '../insertion-orders/read.ts'
import { dayIn } from '../sql/days.ts'
import { enqueue, type JobContext, type JobKind } from '../sql/queue.ts'
import type { Tables } from '../tables/index.ts'
import { mailedUsers, usersWithAccess } from './mailed-users.ts'

type Db = Kysely<Tables>

/** What a mail says about an order. */
export type OrderMail = OrderMailFields & (OrderEnd | { readonly event: 'submitted' | 'approved' | 'closed' })
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

/** The order and the version of the news; undefined if the version has been withdrawn since. */
const storedOrder = (kysely: Db, { member_group_id, insertion_order_id, version_id, ...news }: OrderNews) =>
  kysely
    .selectFrom('insertion_orders as o')
    .innerJoin('insertion_order_versions as v', (join) =>
      join
        .onRef('v.member_group_id', '=', 'o.member_group_id')
        .onRef('v.insertion_order_id', '=', 'o.insertion_order_id')
        .on('v.version_id', '=', version_id),
    )
    .leftJoin('advertisers as a', (join) =>
      join.onRef('a.member_group_id', '=', 'o.member_group_id').onRef('a.advertiser_id', '=', 'o.advertiser_id'),
    )
    .select(['o.advertiser_id', 'a.advertiser_group_id', 'o.name', 'o.number', 'o.author_id', 'o.close_reason'])
    .select(['o.version_id', sql<string>`coalesce(a.time_zone, 'UTC')`.as('time_zone')])
    .select(['v.hash', 'v.author_id as version_author_id', 'v.approved_at', 'v.submitted_at'])
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

const approving = 'insertion_orders.approve'

/** The order as a user sees it, with what they may do; undefined without the permission. */
async function orderFor(context: JobContext, { member_group_id, insertion_order_id }: OrderNews, userId: number, permission: string) {
  const reader = await readerForIdentity(context.database, { kind: 'person', userId }, member_group_id, [permission])
  if (!reader) return undefined
  try {
    const readContext = { ...context, ...reader }
    return { state: await orderState(readContext, await requireOrder(readContext, insertion_order_id)), reader }
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/**
 * Users who can approve the version now, of the other side than that of the news; after the end of the order those who could. The client
 * alone approves an order for all advertisers. Internal staff sees all clients and gets no mail about their orders.
 */
async function approversOf(context: JobContext, news: OrderNews, { advertiser_id, advertiser_group_id, hash }: StoredOrder) {
  const places = {
    memberGroupId: news.member_group_id,
    advertisers: [advertiser_id ?? []].flat(),
    groups: [advertiser_group_id ?? []].flat(),
  }
  const approvers: number[] = []
  for (const { user_id, off } of await usersWithAccess(context.database.kysely, places)) {
    if (off.includes('insertion_orders')) continue
    const found = await orderFor(context, news, user_id, approving)
    if (!found || found.reader.caller.access.all || !found.state.caller.isPermitted(approving, advertiser_id)) continue
    const side = found.state.caller.sideAt(advertiser_id)
    if (news.event === 'ended') {
      if (advertiser_id !== null || side === 'client') approvers.push(user_id)
      continue
    }
    if (user_id === news.by || actionRefusal(found.state, 'approve')) continue
    if (waitingVersion(found.state).hash === hash && (side !== news.side || advertiser_id === null)) approvers.push(user_id)
  }
  return approvers
}

/** The author of an approved version, of a dropped one, or of a closed order, if they still see it. */
async function authorOf(context: JobContext, news: OrderNews, { author_id, version_author_id }: StoredOrder) {
  const authors = { submitted: null, approved: version_author_id, closed: author_id }
  const userId = news.event === 'ended' ? news.dropped.author_id : authors[news.event]
  if (userId === null || ('by' in news && userId === news.by)) return []
  const user = await mailedUsers(context.database.kysely).where('u.user_id', '=', userId).executeTakeFirst()
  if (!user || user.off.includes('insertion_orders')) return []
  return (await orderFor(context, news, userId, 'insertion_orders.read')) ? [userId] : []
}

const isForApprovers = ({ event }: OrderNews) => event === 'submitted' || event === 'ended'

/** Enqueues one mail for each recipient. The hash of the terms is part of the key, so that each version is mailed once. */
async function mailNews(context: JobContext, news: OrderNews) {
  const { kysely } = context.database
  const order = await storedOrder(kysely, news)
  if (!order) return
  const { member_group_id, insertion_order_id, event, version_id } = news
  const approvers = isForApprovers(news) ? await approversOf(context, news, order) : []
  const recipients = new Set([...(await authorOf(context, news, order)), ...approvers])
  const { name, number, by, approved_at, submitted_at, close_reason: reason } = order
  const mail: OrderMail = {
    member_group_id,
    insertion_order_id,
    ...(news.event === 'ended' ? { event: news.event, cause: news.cause, dropped: news.dropped } : { event: news.event }),
    name,
    number,
    version_id,
    by: by ?? '',
    isProposal: version_id !== order.version_id,
    since: submitted_at && dayIn(submitted_at, order.time_zone),
    isInForce: approved_at !== null,
    reason,
  }
  const hash = news.event === 'ended' ? news.dropped.hash : order.hash
  const side = news.event === 'approved' ? news.side : ''
  for (const user_id of recipients) {
    const uniqueKey = `order ${member_group_id} ${insertion_order_id} ${event} ${side} ${hash} ${user_id}`
    await enqueue(kysely, { kind: 'order-letter', payload: { user_id, mail }, runAt: context.now(), uniqueKey })
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
