import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import {
  isPdf,
  maxAttachmentBytes,
  maxAttachments,
  type NewOrderAttachment,
  type OrderAttachment,
} from '../../../src/contract/insertion-orders/attachments.ts'
import { userName } from '../changes/read.ts'
import { recordChange } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { notFound, refuseField } from '../context/refusal.ts'
import { orderState, requireAction } from './actions.ts'
import { type OrderKey, requireOrder, requireWholeOrder } from './read.ts'
import { refuseAction } from './refusals.ts'
import { requireWriterId } from './writer.ts'

/** The documents of an order without their content, the latest first. */
const attachmentsFrom = ({ database: { kysely } }: Pick<Context, 'database'>, { member_group_id, insertion_order_id }: OrderKey) =>
  kysely
    .selectFrom('insertion_order_attachments as t')
    .leftJoin('users as u', 'u.user_id', 't.created_by')
    .select(['t.attachment_id', 't.name', 't.bytes', 't.created_at', userName.as('user')])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('insertion_order_approvals as p')
          .select(sql.lit(1).as('one'))
          .whereRef('p.member_group_id', '=', 't.member_group_id')
          .whereRef('p.insertion_order_id', '=', 't.insertion_order_id')
          .whereRef('p.at', '>=', 't.created_at'),
      ).as('is_approved'),
    )
    .where('t.member_group_id', '=', member_group_id)
    .where('t.insertion_order_id', '=', insertion_order_id)
    .orderBy('t.attachment_id', 'desc')

type StoredAttachment = Awaited<ReturnType<ReturnType<typeof attachmentsFrom>['execute']>>[number]

const toAttachment = ({ created_at, is_approved, ...row }: StoredAttachment): OrderAttachment => ({
  ...row,
  at: created_at.toISOString(),
  is_approved: Boolean(is_approved),
})

export const attachmentsOf = async (context: Pick<Context, 'database'>, order: OrderKey): Promise<OrderAttachment[]> =>
  (await attachmentsFrom(context, order).execute()).map(toAttachment)

/** Decodes base64, and refuses any other text and other files than PDF. */
function bytesOf(content: string): Buffer {
  if (content.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(content)) throw refuseField('content', 'Expected base 64')
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > maxAttachmentBytes) throw refuseField('content', `Expected at most ${maxAttachmentBytes} bytes`)
  if (!isPdf(bytes)) throw refuseField('content', 'Send a PDF document')
  return bytes
}

/** Stores a document. The lock of the order keeps the number of its documents. */
export async function attach(context: Context, id: number, { name, content }: NewOrderAttachment): Promise<OrderAttachment> {
  await requireWholeOrder(context, id)
  const order = await requireOrder(context, id, { lock: true })
  // Documents may come as late as the number of the purchase order.
  requireAction(await orderState(context, order), 'number')
  const bytes = bytesOf(content)
  const { kysely } = context.database
  const hash = createHash('sha256').update(bytes).digest('hex')
  const stored = attachmentsFrom(context, order)
  const same = await stored.where('t.hash', '=', hash).where('t.name', '=', name.trim()).executeTakeFirst()
  if (same) return toAttachment(same)
  const earlier = await attachmentsOf(context, order)
  if (earlier.length >= maxAttachments) throw refuseAction({ code: 'too_many_attachments', values: { most: String(maxAttachments) } })
  const { attachment_id } = await kysely
    .insertInto('insertion_order_attachments')
    .values({
      member_group_id: order.member_group_id,
      insertion_order_id: id,
      name: name.trim(),
      bytes: bytes.length,
      hash,
      content,
      created_at: context.now(),
      created_by: requireWriterId(context),
    })
    .returning('attachment_id')
    .executeTakeFirstOrThrow()
  await recordChange(context, {
    entity: 'insertion_order',
    entityId: id,
    kind: 'changed',
    before: { attachment: null },
    after: { attachment: name.trim() },
  })
  return toAttachment(await stored.where('t.attachment_id', '=', attachment_id).executeTakeFirstOrThrow())
}

/** Sends a document as a file, which browsers download instead of opening it on this origin. */
export async function sendAttachment(context: Context, id: number, attachmentId: number): Promise<void> {
  const { member_group_id } = await requireWholeOrder(context, id)
  const document = await context.database.kysely
    .selectFrom('insertion_order_attachments')
    .select(['name', 'content'])
    .where('member_group_id', '=', member_group_id)
    .where('insertion_order_id', '=', id)
    .where('attachment_id', '=', attachmentId)
    .executeTakeFirst()
  if (!document) throw notFound('Document')
  async function* pieces() {
    yield Buffer.from(document?.content ?? '', 'base64')
  }
  context.sendFile({ name: document.name, contentType: 'application/pdf', pieces: pieces(), end: async () => undefined })
}

/** Removes a document that no approval has covered. */
export async function detach(context: Context, id: number, attachmentId: number): Promise<void> {
  await requireWholeOrder(context, id)
  const order = await requireOrder(context, id, { lock: true })
  requireAction(await orderState(context, order), 'number')
  const document = await attachmentsFrom(context, order).where('t.attachment_id', '=', attachmentId).executeTakeFirst()
  if (!document) throw notFound('Document')
  if (document.is_approved) throw refuseAction({ code: 'attachment_approved', values: {} })
  await context.database.kysely
    .deleteFrom('insertion_order_attachments')
    .where('member_group_id', '=', order.member_group_id)
    .where('attachment_id', '=', attachmentId)
    .execute()
  await recordChange(context, {
    entity: 'insertion_order',
    entityId: id,
    kind: 'changed',
    before: { attachment: document.name },
    after: { attachment: null },
  })
}
