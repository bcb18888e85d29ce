import { Trans, useLingui } from '@lingui/react/macro'
import { maxLength } from '../../../contract/fields/fields.rules.ts'
import { insertionOrders } from '../../../contract/insertion-orders/insertion-orders.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { ResourceFormDialog, type Save } from '../../../parts/resource/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { orderData, useOrder } from '../context.tsx'
import { poNumberMax } from '../form/values.ts'
import { pathOf } from '../order-path.ts'
import { useRefusalTexts } from './refusal-texts.ts'

type NumberValues = { readonly po_number: string }

const rules = { po_number: [maxLength(poNumberMax)] }

/** Changes the purchase order number of an order that is in force or over. */
export default function NumberDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const order = useOrder()
  const { mutate } = useMutate()
  const texts = useRefusalTexts()
  const save = ({ po_number }: NumberValues, { version }: Save<NumberValues>) =>
    mutate(
      insertionOrders.change,
      { path: pathOf(order), body: { po_number: po_number.trim() || null } },
      { version, stale: orderData, title: t`PO number saved`, text: order.name },
    )
  return (
    <ResourceFormDialog<NumberValues>
      name="order number"
      heading={<Trans>PO number of {order.name}</Trans>}
      note={<Trans>The terms and approvals stay as they are. Invoices show the number.</Trans>}
      label={t`PO number`}
      initial={{ po_number: order.po_number ?? '' }}
      version={order.version}
      rules={rules}
      save={save}
      texts={texts}
      submit={<Trans>Save number</Trans>}
      disabledBecause={({ isDirty }) => (isDirty ? undefined : t`Enter another number`)}
      onClose={onClose}
    >
      {(form) => <TextField {...form.field('po_number', t`Purchase order number`)} maxLength={poNumberMax} />}
    </ResourceFormDialog>
  )
}
