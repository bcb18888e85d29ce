import { object } from 'superstruct'
import { get } from './endpoint.ts'
import { Text } from './ids.ts'
import { Person } from './sso.ts'

/** People. Everybody finds themselves; others only with `users.read`, and within reach. */
export const users = {
  byEmail: get('users/user_by_email', { own: true, query: object({ email: Text(3, 254) }), result: Person }),
}
