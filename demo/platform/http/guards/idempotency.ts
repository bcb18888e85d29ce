import { createHash } from 'node:crypto'
import { Refused } from '../../context/refusal.ts'
import { machineNowOf, type RequestState, routeOf } from '../request-state.ts'

const keyOf = (state: RequestState) => ({ key: state.request.headers.get('idempotency-key') ?? '', caller: state.caller?.name ?? '' })
const hash = (state: RequestState) =>
  createHash('sha256').update(`${state.request.method} ${state.url.pathname}${state.url.search} ${state.text}`).digest('hex')

/** Claims the key, or returns the stored reply. The insert waits while another transaction holds the same key. */
async function claimKey(state: RequestState): Promise<string | undefined> {
  const claim = {
    ...keyOf(state),
    endpoint: `${state.request.method} ${state.url.pathname}`,
    body_hash: hash(state),
    status: null,
    reply: null,
    created_at: machineNowOf(state.deps),
  }
  const inserted = await state.database.kysely
    .insertInto('idempotency_keys')
    .values(claim)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (inserted) return undefined
  const { key, caller } = keyOf(state)
  const stored = await state.database.kysely
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('key', '=', key)
    .where('caller', '=', caller)
    .executeTakeFirst()
  if (stored?.body_hash !== claim.body_hash)
    throw new Refused('key_reused', { subject: 'Idempotency-Key', rule: 'This key was already used for another request' })
  if (stored.reply === null)
    throw new Refused('conflict', { subject: 'Idempotency-Key', rule: 'The first request with this key is still running' })
  return stored.reply
}

async function storeReply(state: RequestState) {
  const { key, caller } = keyOf(state)
  await state.database.kysely
    .updateTable('idempotency_keys')
    .set({ status: 200, reply: state.reply ?? null })
    .where('key', '=', key)
    .where('caller', '=', caller)
    .execute()
}

/** Executes a request once per key; a repeat gets the stored reply, byte for byte. Without a key, it is executed each time. */
export async function runOncePerKey(state: RequestState, next: () => Promise<void>) {
  if (!routeOf(state).endpoint.idempotent || !state.request.headers.has('idempotency-key')) return next()
  const storedReply = await claimKey(state)
  if (storedReply === undefined) {
    await next()
    return storeReply(state)
  }
  state.isReplayed = true
  state.reply = storedReply
}
