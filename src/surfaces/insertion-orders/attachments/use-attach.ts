import { useLingui } from '@lingui/react/macro'
import { maxAttachmentBytes, maxAttachments, type OrderAttachment } from '../../../contract/insertion-orders/attachments.ts'
import { type InsertionOrder, insertionOrders } from '../../../contract/insertion-orders/insertion-orders.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { base64Of } from '../../../ui/upload/base64.ts'
import type { FileLimits } from '../../../ui/upload/file-kinds.ts'
import { orderData } from '../context.tsx'
import { pathOf } from '../order-path.ts'
import { useOrderProblemText } from '../words.ts'

const nameMax = 200
/** Five megabytes take a while on a slow connection. */
export const uploadTimeoutMs = 120_000

export const attachmentLimits = (stored = 0): FileLimits => ({
  kinds: ['pdf'],
  maxBytes: maxAttachmentBytes,
  maxFiles: Math.max(maxAttachments - stored, 0),
})

/** The request body of a document. A long name keeps its end. */
export const toAttachment = async (file: File) => ({ name: file.name.slice(-nameMax), content: await base64Of(file) })

/** Adds a document to an order that was just saved. A failure is shown, because the order stays saved. */
export function useAttach() {
  const { t } = useLingui()
  const { mutate, showError } = useMutate()
  const problemText = useOrderProblemText()
  return async (order: InsertionOrder, file: File): Promise<OrderAttachment | undefined> => {
    const { name } = file
    const body = await toAttachment(file)
    const failed = showError(t`Couldn’t attach ${name}`, (problem) => problemText(problem, order))
    return mutate(insertionOrders.attach, { path: pathOf(order), body }, { stale: orderData, timeoutMs: uploadTimeoutMs }).catch(failed)
  }
}
