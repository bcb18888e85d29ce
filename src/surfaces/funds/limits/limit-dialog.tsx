import { Trans, useLingui } from '@lingui/react/macro'
import { required } from '../../../contract/fields/fields.rules.ts'
import { type SpendLimit, spendLimits } from '../../../contract/spend-limits/spend-limits.ts'
import { balances } from '../../../contract/money/balances.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { ResourceFormDialog } from '../../../parts/resource/form.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import type { CurrencyFormat } from '../../../ui/format/format.ts'
import { fundsData } from '../context.tsx'
import { useRefusalTexts } from '../refusals.ts'

type LimitValues = { readonly amount: string }

const rules = { amount: [required] }

interface LimitDialogProps {
  readonly limit: SpendLimit | undefined
  readonly onClose: () => void
}

/** Sets or changes the limit of the advertiser. */
export default function LimitDialog({ limit, onClose }: LimitDialogProps) {
  const { t } = useLingui()
  const { clientId: memberGroupId, advertiserId = 0 } = useScope()
  const { mutate } = useMutate()
  const path = { memberGroupId, advertiserId }
  const balance = useRead(balances.one, limit ? null : { path })
  const save = ({ amount }: LimitValues) =>
    mutate(
      spendLimits.put,
      { path, body: { amount } },
      { ...(limit && { version: limit.version }), stale: fundsData, title: limit ? t`Spend limit changed` : t`Spend limit set` },
    )
  return (
    <ResourceFormDialog<LimitValues>
      name="spend limit"
      heading={limit ? <Trans>Change the spend limit</Trans> : <Trans>Set a spend limit</Trans>}
      note={<Trans>The advertiser’s campaigns stop when the spend that is not paid reaches the limit.</Trans>}
      label={t`Spend limit`}
      initial={{ amount: limit?.amount ?? '' }}
      rules={rules}
      save={save}
      texts={useRefusalTexts(limit ?? balance.data)}
      submit={limit ? <Trans>Change limit</Trans> : <Trans>Set limit</Trans>}
      onClose={onClose}
    >
      {(form) => {
        const fieldIn = (currency: CurrencyFormat) => <MoneyField {...form.field('amount', t`Limit`)} currency={currency} />
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
