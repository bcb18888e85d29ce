import { Trans, useLingui } from '@lingui/react/macro'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { insertionOrders, type OrderRow } from '../../../contract/insertion-orders/insertion-orders.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { usePath } from '../../../kit/path.ts'
import { ResourceFormDialog } from '../../../parts/resource/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { orderData, useOrders } from '../context.tsx'
import { pathOf } from '../order-path.ts'

type CopyValues = { readonly name: string }

const nameMax = 120
const rules = { name: [required, maxLength(nameMax)] }

interface CopyDialogProps {
  readonly row: Pick<OrderRow, 'member_group_id' | 'insertion_order_id' | 'name'>
  readonly onClose: () => void
}

/** Copies an order to a new open one, and opens it for editing. */
export default function CopyDialog({ row, onClose }: CopyDialogProps) {
  const { t } = useLingui()
  const { go } = usePath()
  const { emit } = useOrders()
  const { mutate } = useMutate()
  const save = async ({ name }: CopyValues) => {
    const { insertion_order_id } = await mutate(
      insertionOrders.copy,
      { path: pathOf(row), body: { name: name.trim() } },
      {
        stale: orderData,
        event: (copy) => emit('ad-insertion-order-created', { insertion_order_id: copy.insertion_order_id, version_id: copy.version_id }),
        title: t`Order copied`,
        text: name.trim(),
      },
    )
    go(`${insertion_order_id}/edit`, name.trim())
  }
  return (
    <ResourceFormDialog<CopyValues>
      name="order copy"
      heading={<Trans>Copy {row.name}</Trans>}
      note={<Trans>The copy is a draft with the same terms and lines. Campaigns stay with this order.</Trans>}
      label={t`Copy order`}
      initial={{ name: t`Copy of ${row.name}`.slice(0, nameMax) }}
      rules={rules}
      save={save}
      submit={<Trans>Copy order</Trans>}
      onClose={onClose}
    >
      {(form) => <TextField {...form.field('name', t`Name`)} maxLength={nameMax} />}
    </ResourceFormDialog>
  )
}
