import { Trans, useLingui } from '@lingui/react/macro'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import type { AdjustmentKind } from '../../../contract/insertion-orders/adjustments.ts'
import { insertionOrders } from '../../../contract/insertion-orders/insertion-orders.ts'
import type { ReconciledLine } from '../../../contract/insertion-orders/reconciliation.ts'
import { adjustmentStatuses } from '../../../contract/insertion-orders/insertion-orders.rules.ts'
import { balances } from '../../../contract/money/balances.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { ResourceFormDialog } from '../../../parts/resource/form.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { money } from '../../../ui/format/format.ts'
import type { SelectedOption } from '../../../ui/select/option.ts'
import { Select } from '../../../ui/select/select.tsx'
import { orderData, useOrder } from '../context.tsx'
import { pathOf } from '../order-path.ts'
import { useReasonText } from '../words.ts'
import { useRefusalTexts } from './refusal-texts.ts'

const reasonMax = 500
const rules = { line: [required], amount: [required], reason: [required, maxLength(reasonMax)] }

type AdjustmentValues = {
  readonly kind: AdjustmentKind
  readonly line: SelectedOption | null
  readonly amount: string
  readonly reason: string
}

interface AdjustDialogProps {
  /** The lines with an amount to give back. */
  readonly lines: readonly ReconciledLine[]
  readonly nameOf: (line: ReconciledLine) => string
  readonly onClose: () => void
}

/** The option of what no line names. */
const noLine = 0

/** Records a credit or a make-good for a line. */
export default function AdjustDialog({ lines, nameOf, onClose }: AdjustDialogProps) {
  const { t, i18n } = useLingui()
  const order = useOrder()
  const { mutate } = useMutate()
  const texts = useRefusalTexts()
  const reasonText = useReasonText()
  const optionOf = (line: ReconciledLine) => {
    const charged = money(line.charged, order, i18n.locale)
    return { id: line.line_id ?? noLine, label: nameOf(line), note: t`Charged: ${charged}` }
  }
  /** A line that a later version removed delivers nothing again. */
  const canDeliver = ({ line_id }: ReconciledLine) => line_id === null || order.lines.some((line) => line.line_id === line_id)
  const options = {
    credit: lines.map(optionOf),
    make_good: lines.filter(canDeliver).map(optionOf),
  }
  const [onlyLine] = options.credit.length === 1 ? options.credit : []
  const noMakeGood = adjustmentStatuses.make_good.includes(order.status)
    ? undefined
    : reasonText({ code: 'wrong_status', values: { status: order.status } }, order)
  const save = ({ kind, line, amount, reason }: AdjustmentValues) =>
    mutate(
      insertionOrders.adjust,
      { path: pathOf(order), body: { kind, line_id: Number(line?.id) || null, amount, reason: reason.trim() } },
      {
        version: order.version,
        stale: [...orderData, balances],
        title: kind === 'credit' ? t`Credit recorded` : t`Make-good recorded`,
        text: line?.label ?? '',
      },
    )
  return (
    <ResourceFormDialog<AdjustmentValues>
      name="order adjustment"
      heading={<Trans>Credit or make-good</Trans>}
      note={<Trans>The amount goes back to the advertiser’s funds. With a spend limit, it also reduces the next invoice.</Trans>}
      label={t`Credit or make-good`}
      initial={{ kind: 'credit', line: onlyLine ?? null, amount: '', reason: '' }}
      rules={rules}
      save={save}
      texts={texts}
      submit={<Trans>Record</Trans>}
      onClose={onClose}
    >
      {(form) => (
        <>
          <RadioGroup
            {...form.field('kind', t`Kind`)}
            choices={[
              { value: 'credit', label: t`Credit given`, hint: t`Gives back an amount that was charged.` },
              {
                value: 'make_good',
                label: t`Make-good`,
                hint: t`Also lets the line deliver the amount again, without a charge.`,
                disabledBecause: noMakeGood,
              },
            ]}
          />
          <Select {...form.field('line', t`Line`)} options={options[form.values.kind]} isRequired noClear />
          <MoneyField {...form.field('amount', t`Amount`)} currency={order} />
          <TextArea {...form.field('reason', t`Reason`)} maxLength={reasonMax} help={t`Both sides see it.`} />
        </>
      )}
    </ResourceFormDialog>
  )
}
