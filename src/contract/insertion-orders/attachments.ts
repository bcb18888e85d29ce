import { boolean, type Infer, integer, nullable, object, refine, string } from 'superstruct'
import { Id, Moment, Text } from '../ids.ts'

/** Maximum size of a document in bytes. */
export const maxAttachmentBytes = 5_000_000
/** Maximum number of documents of an order. */
export const maxAttachments = 10
const maxBase64 = Math.ceil(maxAttachmentBytes / 3) * 4
/** The document in base64, with the rest of the request. */
export const maxAttachmentBodyBytes = maxBase64 + 10_000

const FileName = refine(Text(1, 200), 'FileName', (name) => /\.pdf$/i.test(name.trim()) || 'Expected the name of a PDF file')

/** A PDF document in base64. */
export const NewOrderAttachment = object({ name: FileName, content: Text(8, maxBase64) })
export type NewOrderAttachment = Infer<typeof NewOrderAttachment>

/** A document of an order. */
export const OrderAttachment = object({
  attachment_id: Id,
  name: string(),
  bytes: integer(),
  at: Moment,
  user: nullable(string()),
  /** Whether a version was approved after it was added. Then it is not removed. */
  is_approved: boolean(),
})
export type OrderAttachment = Infer<typeof OrderAttachment>

const mark = '%PDF-'

/** Whether the first bytes are those of a PDF document. Its content is never read. */
export const isPdf = (bytes: Uint8Array) => [...mark].every((letter, index) => bytes[index] === letter.charCodeAt(0))
