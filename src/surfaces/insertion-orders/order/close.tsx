import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { insertionOrders } from '../../../contract/insertion-orders/insertion-orders.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { ResourceFormDialog } from '../../../parts/resource/form.tsx'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { money } from '../../../ui/format/format.ts'
import { orderData, useOrder, useOrders } from '../context.tsx'
import { pathOf } from './order-path.ts'

const reasonMost = 500
const rules = { reason: [required, maxLength(reasonMost)] }

/** The campaigns that stop, and the amount that is not spent. */
function CloseEffect() {
  const { i18n } = useLingui()
  const order = useOrder()
  const { data } = useRead(insertionOrders.closeEffect, { path: pathOf(order) })
  if (!data)
    return (
      <p role="status">
        <Trans>Loading what stops…</Trans>
      </p>
    )
  const { campaigns, other_campaigns, unspent } = data
  const number = campaigns.length + other_campaigns
  const amount = money(unspent, order, i18n.locale)
  return (
    <>
      <p>
        <Trans>Closes now.</Trans>{' '}
        {number === 0 ? <Trans>No campaigns stop.</Trans> : <Plural value={number} one="Stops # campaign:" other="Stops # campaigns:" />}
      </p>
      {campaigns.length > 0 && (
        <ul className="order-plain">
          {campaigns.map(({ campaign_id, name }) => (
            <li key={campaign_id}>{name}</li>
          ))}
        </ul>
      )}
      <p>
        {unspent !== null && <Trans>Not spent: {amount}.</Trans>} <Trans>Amounts already charged stay.</Trans>
      </p>
    </>
  )
}

interface CloseDialogProps {
  readonly userId: number
  readonly onClose: () => void
}

/** Closes an order for a reason, after showing what that stops. */
export default function CloseDialog({ userId, onClose }: CloseDialogProps) {
  const { t } = useLingui()
  const { ask } = useElementContext()
  const { emit } = useOrders()
  const { mutate } = useMutate()
  const order = useOrder()
  const { insertion_order_id, name } = order
  const save = async ({ reason }: { readonly reason: string }) => {
    if (!(await ask('ad-before-close', { insertion_order_id }))) return undefined
    return mutate(
      insertionOrders.close,
      { path: pathOf(order), body: { last_edited_by: userId, reason: reason.trim() } },
      {
        version: order.version,
        stale: orderData,
        event: () => emit('ad-insertion-order-closed', { insertion_order_id }),
        title: t`Order closed`,
        text: name,
      },
    )
  }
  return (
    <ResourceFormDialog
      name="close order"
      heading={t`Close ${name}?`}
      label={t`Close`}
      initial={{ reason: '' }}
      rules={rules}
      save={save}
      submit={<Trans>Close order</Trans>}
      does="delete"
      onClose={onClose}
    >
      {(form) => (
        <>
          <CloseEffect />
          <TextArea {...form.field('reason', t`Reason`)} maxLength={reasonMost} />
        </>
      )}
    </ResourceFormDialog>
  )
}
