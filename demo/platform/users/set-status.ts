import { randomUUID } from 'node:crypto'
import type { Call } from '../../../src/contract/endpoint.ts'
import type { UserOutcome, UserOutcomes, UserRow, users } from '../../../src/contract/users/users.ts'
import { administerUserRule, type UserRefusal } from '../../../src/contract/users/users.rules.ts'
import { accessFor } from '../access/user-scope.ts'
import type { Context } from '../context/context.ts'
import { lastAdminProblem, readLocked } from './last-admin.ts'
import { usersWithin } from './read.ts'
import { callerAsManaged, managedUser, writeStatus } from './write.ts'

type Request = Call<typeof users.setStatus>['body']

const refused = (user_id: number, code: UserRefusal): UserOutcome => ({ user_id, outcome: 'refused', code })

/** The users with these ids at tenants where the caller has `users.change`. The rules of a single user are checked later. */
async function usersInReach({ database, caller }: Context, ids: readonly number[]): Promise<readonly UserRow[]> {
  const access = await accessFor(database, caller, 'users.change')
  const query = { pagination: { start: 0, count: ids.length }, filters: [{ field: 'user_id', operation: 'IN' as const, value: [...ids] }] }
  return (await usersWithin(database, access, query)).users
}

/**
 * Activates or deactivates many users, or says in a dry run what that would do. A user who is refused does not stop the others. Users
 * are written in the order of their ids, so that two requests lock them in the same order.
 */
export async function setStatusOfMany(context: Context, { user_ids, status, dry_run: isDryRun = false }: Request): Promise<UserOutcomes> {
  const ids = [...new Set(user_ids)].toSorted((left, right) => left - right)
  const read = () => usersInReach(context, ids)
  const found = status === 'active' ? await read() : await readLocked(context, read)
  const usersById = new Map(found.map((user) => [user.user_id, user]))
  const batch = randomUUID()
  // Users that this request deactivates; they no longer count as administrators.
  const deactivatedBefore: number[] = []
  const outcomes = new Map<number, UserOutcome>()
  for (const id of ids) {
    const user = usersById.get(id)
    const verdict = user && administerUserRule(callerAsManaged(context), managedUser(user))
    if (!user) outcomes.set(id, refused(id, 'not_found'))
    else if (verdict !== true && verdict) outcomes.set(id, refused(id, verdict.code))
    else if (user.status === status) outcomes.set(id, { user_id: id, outcome: 'unchanged', code: null })
    else {
      const problem = status === 'active' ? undefined : await lastAdminProblem(context, user, undefined, deactivatedBefore)
      outcomes.set(id, problem ? refused(id, problem) : { user_id: id, outcome: 'changed', code: null })
      if (problem) continue
      if (status !== 'active') deactivatedBefore.push(id)
      if (!isDryRun) await writeStatus(context, user, status, batch)
    }
  }
  const users = [...new Set(user_ids)].flatMap((id) => outcomes.get(id) ?? [])
  return { users, changed: users.filter(({ outcome }) => outcome === 'changed').length, is_dry_run: isDryRun }
}
