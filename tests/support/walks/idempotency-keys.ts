import { amount } from '../platform/audit.ts'
import type { AnyCall } from '../examples/example-calls.ts'
import { setAt } from './set-at.ts'
import { targets } from '../world/small-ids.ts'
import type { PlatformResponse } from '../world/small-world.ts'
import { fieldsOf } from './struct-fields.ts'
import { neededHeaders, type Step, type Walker } from './walk.ts'

const noKeys = ['', 'short', 'x'.repeat(81), 'with a space in it', 'quoted"key', 'key;of;semicolons']
const header = (key: string) => ({ 'Idempotency-Key': key })

async function unreadable({ send, some }: Step) {
  const responses = await Promise.all(
    some(noKeys, amount(noKeys.length, 2)).map(async (key) => ({ key, response: await send('superUser', undefined, header(key)) })),
  )
  return responses
    .filter(({ response }) => response.status !== 428 || response.reply?.code !== 'key_required')
    .map(({ key, response }) => `answers ${response.status} to Idempotency-Key ${key.slice(0, 40) || 'that is absent'}`)
}

/** How often the action was done, according to the audit log. */
const effects = async ({ world, endpoint }: Step) => {
  const { path, method } = endpoint
  const rows = await world.database.kysely
    .selectFrom('audit_entries')
    .select('audit_entry_id')
    .where('path', '=', path)
    .where('method', '=', method)
    .execute()
  return rows.length
}

const otherValues = ['other words', 7, '7.00', true, false, null]

/** Fields that identify a row: another id would be invalid. */
const isName = (path: readonly (string | number)[]) => path.some((part) => /_ids?$|Ids?$/.test(String(part)))

/** Another valid call that differs from the example. */
function otherCall({ endpoint, call }: Step): AnyCall {
  const right = call()
  for (const { path, struct } of endpoint.body ? fieldsOf(endpoint.body, right.body) : [])
    for (const value of otherValues) {
      if (isName(path) || !struct.is(value)) continue
      const body = setAt(right.body ?? {}, path, value)
      if (endpoint.body.is(body) && JSON.stringify(body) !== JSON.stringify(right.body)) return { ...right, body }
    }
  return call(targets[1])
}

const about = (responses: readonly PlatformResponse[]) => responses.map(({ status }) => status).join(', ')

async function repeated(step: Step, key: string) {
  const first = await step.send('superUser', undefined, header(key))
  const again = await step.send('superUser', undefined, header(key))
  const other = await step.send('superUser', otherCall(step), header(key))
  const times = await effects(step)
  // A key belongs to its caller: another caller's request with it is no repeat.
  const ofAnother = await step.send('internalAdmin', undefined, header(key))
  await step.undo()
  if (first.status !== 200) return [`answers ${first.status} to the first of a key`]
  const isSame = again.text === first.text && again.headers.get('idempotent-replayed') === 'true'
  return [
    ...(isSame ? [] : [`answers a repeat otherwise than the first: ${again.status}`]),
    ...(other.status === 422 && other.reply?.code === 'key_reused' ? [] : [`answers ${other.status} to the key of another request`]),
    ...(times === 1 ? [] : [`did ${times} times what was asked under one key`]),
    ...(ofAnother.headers.get('idempotent-replayed') ? ['gives one caller the answer that another one had'] : []),
  ]
}

async function atOnce(step: Step, key: string) {
  const responses = await Promise.all(Array.from({ length: 5 }, () => step.send('superUser', undefined, header(key))))
  const times = await effects(step)
  await step.undo()
  const isOne = responses.every(({ status, text }) => status === 200 && text === responses[0]?.text)
  return [
    ...(isOne ? [] : [`answers five at once with ${about(responses)}`]),
    ...(times === 1 ? [] : [`did ${times} times what five asked at once`]),
  ]
}

/** Where the key is optional, a call without one is executed each time. */
async function withoutKey({ world, endpoint, call, undo }: Step) {
  const { 'Idempotency-Key': _, ...others } = neededHeaders(endpoint, call())
  const { status, headers } = await world.as('superUser').send(endpoint, call() as never, others) // valid by construction, which the types lose
  await undo()
  const needsNone = endpoint.idempotent === 'optional' || call().body?.dry_run === true
  const expected = needsNone ? 200 : 428
  return status === expected && !headers.has('idempotent-replayed')
    ? []
    : [`answers ${status} without a key, where ${expected} has to come`]
}

/** An action with an idempotency key is done once per key. */
export const idempotencyKeys: Walker = {
  name: 'idempotency keys',
  covers: ({ idempotent }) => Boolean(idempotent),
  walk: async (step) => [
    ...(await unreadable(step)),
    ...(await withoutKey(step)),
    ...(await repeated(step, 'key-of-repeats')),
    ...(await atOnce(step, 'key-of-five')),
  ],
}
