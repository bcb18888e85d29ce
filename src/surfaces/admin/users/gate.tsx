import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { User } from '../../../contract/users/users.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { type GateProps, ResourceGate } from '../../../parts/resource/resource.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, NoPermission } from '../../../ui/states.tsx'
import { useAdmin } from '../context.tsx'
import { usersPath } from '../links.ts'

function UserMissing() {
  const { t } = useLingui()
  const { place } = useAdmin()
  const { onNavigate } = usePathLink()(usersPath(place), t`Users`)
  return (
    <EmptyState
      heading={<Trans>User not found</Trans>}
      text={<Trans>The user was removed, or has access to clients or advertisers that you cannot see.</Trans>}
    >
      <Button onPress={onNavigate}>
        <Trans>All users</Trans>
      </Button>
    </EmptyState>
  )
}

interface UserGateProps {
  readonly read: GateProps<User>['read']
  readonly children: (user: User) => ReactNode
}

/** Shows a user, or why they cannot be shown. */
export const UserGate = ({ read, children }: UserGateProps) => (
  <ResourceGate
    read={read}
    brokenHeading={<Trans>Couldn’t load the user</Trans>}
    refused={<NoPermission text={<Trans>Ask your account administrator for access to users.</Trans>} />}
    missing={<UserMissing />}
  >
    {children}
  </ResourceGate>
)
