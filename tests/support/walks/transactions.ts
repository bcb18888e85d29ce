import type { Guard } from '../../../demo/platform/http/request-state.ts'
import type { PlatformResponse, SmallWorld } from '../world/small-world.ts'
import { type Step, type Walker, writes } from './walk.ts'
import { people } from '../world/people.ts'
import { idsIn } from './call-ids.ts'
import { changedBy } from './table-changes.ts'

type Db = SmallWorld['database']['kysely']

/** Fails after the handler has finished and before the response is sent. */
const failing: Guard = {
  name: 'failing',
  around: async (_, next) => {
    await next()
    throw new Error('A walk breaks off here')
  },
}

async function undone(step: Step) {
  const found: string[] = []
  const changed = await changedBy(step, async () => {
    const { status } = await step.send('superUser')
    if (status !== 500) found.push(`answers ${status} when its handler has failed`)
  })
  return [...found, ...changed.map((name) => `leaves something in ${name} when it fails`)]
}

/** A write that fails at the very end changes nothing. */
export const transactions: Walker = {
  name: 'transactions',
  covers: (endpoint) => writes(endpoint) && !endpoint.signed,
  change: ({ guards }) => ({ guards: [...guards, failing] }),
  walk: undone,
}

const entriesOf = (db: Db, requestId: string | null) =>
  db
    .selectFrom('audit_entries')
    .selectAll()
    .where('request_id', '=', requestId ?? '')
    .execute()

/** A write adds one audit entry with caller, tenant and action; a read adds none. `response` is the super user's example. */
export async function auditFaults({ endpoint, world, call }: Step, { status, headers }: PlatformResponse): Promise<string[]> {
  const entries = await entriesOf(world.database.kysely, headers.get('x-request-id'))
  const expected = writes(endpoint) && status === 200 ? 1 : 0
  if (entries.length !== expected) return [`leaves ${entries.length} audit entries where ${expected} should be`]
  const [client] = idsIn(call()).filter(({ kind }) => kind.subject === 'Client')
  return entries.flatMap(({ member_group_id, user_id, method, path }) => [
    ...(user_id === people.superUser.userId ? [] : [`is entered for user ${user_id}`]),
    ...(method === endpoint.method && path === endpoint.path ? [] : [`is entered as ${method} ${path}`]),
    ...(client === undefined || member_group_id === client.id ? [] : [`is entered for client ${member_group_id}`]),
  ])
}
