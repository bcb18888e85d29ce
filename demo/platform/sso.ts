import type { sso } from '../../src/contract/sso.ts'
import type { Handlers } from './implement.ts'
import { noPermission } from './refusal.ts'

/** Binds an identity to a client: the token says who, the scope has seen that the client is theirs. */
export const ssoHandlers: Handlers<typeof sso> = {
  login: async ({ body: { member_group_id } }, { caller: { person, permissionsAt } }) => {
    if (!person) throw noPermission()
    const isHome = person.member_group_id === member_group_id
    return { ...person, member_group_id, permissions: isHome ? person.permissions : { ...permissionsAt({ member_group_id }) } }
  },
}
