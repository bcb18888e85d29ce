import { verdictOf } from './access-oracle.ts'
import { amount } from '../platform/audit.ts'
import { type PersonName, people, personNames } from '../world/people.ts'
import { targets } from '../world/small-ids.ts'
import type { Step, Walker } from './walk.ts'

/** The call about the first target that the user can open. */
const theirs = (step: Step, name: PersonName) =>
  targets.map((target) => step.call(target)).find((call) => verdictOf(name, step.endpoint, call) === 'allowed')

async function deactivate({ world }: Step, user_id: number) {
  await world.database.kysely.updateTable('users').set({ status: 'inactive' }).where('user_id', '=', user_id).execute()
}
async function revoke({ world }: Step, user_id: number) {
  await world.database.kysely.deleteFrom('user_roles').where('user_id', '=', user_id).execute()
}

type PersonCall = NonNullable<ReturnType<typeof theirs>>

/** A user who was allowed a moment ago, before losing access. */
async function refusedAfter(step: Step, name: PersonName, call: PersonCall, take: typeof revoke, statuses: readonly number[]) {
  await take(step, people[name].userId)
  const { status } = await step.send(name, call)
  await step.undo()
  return statuses.includes(status) ? [] : [`answers ${status} to ${name} after ${take.name}`]
}

/** A deactivated user and a revoked role are refused at the next request. */
export const revocations: Walker = {
  name: 'revocations',
  covers: ({ open }) => !open,
  walk: async (step) => {
    const found: string[] = []
    for (const name of step.some(personNames, amount(3, 1))) {
      const call = theirs(step, name)
      if (!call) continue
      // A cache of users must be filled first.
      await step.send(name, call)
      await step.undo()
      found.push(...(await refusedAfter(step, name, call, deactivate, [401])))
      // Without a role, users still read their own account.
      const isSelf = step.endpoint.orSelf && call.path?.userId === people[name].userId
      if (step.endpoint.may && !isSelf) found.push(...(await refusedAfter(step, name, call, revoke, [403, 404])))
    }
    return found
  },
}
