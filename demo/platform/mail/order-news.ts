import type { Kysely } from 'kysely'
import { readerForIdentity } from '../access/reader-scope.ts'
import { userName } from '../changes/read.ts'
import { Refused } from '../context/refusal.ts'
import { actionRefusal, orderState, waitingVersion } from '../insertion-orders/actions.ts'
import type { OrderNews } from '../insertion-orders/news.ts'
import { requireOrder } from '../insertion-orders/read.ts'
import { enqueue, type JobContext, type JobKind } from '../sql/queue.ts'
import type { Tables } from '../tables/index.ts'
import { mailedUsers, usersWithAccess } from './mailed-users.ts'

type Db = Kysely<Tables>

/** What a mail says about an order. */
export interface OrderMail {
  readonly member_group_id: number
  readonly insertion_order_id: number
  readonly event: OrderNews['event']
  readonly name: string
  readonly number: string
  readonly version_id: number
  /** The user who decided. */
  readonly by: string
  /** Both sides have approved the version. */
  readonly isInForce: boolean
  readonly reason: string
}

/** The order and the version of the news; undefined if the version has been withdrawn since. */
const storedOrder = (kysely: Db, { member_group_id, insertion_order_id, version_id, by }: OrderNews) =>
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
    .select(['v.hash', 'v.author_id as version_author_id', 'v.approved_at'])
    .select(({ selectFrom }) => selectFrom('users as u').select(userName.as('name')).where('u.user_id', '=', by).as('by'))
    .where('o.member_group_id', '=', member_group_id)
    .where('o.insertion_order_id', '=', insertion_order_id)
    .executeTakeFirst()
type StoredOrder = NonNullable<Awaited<ReturnType<typeof storedOrder>>>

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

/** Users of the other side who can approve the version now. The client alone approves an order for all advertisers. */
async function approversOf(context: JobContext, news: OrderNews, { advertiser_id, advertiser_group_id, hash }: StoredOrder) {
  const places = {
    memberGroupId: news.member_group_id,
    advertisers: [advertiser_id ?? []].flat(),
    groups: [advertiser_group_id ?? []].flat(),
  }
  const approvers: number[] = []
  for (const { user_id, off } of await usersWithAccess(context.database.kysely, places)) {
    if (user_id === news.by || off.includes('insertion_orders')) continue
    const found = await orderFor(context, news, user_id, 'insertion_orders.approve')
    // Internal staff sees all clients and gets no mail about their orders.
    if (!found || found.reader.caller.access.all || actionRefusal(found.state, 'approve')) continue
    const isOtherSide = found.state.caller.sideAt(advertiser_id) !== news.side
    if (waitingVersion(found.state).hash === hash && (isOtherSide || advertiser_id === null)) approvers.push(user_id)
  }
  return approvers
}

/** The author of an approved version or of a closed order, if they still see it. */
async function authorOf(context: JobContext, news: OrderNews, { author_id, version_author_id }: StoredOrder) {
  const userId = news.event === 'approved' ? version_author_id : author_id
  if (userId === null || userId === news.by) return []
  const user = await mailedUsers(context.database.kysely).where('u.user_id', '=', userId).executeTakeFirst()
  if (!user || user.off.includes('insertion_orders')) return []
  return (await orderFor(context, news, userId, 'insertion_orders.read')) ? [userId] : []
}

/** Enqueues one mail for each recipient. The hash of the terms is part of the key, so that each version is mailed once. */
async function mailNews(context: JobContext, news: OrderNews) {
  const { kysely } = context.database
  const order = await storedOrder(kysely, news)
  if (!order) return
  const { member_group_id, insertion_order_id, event, version_id, side } = news
  const recipients = await (event === 'submitted' ? approversOf : authorOf)(context, news, order)
  const { name, number, by, approved_at, close_reason: reason, hash } = order
  const mail: OrderMail = {
    member_group_id,
    insertion_order_id,
    event,
    name,
    number,
    version_id,
    by: by ?? '',
    isInForce: approved_at !== null,
    reason,
  }
  for (const user_id of recipients) {
    const uniqueKey = `order ${member_group_id} ${insertion_order_id} ${event} ${event === 'approved' ? side : ''} ${hash} ${user_id}`
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
