import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { canAccessClient } from '../../../contract/access/access.rules.ts'
import type { Permission } from '../../../contract/access/permissions.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useDisabledReason, useViewer, ViewerProvider } from '../../../parts/scope/viewer.tsx'

/** Why the user may not change a setting of the client. Neither the permission at one advertiser nor access to one advertiser is enough. */
export function useClientReason(permission: Permission): string | undefined {
  const { t } = useLingui()
  const { clientId } = useScope()
  const viewer = useViewer()
  const mayNot = useDisabledReason()({ permissions: [permission] })
  if (mayNot !== undefined) return mayNot
  const person = viewer.state === 'known' ? viewer.person : undefined
  if (!person || canAccessClient(person.access, clientId)) return undefined
  return t`This applies to all advertisers of the client. Ask a user who has access to all of them.`
}

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
