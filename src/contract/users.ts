import { object } from 'superstruct'
import { get } from './endpoint.ts'
import { Text } from './ids.ts'
import { Person } from './sso.ts'

/** People. */
export const users = {
  byEmail: get('users/user_by_email', { may: 'users.read', query: object({ email: Text(3, 254) }), result: Person }),
}
