import { opensClient } from '../../src/contract/access.rules.ts'
import type { sso } from '../../src/contract/sso.ts'
import type { Handlers } from './implement.ts'
import { noPermission } from './refusal.ts'

/** Binds an identity to a client: the token says who, the scope has seen that the client is theirs. */
export const ssoHandlers: Handlers<typeof sso> = {
  login: async ({ body }, { caller, scope }) => {
    if (!caller.person) throw noPermission()
    if (!opensClient(caller.access, body.member_group_id) && scope.advertisers.length === 0) throw noPermission()
    return { ...caller.person, member_group_id: body.member_group_id }
  },
}
