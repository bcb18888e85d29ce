import { Trans, useLingui } from '@lingui/react/macro'
import { required } from '../../../contract/fields/fields.rules.ts'
import { type Invoice, invoices } from '../../../contract/invoices/invoices.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { ResourceFormDialog } from '../../../parts/resource/form.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import { fundsData } from '../context.tsx'
import { useRefusalTexts } from '../refusals.ts'

type PaymentValues = { readonly amount: string; readonly is_wire_transfer: boolean }

const rules = { amount: [required] }

interface PaymentDialogProps {
  readonly invoice: Invoice
  /** What is not paid. */
  readonly unpaid: string
  readonly onClose: () => void
}

/** Records money that was received for an invoice. */
export default function PaymentDialog({ invoice, unpaid, onClose }: PaymentDialogProps) {
  const { t } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const { mutate } = useMutate()
  const save = (body: PaymentValues) =>
    mutate(
      invoices.recordPayment,
      { path: { memberGroupId, advertiserId: invoice.advertiser_id, invoiceId: invoice.invoice_id }, body },
      { version: invoice.version, stale: fundsData, title: t`Payment recorded`, text: invoice.number },
    )
  return (
    <ResourceFormDialog<PaymentValues>
      name="invoice payment"
      heading={<Trans>Record a payment of invoice {invoice.number}</Trans>}
      note={<Trans>The payment frees the same amount of the spend limit.</Trans>}
      label={t`Payment`}
      initial={{ amount: unpaid, is_wire_transfer: true }}
      rules={rules}
      save={save}
      texts={useRefusalTexts(invoice)}
      submit={<Trans>Record payment</Trans>}
      onClose={onClose}
    >
      {(form) => (
        <>
          <MoneyField {...form.field('amount', t`Amount received`)} currency={invoice} />
          <Checkbox {...form.field('is_wire_transfer', t`Received by wire transfer`)} />
        </>
      )}
    </ResourceFormDialog>
  )
}
