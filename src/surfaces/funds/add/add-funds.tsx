import { Trans } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { is } from 'superstruct'
import { parseId } from '../../../contract/addresses/context.rules.ts'
import { campaignFunds } from '../../../contract/money/campaign-funds.ts'
import { microsOf, missingFunds } from '../../../contract/money/money.ts'
import { PositiveAmount, payments } from '../../../contract/payments/payments.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Gate } from '../../../parts/scope/viewer.tsx'
import { Drawer } from '../../../ui/dialog/modal.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { LoadingSkeleton, NoPermission } from '../../../ui/states.tsx'
import { givenAmount } from './add.rules.ts'

const AddSteps = lazyIdle(() => import('./steps.tsx'))

const refused = <NoPermission text={<Trans>Ask your account administrator for permission to add funds.</Trans>} />
const loading = <LoadingSkeleton height={240} />

interface OfferProps {
  readonly advertiserId: number
  readonly amount: string
  /** The campaign whose budget lacks funds; without an amount, that is what to add. */
  readonly campaignId: number | undefined
  readonly onBusy: (isBusy: boolean) => void
  readonly onClose: () => void
}

/** Loads what the steps need: the limits and prices, and the stored methods that the user may see. */
function Offer({ advertiserId, amount, campaignId, ...steps }: OfferProps) {
  const { clientId } = useScope()
  const at = { memberGroupId: clientId, advertiserId }
  const offer = useRead(payments.offer, { path: at }, { freshForMs: 0 })
  const methods = useRead(payments.methods, { path: at }, { freshForMs: 0 })
  const difference = useRead(campaignFunds.difference, campaignId === undefined ? null : { path: { ...at, campaignId } }, { freshForMs: 0 })
  const isAsking = campaignId !== undefined && !difference.data && !difference.error
  // Without the difference, the user enters the amount.
  const lacking = difference.data && missingFunds(microsOf(difference.data.budget_balance_difference))
  const isRefused = methods.error?.kind === 'refused'
  const read = {
    data: !isAsking && (methods.data || isRefused) ? offer.data : undefined,
    // Without permission for the stored methods, a bank transfer is still possible.
    error: offer.error ?? (isRefused ? undefined : methods.error),
    mutate: () => Promise.all([offer.mutate(), methods.mutate()]),
  }
  const broken = <Trans>The payment options could not be loaded</Trans>
  return (
    <ResourceGate read={read} brokenHeading={broken} refused={refused} missing={refused} height={240}>
      {(data) => (
        <Suspense fallback={loading}>
          <AddSteps
            at={at}
            offer={data}
            methods={methods.data?.payment_methods ?? []}
            amount={givenAmount(amount || (lacking ?? ''), data.currency_digits)}
            {...steps}
          />
        </Suspense>
      )}
    </ResourceGate>
  )
}

/** The panel for adding funds. It is open on any tab while the address has `?add=1`, with an optional `amount`, or the `campaign` whose budget lacks it. */
export function AddFunds() {
  const { query, setQuery } = usePath()
  const { advertiserId, isReadonly } = useScope()
  const [isBusy, setBusy] = useState(false)
  if (query.get('add') !== '1' || isReadonly || advertiserId === undefined) return null
  const given = query.get('amount')
  const close = () => setQuery({ add: undefined, amount: undefined, campaign: undefined })
  return (
    <Drawer heading={<Trans>Add funds</Trans>} size="lg" isBusy={isBusy} onClose={close}>
      <Gate permissions={['funds.add']} fallback={refused} waiting={loading}>
        <Offer
          advertiserId={advertiserId}
          amount={given !== null && is(given, PositiveAmount) ? given : ''}
          campaignId={parseId(query.get('campaign'))}
          onBusy={setBusy}
          onClose={close}
        />
      </Gate>
    </Drawer>
  )
}
