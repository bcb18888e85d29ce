import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useClient } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { ViewerProvider } from '../../../parts/scope/viewer.tsx'

/** Settings that apply to all advertisers of the client, with the permissions of the user at the client. */
export function ClientSettings({ children }: { readonly children: ReactNode }) {
  const { clientId } = useScope()
  const { memberGroup } = useClient()
  const name = memberGroup?.name
  return (
    <ViewerProvider memberGroupId={clientId}>
      <section className="billing-client" aria-labelledby="billing-client">
        <h3 id="billing-client">
          {name === undefined ? <Trans>All advertisers of the client</Trans> : <Trans>All advertisers of {name}</Trans>}
        </h3>
        {children}
      </section>
    </ViewerProvider>
  )
}
