import { useLingui } from '@lingui/react/macro'
import { canAccessClient } from '../../contract/access/access.rules.ts'
import type { Permission } from '../../contract/access/permissions.ts'
import { useScope } from './scope.tsx'
import { useDisabledReason, useViewer } from './viewer.tsx'

/**
 * Why the user may not do something that needs the whole client: neither the permission at one advertiser nor access to one advertiser is
 * enough. Call it in a `ViewerProvider` of the client.
 */
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
