import { type Kysely, sql } from 'kysely'
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
    .execute()
