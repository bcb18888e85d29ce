import type { Database } from '../../../demo/platform/database/database.ts'
import { people } from './people.ts'

/** An entry of a user's access lists, for one of their roles. */
export interface RoleEntry {
  readonly kind: 'client' | 'advertiser_group' | 'advertiser'
  readonly thing_id: number
  readonly role_id?: number
}

/** Gives the client viewer other roles and access lists. */
export async function giveRoles({ kysely }: Database, roleIds: readonly number[], entries: readonly RoleEntry[]) {
  const { userId: user_id } = people.clientViewer
  await kysely.deleteFrom('user_access').where('user_id', '=', user_id).execute()
  await kysely.deleteFrom('user_roles').where('user_id', '=', user_id).execute()
  await kysely
    .insertInto('user_roles')
    .values(roleIds.map((role_id) => ({ user_id, role_id })))
    .execute()
  if (entries.length === 0) return
  await kysely
    .insertInto('user_access')
    .values(entries.map((entry) => ({ user_id, ...entry })))
    .execute()
}

/** Makes the client viewer the admin of client 1, and a viewer of advertiser 4 of client 2. */
export const adminAndViewer = (database: Database) =>
  giveRoles(
    database,
    [3, 7],
    [
      { kind: 'client', thing_id: 1, role_id: 3 },
      { kind: 'advertiser', thing_id: 4, role_id: 7 },
    ],
  )
