import type { Struct } from 'superstruct'
import { idsIn } from './call-ids.ts'
import { kindOf, namesIds, clientless } from '../world/small-ids.ts'
import { fieldNames } from './struct-fields.ts'
import type { Step, Walker } from './walk.ts'
import { auditFaults } from './transactions.ts'

const pathNames = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')

function unknownIds({ endpoint: { path, query, body } }: Step) {
  const names = new Set([...pathNames(path), ...fieldNames(query), ...fieldNames(body)])
  return [...names]
    .filter((name) => namesIds(name) && !kindOf(name) && clientless[name] === undefined)
    .map(
      (name) =>
        `names ${name}, of no known kind: add it to \`things\` in demo/platform/access/resource-kinds.ts, or to \`clientless\` in small-ids.ts`,
    )
}

const refusedBy = (what: string, struct: Struct<unknown, unknown> | undefined, value: unknown) => {
  const [error] = struct?.validate(value, { coerce: true }) ?? []
  return error ? [`has an example whose ${what} its own struct refuses: ${error.message}`] : []
}

/** Every endpoint has a valid example, names its ids by known words, and enters its writes in the audit log. */
export const hasExample: Walker = {
  name: 'examples',
  covers: () => true,
  walk: async (step) => {
    const { query, body, otherStatuses } = step.call()
    const response = await step.send('superUser')
    const { status, text } = response
    const isRight = status === 200 || (otherStatuses?.[status] !== undefined && idsIn(step.call()).length === 0)
    return [
      ...unknownIds(step),
      ...refusedBy(
        'query',
        step.endpoint.query,
        query && Object.fromEntries(Object.entries(query).map(([name, one]) => [name, String(one)])),
      ),
      ...refusedBy('body', step.endpoint.body, body),
      ...(isRight ? [] : [`answers its example with ${status}: ${text.slice(0, 200)}`]),
      ...(await auditFaults(step, response)),
    ]
  },
}
