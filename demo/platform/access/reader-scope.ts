import { hasPermission } from '../../../src/contract/access/permissions.ts'
import type { Caller, Identity, Scope } from '../context/context.ts'
import type { Database } from '../database/open.ts'
import { callerOf } from './caller.ts'
import { Refused } from '../context/refusal.ts'
import { requestScopeOf } from './scope.ts'

/** A caller for background reads, with their current scope at one client. */
export interface Reader {
  readonly caller: Caller
  readonly scope: Scope
}

/** The caller's scope at a client where they have all of `words`; undefined if they have them nowhere. */
export async function readerAt(
  database: Database,
  caller: Caller,
  memberGroupId: number,
  words: readonly string[],
): Promise<Reader | undefined> {
  try {
    const { advertisers, seen } = await requestScopeOf(database, caller, { clients: [memberGroupId], things: [] })
    const granted = seen.filter((place) => words.every((word) => hasPermission(caller.permissionsAt(place), word)))
    if (granted.length === 0) return undefined
    const own = granted.flatMap(({ advertiser_id }) => advertiser_id ?? [])
    return { caller, scope: { memberGroupId, advertisers: advertisers === 'all' ? 'all' : own } }
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/** Like `readerAt`, for the identity of an absent user; undefined if the user is no longer active. */
export async function readerOf(database: Database, identity: Identity, memberGroupId: number, words: readonly string[]) {
  const caller = await callerOf(database, identity)
  return caller && readerAt(database, caller, memberGroupId, words)
}
