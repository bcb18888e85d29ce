import { opensAdvertiser, opensClient } from '../../src/contract/access.rules.ts'
import { may } from '../../src/contract/permissions.ts'
import type { Person } from '../../src/contract/sso.ts'
import type { users } from '../../src/contract/users.ts'
import type { Caller } from './context.ts'
import type { Database } from './database/open.ts'
import type { Handlers } from './implement.ts'
import { personOf } from './people.ts'
import { notFound } from './refusal.ts'
import { namedRows } from './scope-rows.ts'
import { things } from './scope-things.ts'

/** Somebody sees a person whose lists lie within their own. */
async function reaches(database: Database, { access }: Caller, { access: theirs }: Person): Promise<boolean> {
  if (access.all || theirs.all) return access.all
  const ids: Record<string, readonly number[]> = { advertisers: theirs.advertisers, advertiser_groups: theirs.advertiser_groups }
  const places = await namedRows(
    database,
    things.flatMap((thing) => (ids[thing.table]?.length ? [{ thing, ids: ids[thing.table] ?? [] }] : [])),
  )
  const isSomewhere = theirs.clients.length + places.length > 0
  return isSomewhere && theirs.clients.every((id) => opensClient(access, id)) && places.every((place) => opensAdvertiser(access, place))
}

export const userHandlers: Handlers<typeof users> = {
  byEmail: async ({ query }, { database, caller }) => {
    if (query.email.toLowerCase() === caller.person?.email) return caller.person
    const found = may(caller.permissions, 'users.read') ? await personOf(database, { email: query.email }) : undefined
    if (!found || !(await reaches(database, caller, found))) throw notFound('User')
    return found
  },
}
