import type { Person } from '../../src/contract/sso.ts'
import type { users } from '../../src/contract/users.ts'
import type { Caller } from './context.ts'
import type { Handlers } from './implement.ts'
import { personOf } from './people.ts'
import { notFound } from './refusal.ts'

/** Somebody sees a person whose lists lie within their own. */
const reaches = ({ access, person }: Caller, other: Person) => {
  if (access.all || person?.user_id === other.user_id) return true
  if (other.access.all) return false
  const within = (mine: readonly number[], theirs: readonly number[]) => theirs.every((id) => mine.includes(id))
  const lists = ['clients', 'advertiser_groups', 'advertisers'] as const
  return lists.some((name) => other.access[name].length > 0) && lists.every((name) => within(access[name], other.access[name]))
}

export const userHandlers: Handlers<typeof users> = {
  byEmail: async ({ query }, { database, caller }) => {
    const found = await personOf(database, { email: query.email })
    if (!found || !reaches(caller, found)) throw notFound('User')
    return found
  },
}
