import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { AssignedRole } from '../../../src/contract/session/sso.ts'
import { listsOfRole } from './access-entries.ts'
import type { AccessEntry } from './users.rules.ts'
import type { Database } from '../database/database.ts'
import { compiledOnce } from '../sql/compiled.ts'
import { anyOf } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'

/** A role with its current permissions. */
export interface GrantedRole {
  readonly role_id: number
  readonly name: string
  readonly base_role_id: number
  readonly member_group_id: number | null
  readonly words: readonly string[]
}

const user = expressionBuilder<Tables, 'users'>()
const role = expressionBuilder<Tables & { r: Tables['roles'] }, 'r'>()
const roleColumns = ['r.role_id', 'r.name', 'r.base_role_id'] as const

/** The permissions of the role of the row `r`. */
const permissions = role.fn.coalesce(
  role
    .selectFrom('role_permissions as given')
    .innerJoin('activities as a', 'a.activity_id', 'given.activity_id')
    .innerJoin('permissions as p', 'p.permission_id', 'given.permission_id')
    .select(({ fn }) => fn.agg<string[]>('json_agg', [fn('concat', ['a.name', sql.lit('.'), 'p.name'])]).as('words'))
    .whereRef('given.role_id', '=', 'r.role_id')
    .$asScalar(),
  sql<string[]>`'[]'`,
)
const ofUser = user
  .selectFrom('user_roles as own')
  .innerJoin('roles as r', 'r.role_id', 'own.role_id')
  .select(roleColumns)
  .whereRef('own.user_id', '=', 'users.user_id')
  .orderBy('r.role_id')

/** The roles of the row of `users` with their permissions, as one JSON column. */
export const rolesOfUser = compiledOnce(() => jsonArrayFrom(ofUser.select(['r.member_group_id', permissions.as('words')])))({})
/** The roles of the row of `users` without permissions, as one JSON column. */
export const roleNamesOfUser = compiledOnce(() => jsonArrayFrom(ofUser))({})

/** A role as the API shows it, with the user's tenants where it applies. Only a custom role names its base role. */
export const toAssignedRole = (
  { role_id, name, base_role_id }: Pick<GrantedRole, 'role_id' | 'name' | 'base_role_id'>,
  entries: readonly AccessEntry[],
): AssignedRole => ({
  role_id,
  id: role_id,
  name,
  ...(base_role_id !== role_id && { base_role_id }),
  access: listsOfRole(entries, role_id),
})

/** The existing roles among `ids` with their permissions. */
export const rolesWithWords = ({ kysely }: Database, ids: readonly number[]): Promise<GrantedRole[]> =>
  kysely
    .selectFrom('roles as r')
    .select([...roleColumns, 'r.member_group_id', permissions.as('words')])
    .where('r.role_id', '=', anyOf(ids))
    .execute()

/** The existing roles among `ids`. The row locks keep them from being removed before the transaction ends. */
export function grantedRoles({ kysely }: Database, ids: readonly number[]): Promise<GrantedRole[]> {
  return kysely
    .selectFrom('roles as r')
    .select([...roleColumns, 'r.member_group_id', permissions.as('words')])
    .where('r.role_id', '=', anyOf(ids))
    .forKeyShare()
    .execute()
}
