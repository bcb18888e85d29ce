import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { foreignIds } from './access-oracle.ts'
import type { AnyCall } from '../examples/example-calls.ts'
import { type CallerName, people } from '../world/people.ts'
import type { PlatformResponse } from '../world/small-world.ts'
import type { Step } from './walk.ts'

/** A response without its request id. */
const textOf = ({ status, text }: PlatformResponse) => `${status} ${text.replace(/"request_id":"[^"]*"/, '"request_id":""')}`

const isSomebodyElse = (name: CallerName, userId: unknown) =>
  userId !== undefined && (name === 'partner' || name === 'nobody' || people[name].userId !== userId)

/** The foreign ids in a call. User ids count only for personal endpoints; the tests of users cover the others. */
const foreignIn = (name: CallerName, { ownOnly }: Endpoint, call: AnyCall) => [
  ...foreignIds(name, call).map(({ path }) => path.join('.')),
  ...(ownOnly && isSomebodyElse(name, call.path?.userId) ? ['userId'] : []),
]

/** Compares a caller's responses about foreign data: existing ids must be refused exactly like missing ones. */
export function createAlike({ count, endpoint }: Pick<Step, 'count' | 'endpoint'>) {
  const first = new Map<string, string>()
  return (name: CallerName, call: AnyCall, response: PlatformResponse): readonly string[] => {
    const foreign = foreignIn(name, endpoint, call)
    if (foreign.length === 0) return []
    const key = [name, ...foreign].join(' ')
    const text = textOf(response)
    const before = first.get(key) ?? text
    first.set(key, before)
    count('compared')
    return text === before ? [] : [`${key} of ${JSON.stringify(call).slice(0, 200)} tells what exists: ${text}, not ${before}`]
  }
}
