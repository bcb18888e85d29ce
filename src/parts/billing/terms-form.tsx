import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { FieldRuleResult } from '../../contract/fields/faults.ts'
import { required } from '../../contract/fields/fields.rules.ts'
import { stoppingOverdueDays } from '../../contract/invoices/invoices.rules.ts'
import { invoices, type InvoiceTerms, mostDueDays } from '../../contract/invoices/invoices.ts'
import { type Stale, useMutate } from '../../kit/mutate.ts'
import { ResourceForm, type Save } from '../resource/form.tsx'
import { useScope } from '../scope/scope.tsx'
import { useConfirm } from '../../ui/dialog/confirm.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { NumberField } from '../../ui/form/number-field.tsx'
import { useClientReason } from '../scope/client-reason.ts'

type TermsValues = { readonly due_days: string; readonly tax_percent: string; readonly stops_when_overdue: boolean }

function useTermsRules() {
  const { t } = useLingui()
  const isDue = (days: string): FieldRuleResult =>
    (Number(days) >= 1 && Number(days) <= mostDueDays) || { code: 'custom', text: t`Enter 1 to ${mostDueDays} days` }
  const isPercent = (percent: string): FieldRuleResult => Number(percent) < 100 || { code: 'custom', text: t`Enter less than 100 %` }
  return { due_days: [required, isDue], tax_percent: [required, isPercent] }
}

interface TermsFormProps {
  readonly terms: InvoiceTerms
  /** The parts of the contract whose responses the form changes. */
  readonly stale: Stale
}

/** When invoices are due, their tax, and what follows if they are not paid. */
export function TermsForm({ terms, stale }: TermsFormProps) {
  const { t } = useLingui()
  const { clientId: memberGroupId, isReadonly } = useScope()
  const { mutate } = useMutate()
  const { confirm, question } = useConfirm()
  const { due_days, tax_percent, stops_when_overdue, version, advertisers_to_stop: toStop } = terms
  const mayNot = useClientReason('fees.change')
  const isFixed = isReadonly || mayNot !== undefined
  const save = (_: TermsValues, { changes: { due_days: days, ...changes }, version }: Save<TermsValues>) =>
    mutate(
      invoices.changeTerms,
      { path: { memberGroupId }, body: { ...changes, ...(days !== undefined && { due_days: Number(days) }) } },
      { version, stale, title: t`Invoice terms saved` },
    )
  /** Campaigns of other advertisers stop, too, so the user confirms it first. */
  const isSure = async ({ stops_when_overdue: stops }: TermsValues) =>
    !stops ||
    stops_when_overdue ||
    confirm({
      heading: <Trans>Stop campaigns of all advertisers with a long overdue invoice?</Trans>,
      ...(toStop !== null && {
        text: t`${plural(toStop, {
          0: `No advertiser has an invoice that is ${stoppingOverdueDays} days overdue now. Later ones stop on that day.`,
          one: `The campaigns of # advertiser stop now, because an invoice is at least ${stoppingOverdueDays} days overdue.`,
          other: `The campaigns of # advertisers stop now, because an invoice is at least ${stoppingOverdueDays} days overdue.`,
        })}`,
      }),
      does: 'continue',
      label: <Trans>Save invoice terms</Trans>,
    })
  return (
    <>
      {question}
      <ResourceForm<TermsValues>
        name="invoice terms"
        label={t`Invoice terms`}
        initial={{ due_days: String(due_days), tax_percent, stops_when_overdue }}
        version={version}
        rules={useTermsRules()}
        confirm={isSure}
        save={save}
        isReadonly={isReadonly}
        disabledBecause={mayNot}
        submit={<Trans>Save invoice terms</Trans>}
      >
        {(form) => (
          <>
            <NumberField
              {...form.field('due_days', t`Days until an invoice is due`)}
              isReadonly={isFixed}
              help={t`Counted from the day of issue. Applies to invoices that are issued afterwards.`}
            />
            <NumberField
              {...form.field('tax_percent', t`Tax`)}
              isReadonly={isFixed}
              digits={4}
              unit="%"
              help={t`Added to the spend of each invoice that is issued afterwards.`}
            />
            <Checkbox
              {...form.field('stops_when_overdue', t`Stop campaigns when an invoice is long overdue`)}
              isReadonly={isFixed}
              help={t`The spend limit is 0 from ${stoppingOverdueDays} days after the due date until the invoice is paid. Applies at once.`}
            />
          </>
        )}
      </ResourceForm>
    </>
  )
}
