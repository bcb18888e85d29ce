import { createHash } from 'node:crypto'
import { assert } from 'superstruct'
import type { Database } from './database/open.ts'
import { Refused } from './refusal.ts'
import { contextOf, type RequestState } from './request-state.ts'

/** Reads go as they are; a write, its key and its audit entry are one transaction. */
export async function perform(state: RequestState): Promise<void> {
  const { ground, route } = state
  if (!route) throw new Error('The request has no endpoint')
  const { endpoint } = route
  if (endpoint.method === 'GET' || endpoint.reads) {
    state.reply = await answer(state, ground.database)
    return
  }
  await ground.database.kysely.transaction().execute(async (transaction) => {
    const database: Database = { ...ground.database, kysely: transaction }
    const replayed = endpoint.idempotent ? await claimKey(state, database) : undefined
    state.isReplayed = replayed !== undefined
    state.reply = replayed ?? (await answer(state, database))
    if (replayed !== undefined) return
    if (endpoint.idempotent) await keepReply(state, database)
    await audit(state, database)
  })
}

async function answer(state: RequestState, database: Database) {
  const { endpoint, handler } = state.route as NonNullable<RequestState['route']> // perform has looked
  const result = await handler({ path: state.path, query: state.query ?? {}, body: state.body }, contextOf(state, database))
  if (endpoint.result) assert(result, endpoint.result)
  return JSON.stringify({ status: 'success', result: result ?? null })
}

const keyOf = (state: RequestState) => ({ key: state.request.headers.get('idempotency-key') ?? '', caller: state.caller?.name ?? '' })
const hash = (state: RequestState) =>
  createHash('sha256').update(`${state.request.method} ${state.url.pathname} ${state.text}`).digest('hex')

/** Takes the key, or gives the answer that it had; waits for whoever holds it at this moment. */
async function claimKey(state: RequestState, { kysely }: Database): Promise<string | undefined> {
  const mine = {
    ...keyOf(state),
    endpoint: `${state.request.method} ${state.url.pathname}`,
    body_hash: hash(state),
    status: null,
    reply: null,
  }
  const taken = await kysely
    .insertInto('idempotency_keys')
    .values(mine)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (taken) return undefined
  const { key, caller } = keyOf(state)
  const kept = await kysely
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('key', '=', key)
    .where('caller', '=', caller)
    .executeTakeFirst()
  if (kept?.body_hash !== mine.body_hash)
    throw new Refused('key_reused', { subject: 'Idempotency-Key', rule: 'This key belongs to another request' })
  if (kept.reply === null)
    throw new Refused('conflict', { subject: 'Idempotency-Key', rule: 'The first request with this key has not ended' })
  return kept.reply
}

async function keepReply(state: RequestState, { kysely }: Database) {
  const { key, caller } = keyOf(state)
  await kysely
    .updateTable('idempotency_keys')
    .set({ status: 200, reply: state.reply ?? null })
    .where('key', '=', key)
    .where('caller', '=', caller)
    .execute()
}

/** Who wrote what, where, and in which request. */
async function audit(state: RequestState, { kysely }: Database) {
  await kysely
    .insertInto('audit_entries')
    .values({
      member_group_id: state.scope.memberGroupId ?? null,
      user_id: state.caller?.person?.user_id ?? null,
      partner_client_id: state.caller?.partnerClientId ?? null,
      method: state.request.method,
      path: state.route?.endpoint.path ?? '',
      request_id: state.requestId,
      status: 200,
      detail: JSON.stringify({ path: state.path, fields: Object.keys((state.body as object | undefined) ?? {}) }), // bodies of the contract are objects
    })
    .execute()
}
