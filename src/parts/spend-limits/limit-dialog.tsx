import { Trans, useLingui } from '@lingui/react/macro'
import { required } from '../../contract/fields/fields.rules.ts'
import { type SpendLimit, spendLimits } from '../../contract/spend-limits/spend-limits.ts'
import { balances } from '../../contract/money/balances.ts'
import { decimalOf, microsOf, minAmount } from '../../contract/money/money.ts'
import { useRead } from '../../kit/cache.tsx'
import { useMutate } from '../../kit/mutate.ts'
import type { RejectionTexts } from '../resource/form-rejection.ts'
import { ResourceFormDialog } from '../resource/form.tsx'
import { ResourceGate } from '../resource/resource.tsx'
import { MoneyField } from '../../ui/form/money-field.tsx'
import { type CurrencyFormat, money } from '../../ui/format/format.ts'

type LimitValues = { readonly amount: string }

const rules = { amount: [required] }

interface LimitDialogProps {
  readonly account: { readonly memberGroupId: number; readonly advertiserId: number }
  readonly limit: SpendLimit | undefined
  /** The parts of the contract whose responses the limit changes. */
  readonly stale: readonly object[]
  /** A hook that returns the texts of refusals; amounts are in the currency. */
  readonly useTexts: (currency: CurrencyFormat | undefined) => RejectionTexts
  readonly onClose: () => void
}

/** What a new amount does at once: more or less credit, and whether the campaigns stop. */
function useChangeNote(limit: SpendLimit | undefined, creditLeft: string | undefined) {
  const { t, i18n } = useLingui()
  return (amount: string): string | undefined => {
    if (!limit || !/^\d+(\.\d+)?$/.test(amount)) return undefined
    const text = (micros: bigint) => money(decimalOf(micros), limit, i18n.locale)
    const higher = microsOf(amount) - microsOf(limit.amount)
    if (higher === 0n) return undefined
    const more = text(higher)
    if (higher > 0n) return t`The advertiser gets ${more} more credit at once.`
    const taken = text(minAmount(-higher, microsOf(creditLeft ?? '0')))
    const unpaid = text(microsOf(limit.uninvoiced))
    const isReached = microsOf(amount) + microsOf(limit.raised) <= microsOf(limit.uninvoiced)
    return isReached
      ? t`${taken} of the credit is taken back at once, and the campaigns stop, because ${unpaid} is not paid.`
      : t`${taken} of the credit is taken back at once.`
  }
}

/** Sets or changes the limit of the advertiser. */
export default function LimitDialog({ account: path, limit, stale, useTexts, onClose }: LimitDialogProps) {
  const { t } = useLingui()
  const { mutate } = useMutate()
  const balance = useRead(balances.one, { path })
  const changeNote = useChangeNote(limit, balance.data?.credit_left)
  const save = ({ amount }: LimitValues) =>
    mutate(
      spendLimits.put,
      { path, body: { amount } },
      { ...(limit && { version: limit.version }), stale, title: limit ? t`Spend limit changed` : t`Spend limit set` },
    )
  return (
    <ResourceFormDialog<LimitValues>
      name="spend limit"
      heading={limit ? <Trans>Change the spend limit</Trans> : <Trans>Set a spend limit</Trans>}
      note={
        limit ? (
          <Trans>The advertiser’s campaigns stop when the spend that is not paid reaches the limit.</Trans>
        ) : (
          <Trans>
            The advertiser gets this amount as credit, which its campaigns can spend at once. They stop when the spend that is not paid
            reaches the limit.
          </Trans>
        )
      }
      label={t`Spend limit`}
      initial={{ amount: limit?.amount ?? '' }}
      rules={rules}
      save={save}
      texts={useTexts(limit ?? balance.data)}
      submit={limit ? <Trans>Change limit</Trans> : <Trans>Set limit</Trans>}
      onClose={onClose}
    >
      {(form) => {
        const fieldIn = (currency: CurrencyFormat) => (
          <MoneyField {...form.field('amount', t`Limit`)} currency={currency} help={changeNote(form.values.amount)} />
        )
        if (limit) return fieldIn(limit)
        return (
          <ResourceGate read={balance} height={72} brokenHeading={<Trans>Couldn’t load the balance</Trans>} missing={null}>
            {fieldIn}
          </ResourceGate>
        )
      }}
    </ResourceFormDialog>
  )
}
