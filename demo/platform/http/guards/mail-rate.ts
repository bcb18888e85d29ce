import { tooMany } from '../../context/refusal.ts'
import { machineNowOf, type RequestState, routeOf } from '../request-state.ts'
import { type SharedLimit, takeSharedToken } from '../shared-limits.ts'

/** Mails that one address may request without signing in. */
export const mailLimit: SharedLimit = { kind: 'mail', burst: 60, perSecond: 1 / 20 }

/** Counts requests that send a mail. Runs before the transaction, and the count is shared by all servers. */
export async function limitMails(state: RequestState) {
  if (!routeOf(state).endpoint.mails) return
  const { database } = state.deps
  const seconds = await takeSharedToken(database, mailLimit, state.address, machineNowOf(state.deps))
  if (seconds > 0) throw tooMany(seconds)
}
