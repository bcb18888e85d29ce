import { contract } from '../../../src/contract/index.ts'
import type { User } from '../../../src/contract/users/users.ts'
import type { CallerName } from '../world/people.ts'
import type { SmallWorld } from '../world/small-world.ts'

const { users } = contract
const email = 'new.person@placard.example'
let keys = 0
const keyed = () => ({ 'Idempotency-Key': `key-${++keys}-of-users` })
/** Access to nothing. */
export const noLists: Record<'clients' | 'advertiser_groups' | 'advertisers', number[]> = {
  clients: [],
  advertiser_groups: [],
  advertisers: [],
}

const changeOf = ({ first_name, last_name, locale, status, roles: assigned, access: { all: _, ...access } }: User) => ({
  first_name,
  last_name,
  locale_id: locale.id,
  status,
  access,
  role_ids: assigned.map(({ role_id }) => role_id),
})

/** User calls of a caller in the current world. */
export function userCalls(world: () => SmallWorld) {
  const one = (name: CallerName, userId: number) => world().as(name).send(users.one, { path: { userId } })
  return {
    one,
    makeAnywhere: (name: CallerName, role_ids: number[], access: Partial<typeof noLists> = {}, as = email) =>
      world()
        .as(name)
        .send(users.create, { body: { email: as, role_ids, access: { ...noLists, ...access } } }, keyed()),
    makeAtClient: (
      name: CallerName,
      memberGroupId: number,
      role_ids: number[],
      access?: { advertisers?: number[]; advertiser_groups?: number[] },
    ) =>
      world()
        .as(name)
        .send(users.createAtClient, { path: { memberGroupId }, body: { email, role_ids, ...(access && { access }) } }, keyed()),
    makeAtAdvertiser: (name: CallerName, memberGroupId: number, advertiserId: number, role_ids: number[]) =>
      world().as(name).send(users.createAtAdvertiser, { path: { memberGroupId, advertiserId }, body: { email, role_ids } }, keyed()),
    changeOf,
    /** Changes a user, starting from their current values. */
    change: async (name: CallerName, userId: number, more: object, reader: CallerName = 'superUser') => {
      const { result } = (await one(reader, userId)).reply
      return world()
        .as(name)
        .send(users.change, { path: { userId }, body: { ...changeOf(result), ...more } }, { 'If-Match': String(result.version) })
    },
  }
}
