import type { sso } from '../../../src/contract/session/sso.ts'
import type { Examples } from './example-calls.ts'
import { ownToken } from '../world/people.ts'

export const ssoExamples: Examples<typeof sso> = {
  login: ({ client }) => ({
    body: { member_group_id: client, access_token: ownToken, id_token: ownToken },
    otherStatuses: { 403: 'a partner’s server is no person that could be bound' },
  }),
}
