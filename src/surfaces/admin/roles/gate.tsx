import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Role } from '../../../contract/access/role-endpoints.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { type GateProps, ResourceGate } from '../../../parts/resource/resource.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, NoPermission } from '../../../ui/states.tsx'
import { useAdmin } from '../context.tsx'
import { rolesPath } from '../links.ts'

function RoleMissing() {
  const { t } = useLingui()
  const { place } = useAdmin()
  const { onNavigate } = usePathLink()(rolesPath(place), t`Roles`)
  return (
    <EmptyState
      heading={<Trans>Role not found</Trans>}
      text={<Trans>The role was deleted, belongs to another client, or is above yours.</Trans>}
    >
      <Button onPress={onNavigate}>
        <Trans>All roles</Trans>
      </Button>
    </EmptyState>
  )
}

interface RoleGateProps {
  readonly read: GateProps<Role>['read']
  readonly children: (role: Role) => ReactNode
}

/** Shows a role, or why it cannot be shown. */
export const RoleGate = ({ read, children }: RoleGateProps) => (
  <ResourceGate
    read={read}
    brokenHeading={<Trans>Couldn’t load the role</Trans>}
    refused={<NoPermission text={<Trans>Ask your account administrator for access to roles.</Trans>} />}
    missing={<RoleMissing />}
  >
    {children}
  </ResourceGate>
)
