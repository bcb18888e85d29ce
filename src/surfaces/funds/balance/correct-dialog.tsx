import { Trans, useLingui } from '@lingui/react/macro'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { type Balance, balances, type CorrectionKind } from '../../../contract/money/balances.ts'
import { decimalOf, microsOf } from '../../../contract/money/money.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { ResourceFormDialog } from '../../../parts/resource/form.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import { Chips } from '../../../ui/form/radio-group.tsx'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { money } from '../../../ui/format/format.ts'
import { fundsData, useAccount } from '../context.tsx'
import { useRefusalTexts } from '../refusals.ts'

const reasonMax = 500
const rules = { amount: [required], reason: [required, maxLength(reasonMax)] }

type CorrectionValues = { readonly kind: CorrectionKind; readonly amount: string; readonly reason: string }

interface CorrectDialogProps {
  readonly balance: Balance
  readonly onClose: () => void
}

/** Corrects the ledger by a credit or a debit with a reason. */
export default function CorrectDialog({ balance, onClose }: CorrectDialogProps) {
  const { t, i18n } = useLingui()
  const path = useAccount()
  const { mutate } = useMutate()
  const text = (amount: string) => money(amount, balance, i18n.locale)
  const owed = text(balance.owed)
  const own = text(decimalOf(microsOf(balance.available) - microsOf(balance.credit_left)))
  const notes = {
    credit: microsOf(balance.owed) > 0n ? t`First pays the ${owed} that is owed.` : undefined,
    debit: t`At most the own funds, ${own}. The credit of the spend limit stays.`,
  }
  const save = ({ kind, amount, reason }: CorrectionValues) =>
    mutate(
      balances.correct,
      { path, body: { kind, amount, reason: reason.trim() } },
      { stale: fundsData, title: kind === 'credit' ? t`Credit recorded` : t`Debit recorded`, text: text(amount) },
    )
  return (
    <ResourceFormDialog<CorrectionValues>
      name="ledger correction"
      heading={<Trans>Correct the balance</Trans>}
      note={<Trans>Entries of the ledger never change. A correction adds an entry with your name and the reason.</Trans>}
      label={t`Correction`}
      initial={{ kind: 'credit', amount: '', reason: '' }}
      rules={rules}
      save={save}
      texts={useRefusalTexts(balance)}
      submit={<Trans>Record correction</Trans>}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Chips<CorrectionKind>
            {...form.field('kind', t`Correction`)}
            isSegments
            choices={[
              { value: 'credit', label: t`Credit` },
              { value: 'debit', label: t`Debit` },
            ]}
          />
          <MoneyField {...form.field('amount', t`Amount`)} currency={balance} help={notes[form.values.kind]} />
          <TextArea
            {...form.field('reason', t`Reason`)}
            maxLength={reasonMax}
            help={t`The advertiser reads it in the ledger, for example “Dispute of payment 12 won”.`}
          />
        </>
      )}
    </ResourceFormDialog>
  )
}
