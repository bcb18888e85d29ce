import type { Send } from '../../../src/kit/api.ts'
import { Problem } from '../../../src/kit/problem.ts'
import type { CallerName } from '../world/people.ts'
import type { SmallWorld } from '../world/small-world.ts'

const kinds = { 404: 'missing', 409: 'conflict', 412: 'conflict', 422: 'invalid' } as const
const kindOf = (status: number) => kinds[status as keyof typeof kinds] ?? 'broken' // all other statuses

/** The calls of a screen, sent to a real platform as a caller; `lose` selects the calls whose response is dropped. */
export function sentBy(world: SmallWorld, name: CallerName, lose: (call: number) => boolean = () => false) {
  const made: { path: string; key: string | undefined }[] = []
  const send: Send = async (endpoint, call, { idempotencyKey, ifMatch } = {}) => {
    const key = idempotencyKey ?? (endpoint.idempotent ? crypto.randomUUID() : undefined)
    made.push({ path: endpoint.path, key })
    const number = made.length
    const { status, reply } = await world
      .as(name)
      .send(endpoint, call, { ...(key && { 'Idempotency-Key': key }), ...(ifMatch && { 'If-Match': ifMatch }) })
    if (lose(number)) throw new Problem({ kind: 'unreachable' })
    if (status !== 200) throw new Problem({ kind: kindOf(status), status, reply })
    return reply.result
  }
  return { send, made }
}
