import { tooMany } from '../../context/refusal.ts'
import { machineNowOf, type RequestState, routeOf } from '../request-state.ts'
import { type SharedLimit, takeShared } from '../shared-limits.ts'

/** How many mails may be asked for from one place by people who have not signed in. */
export const mailLimit: SharedLimit = { kind: 'mail', atOnce: 60, perSecond: 1 / 20 }

/** Counts what mails somebody, before the transaction and for all servers together. */
export async function mails(state: RequestState) {
  if (!routeOf(state).endpoint.mails) return
  const { database } = state.ground
  const seconds = await takeShared(database, mailLimit, state.address, machineNowOf(state.ground))
  if (seconds > 0) throw tooMany(seconds)
}
