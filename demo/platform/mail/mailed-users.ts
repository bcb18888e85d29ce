import { type Expression, expressionBuilder, type Kysely, sql, type SqlBool } from 'kysely'
import type { Permission } from '../../../src/contract/access/permissions.ts'
import { anyOf } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'

/** Active users, with the notification types that they have turned off. */
export const mailedUsers = (kysely: Kysely<Tables>) =>
  kysely
    .selectFrom('users as u')
    .select(({ selectFrom }) => {
      const turnedOff = selectFrom('user_notifications as n')
        .select('n.type')
        .whereRef('n.user_id', '=', 'u.user_id')
        .where('n.enabled', '=', false)
      return ['u.user_id', sql<string[]>`array(${turnedOff})`.as('off')]
    })
    .where('u.status', '=', 'active')
    .where('u.deleted_at', 'is', null)

const user = expressionBuilder<Tables & { u: Tables['users'] }, 'u'>()

/** SQL condition: a role of the user `u`, or an entry of their own, grants the permission somewhere. */
export function mayHaveSql(permission: Permission): Expression<SqlBool> {
  const byRole = user
    .selectFrom('user_roles as held')
    .innerJoin('role_permissions as given', 'given.role_id', 'held.role_id')
    .innerJoin('activities as a', 'a.activity_id', 'given.activity_id')
    .innerJoin('permissions as p', 'p.permission_id', 'given.permission_id')
    .whereRef('held.user_id', '=', 'u.user_id')
    .where(({ eb, fn }) => eb(fn<string>('concat', ['a.name', sql.lit('.'), 'p.name']), '=', permission))
  const ofTheirOwn = user
    .selectFrom('user_activities as own')
    .whereRef('own.user_id', '=', 'u.user_id')
    .where('own.permission', '=', permission)
    .where('own.granted', '=', true)
  return user.or([user.exists(byRole), user.exists(ofTheirOwn)])
}

interface Places {
  readonly memberGroupId: number
  readonly advertisers: readonly number[]
  readonly groups: readonly number[]
}

/** Active users with an access list entry for the client, or for one of the advertisers or advertiser groups. */
export const usersWithAccess = (kysely: Kysely<Tables>, { memberGroupId, advertisers, groups }: Places) =>
  mailedUsers(kysely)
    .where(({ exists, selectFrom }) => {
      const entry = selectFrom('user_access as x')
        .whereRef('x.user_id', '=', 'u.user_id')
        .where(({ eb, or }) =>
          or([
            eb('x.kind', '=', 'client').and('x.thing_id', '=', memberGroupId),
            eb('x.kind', '=', 'advertiser').and('x.thing_id', '=', anyOf(advertisers)),
            eb('x.kind', '=', 'advertiser_group').and('x.thing_id', '=', anyOf(groups)),
          ]),
        )
      return exists(entry)
    })
    .orderBy('u.user_id')
