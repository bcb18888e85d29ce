import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { OrderAttachment } from '../../../contract/insertion-orders/attachments.ts'
import { insertionOrders } from '../../../contract/insertion-orders/insertion-orders.ts'
import { downloadFile } from '../../../kit/download.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { downloadBlob } from '../../../parts/resource/csv.ts'
import { useRemoval } from '../../../parts/resource/removal.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { asProblem } from '../../../kit/problem.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { DateTimeText } from '../../../ui/format/date-text.tsx'
import { cross } from '../../../ui/icon/control-icons.ts'
import { fileSize } from '../../../ui/upload/file-size.ts'
import { Upload } from '../../../ui/upload/upload.tsx'
import { orderData, useOrder } from '../context.tsx'
import { pathOf } from '../order-path.ts'
import { useOrderProblemText, useReasonText } from '../words.ts'
import { attachmentLimits, toAttachment, uploadTimeoutMs } from './use-attach.ts'

interface AttachmentItemProps {
  readonly attachment: OrderAttachment
  /** Undefined for a user who cannot remove documents. */
  readonly onRemove: (() => void) | undefined
}

function AttachmentItem({ attachment, onRemove }: AttachmentItemProps) {
  const { t, i18n } = useLingui()
  const { send } = useRuntime()
  const { showError } = useMutate()
  const order = useOrder()
  const reasonText = useReasonText()
  const { attachment_id: attachmentId, name, bytes, user, at, is_approved } = attachment
  const save = () =>
    downloadFile(
      send,
      insertionOrders.attachment,
      { path: { ...pathOf(order), attachmentId } },
      { signal: AbortSignal.timeout(uploadTimeoutMs) },
    )
      .then(({ blob }) => blob && downloadBlob(name, blob))
      .catch(showError(t`Couldn’t download ${name}`))
  return (
    <li className="row order-attachment">
      <span className="order-name grow">
        <Button kind="plain" onPress={() => void save()}>
          <span dir="auto">{name}</span>
        </Button>
        <small>
          {fileSize(bytes, i18n.locale)} · {user !== null && `${user} · `}
          <DateTimeText moment={at} zone={order.time_zone} />
        </small>
      </span>
      {onRemove && (
        <IconButton
          icon={cross}
          label={t`Remove ${name}`}
          disabledBecause={is_approved ? reasonText({ code: 'attachment_approved', values: {} }, order) : undefined}
          onPress={onRemove}
        />
      )}
    </li>
  )
}

/** The documents of an order, such as the purchase order of the advertiser. */
export function Attachments() {
  const { t } = useLingui()
  const order = useOrder()
  const { isReadonly } = useScope()
  const { mutate } = useMutate()
  const problemText = useOrderProblemText()
  /** A new list for each batch, because stored documents are in the list above. */
  const [batch, setBatch] = useState(0)
  const { attachments } = order
  // Documents may be added as late as the number of the purchase order.
  const mayChange = !isReadonly && order.actions.number === null
  const { ask, question } = useRemoval<OrderAttachment>({
    text: <Trans>Both sides can no longer open it.</Trans>,
    label: <Trans>Delete document</Trans>,
    remove: ({ attachment_id: attachmentId }, effects) =>
      mutate(insertionOrders.detach, { path: { ...pathOf(order), attachmentId } }, { ...effects, stale: orderData }),
    errorText: (problem) => problemText(problem, order),
  })
  const add = async (file: File) =>
    mutate(
      insertionOrders.attach,
      { path: pathOf(order), body: await toAttachment(file) },
      { stale: orderData, timeoutMs: uploadTimeoutMs },
    )
  if (attachments.length === 0 && !mayChange) return null
  return (
    <section className="detail-part" aria-label={t`Documents`}>
      <h3>{t`Documents`}</h3>
      {attachments.length > 0 && (
        <ul className="order-plain">
          {attachments.map((attachment) => (
            <AttachmentItem
              key={attachment.attachment_id}
              attachment={attachment}
              onRemove={mayChange ? () => void ask(attachment) : undefined}
            />
          ))}
        </ul>
      )}
      {mayChange && (
        <Upload
          key={batch}
          label={t`Add documents`}
          limits={attachmentLimits(attachments.length)}
          send={add}
          errorText={(error) => problemText(asProblem(error), order)}
          onChange={(files) => files.length > 0 && files.every(({ state }) => state === 'sent') && setBatch(batch + 1)}
        />
      )}
      {question}
    </section>
  )
}
