import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { MemberGroup } from '../../../contract/clients/clients.ts'
import { memberGroups } from '../../../contract/clients/clients.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, NoPermission } from '../../../ui/states.tsx'
import { clientsPath } from '../links.ts'

function ClientMissing() {
  const { t } = useLingui()
  const { onNavigate } = usePathLink()(clientsPath, t`Clients`)
  return (
    <EmptyState heading={<Trans>Client not found</Trans>} text={<Trans>The client does not exist, or you have no access to it.</Trans>}>
      <Button onPress={onNavigate}>
        <Trans>All clients</Trans>
      </Button>
    </EmptyState>
  )
}

/** Shows the client of the path, or why it cannot be shown. */
export function ClientGate({ children }: { readonly children: (client: MemberGroup) => ReactNode }) {
  const { clientId: memberGroupId } = useScope()
  return (
    <ResourceGate
      read={useRead(memberGroups.one, { path: { memberGroupId } })}
      brokenHeading={<Trans>Couldn’t load the client</Trans>}
      refused={<NoPermission text={<Trans>Ask your account administrator for access to the client.</Trans>} />}
      missing={<ClientMissing />}
    >
      {children}
    </ResourceGate>
  )
}
