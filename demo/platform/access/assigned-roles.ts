import { type RawBuilder, sql } from 'kysely'
import type { AssignedRole } from '../../../src/contract/session/sso.ts'
import type { Database } from '../database/open.ts'

/** A role with its current permissions. */
export interface GrantedRole {
  readonly role_id: number
  readonly name: string
  readonly base_role_id: number
  readonly member_group_id: number | null
  readonly words: readonly string[]
}

const words = sql`(select coalesce(json_agg(a.name || '.' || p.name), '[]') from role_permissions
  join activities a using (activity_id) join permissions p using (permission_id) where role_permissions.role_id = r.role_id)`
const granted = sql`json_build_object('role_id', r.role_id, 'name', r.name, 'base_role_id', r.base_role_id, 'member_group_id', r.member_group_id, 'words', ${words})`

/** A user's roles with their permissions, as one JSON column. */
export const rolesOf = (userId: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(${granted} order by r.role_id), '[]') from user_roles own join roles r using (role_id) where own.user_id = ${userId})`

/** A user's roles without permissions, as one JSON column. */
export const roleNamesOf = (userId: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(json_build_object('role_id', r.role_id, 'name', r.name, 'base_role_id', r.base_role_id) order by r.role_id), '[]')
    from user_roles own join roles r using (role_id) where own.user_id = ${userId})`

/** A role as the API shows it. Only a custom role names its base role. */
export const toAssignedRole = ({ role_id, name, base_role_id }: Pick<GrantedRole, 'role_id' | 'name' | 'base_role_id'>): AssignedRole => ({
  role_id,
  name,
  ...(base_role_id !== role_id && { base_role_id }),
})

/** The existing roles among `ids`. The row locks keep them from being removed before the transaction ends. */
export async function grantedRoles({ kysely }: Database, ids: readonly number[]): Promise<GrantedRole[]> {
  const { rows } = await sql<{
    role: GrantedRole
  }>`select ${granted} as role from roles r where role_id = any(${[...ids]}::int[]) for key share`.execute(kysely)
  return rows.map(({ role }) => role)
}
