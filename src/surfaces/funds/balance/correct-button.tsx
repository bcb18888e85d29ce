import { Trans } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { balances } from '../../../contract/money/balances.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { ViewerProvider } from '../../../parts/scope/viewer.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { useClientReason } from '../../../parts/scope/client-reason.ts'
import { useAccount } from '../context.tsx'

const CorrectDialog = lazyIdle(() => import('./correct-dialog.tsx'))

function ButtonOfClient() {
  const { isReadonly } = useScope()
  const [isOpen, setOpen] = useState(false)
  const mayNot = useClientReason('funds.correct')
  const { data: balance } = useRead(balances.one, { path: useAccount() })
  if (isReadonly || mayNot !== undefined || !balance) return null
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <Trans>Correct balance</Trans>
      </Button>
      {isOpen && (
        <Suspense>
          <CorrectDialog balance={balance} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Opens the dialog that corrects the ledger, for users of the whole client who may. */
export function CorrectButton() {
  const { clientId } = useScope()
  return (
    <ViewerProvider memberGroupId={clientId}>
      <ButtonOfClient />
    </ViewerProvider>
  )
}
