import { may } from '../../../src/contract/access/permissions.ts'
import type { Caller, Identity, Scope } from '../context/context.ts'
import type { Database } from '../database/open.ts'
import { callerOf } from './caller.ts'
import { Refused } from '../context/refusal.ts'
import { reachOf } from './scope.ts'

/** Somebody for whom the platform reads while they are away, and what of a client they see at this moment. */
export interface Reader {
  readonly caller: Caller
  readonly scope: Scope
}

/** What a caller may read at a client with all of some permissions; nobody where they may not. */
export async function reachingReader(
  database: Database,
  caller: Caller,
  memberGroupId: number,
  words: readonly string[],
): Promise<Reader | undefined> {
  try {
    const { advertisers, seen } = await reachOf(database, caller, { clients: [memberGroupId], things: [] })
    const granted = seen.filter((place) => words.every((word) => may(caller.permissionsAt(place), word)))
    if (granted.length === 0) return undefined
    const own = granted.flatMap(({ advertiser_id }) => advertiser_id ?? [])
    return { caller, scope: { memberGroupId, advertisers: advertisers === 'all' ? 'all' : own } }
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/** The same of somebody who is away; nobody where they are gone. */
export async function readerOf(database: Database, identity: Identity, memberGroupId: number, words: readonly string[]) {
  const caller = await callerOf(database, identity)
  return caller && reachingReader(database, caller, memberGroupId, words)
}
