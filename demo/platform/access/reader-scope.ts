import type { TenantRef } from '../../../src/contract/access/access.rules.ts'
import { hasPermission } from '../../../src/contract/access/permissions.ts'
import type { Caller, Identity, Scope } from '../context/context.ts'
import type { Database } from '../database/database.ts'
import { callerOf } from './caller.ts'
import { Refused } from '../context/refusal.ts'
import { permittedScope, requestScopeOf } from './scope.ts'

/** A caller and what they may read at one client. */
export interface Reader {
  readonly caller: Caller
  readonly scope: Scope
}

/** The caller with the advertisers of the client at which they have all `permissions`; undefined if there are none. */
export async function readerForCaller(
  database: Database,
  caller: Caller,
  memberGroupId: number,
  permissions: readonly string[],
): Promise<Reader | undefined> {
  try {
    const requestScope = await requestScopeOf(database, caller, { clients: [memberGroupId], resources: [] })
    const isPermitted = (tenant: TenantRef) => permissions.every((permission) => hasPermission(caller.permissionsAt(tenant), permission))
    return requestScope.tenants.some(isPermitted) ? { caller, scope: permittedScope(requestScope, memberGroupId, isPermitted) } : undefined
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/** The same for a user who is not the caller, such as the owner of a scheduled report; undefined if the user is no longer active. */
export async function readerForIdentity(database: Database, identity: Identity, memberGroupId: number, permissions: readonly string[]) {
  const caller = await callerOf(database, identity)
  return caller && readerForCaller(database, caller, memberGroupId, permissions)
}
