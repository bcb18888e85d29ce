import { literal, StructError } from 'superstruct'
import { DatabaseBusy } from '../database/problems.ts'
import { contextOf, isWrite, type RequestState, routeOf } from './request-state.ts'

/** A handler's result that breaks the contract. The message leaves out the value, so that no data reaches the log. */
export class BrokenReply extends Error {
  constructor(endpoint: string, { path, type }: StructError) {
    super(`The reply of ${endpoint} breaks the contract at "${path.join('.')}": expected ${type}`)
  }
}

/** Runs a write, its idempotency key and its audit entry in one transaction. Rolls back if the request has timed out. */
export async function inTransaction(state: RequestState, next: () => Promise<void>) {
  if (!isWrite(state)) return next()
  const outerDatabase = state.database
  await outerDatabase.kysely.transaction().execute(async (transaction) => {
    state.database = { ...outerDatabase, kysely: transaction }
    await next()
    if (state.isOver) throw new DatabaseBusy(state.deps.limits.requestMs, 'the request timed out before the commit')
  })
  state.database = outerDatabase
}

/** For endpoints without a result. */
const nothing = literal(null)

/** Throws if the result does not match the contract, because that is the platform's fault. */
export async function validateReply(state: RequestState, next: () => Promise<void>) {
  await next()
  const { endpoint } = routeOf(state)
  const [error] = (endpoint.result ?? nothing).validate(state.result ?? null)
  if (error instanceof StructError) throw new BrokenReply(`${endpoint.method} ${endpoint.path}`, error)
}

/** A partner counts as one caller, because it names its visitors itself. */
const downloader = ({ caller }: RequestState) => (caller?.partnerClientId ? `partner ${caller.partnerClientId}` : (caller?.name ?? ''))

/** Calls the handler and serializes its result once. */
export async function runHandler(state: RequestState): Promise<void> {
  const { handler, endpoint } = routeOf(state)
  if (endpoint.file) state.leave = state.deps.limits.files.take(downloader(state))
  state.result = await handler({ path: state.path, query: state.query ?? {}, body: state.body }, contextOf(state))
  state.reply = JSON.stringify(endpoint.ofrep ? state.result : { status: 'success', result: state.result ?? null })
}
