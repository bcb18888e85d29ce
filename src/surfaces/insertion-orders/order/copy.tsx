import { Trans, useLingui } from '@lingui/react/macro'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { insertionOrders } from '../../../contract/insertion-orders/insertion-orders.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { usePath } from '../../../kit/path.ts'
import { ResourceFormDialog } from '../../../parts/resource/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { orderData, useOrder, useOrders } from '../context.tsx'
import { pathOf } from './order-path.ts'

const nameMost = 120
const rules = { name: [required, maxLength(nameMost)] }

/** Copies the terms into a new order and opens it. */
export default function CopyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const { go } = usePath()
  const { emit } = useOrders()
  const { mutate } = useMutate()
  const order = useOrder()
  const copy = async ({ name }: { readonly name: string }) => {
    const copied = await mutate(
      insertionOrders.copy,
      { path: pathOf(order), body: { name: name.trim() } },
      {
        stale: orderData,
        event: ({ insertion_order_id }) => emit('ad-insertion-order-created', { insertion_order_id }),
        title: t`Order copied`,
        text: name,
      },
    )
    onClose()
    go(String(copied.insertion_order_id), copied.name)
  }
  return (
    <ResourceFormDialog
      name="copy order"
      heading={t`Copy ${order.name}`}
      note={<Trans>The copy is a draft with the same terms and lines.</Trans>}
      label={t`Copy`}
      initial={{ name: t`${order.name} (copy)`.slice(0, nameMost) }}
      rules={rules}
      save={copy}
      submit={<Trans>Copy order</Trans>}
      onClose={onClose}
    >
      {(form) => <TextField {...form.field('name', t`Name of the copy`)} maxLength={nameMost} />}
    </ResourceFormDialog>
  )
}
