import type { Session } from '../../../src/kit/session/session.ts'
import type { simulatedHost } from './simulated-host.ts'

/** Calls as the runtime's client makes them: with the token, and one refresh after a 401; counts the results. */
export function simulatedCalls(session: Session, host: ReturnType<typeof simulatedHost>) {
  const came = { well: 0, refusedTwice: 0, without: 0, dead: 0 }
  const attempt = (token: string) => {
    if (host.takes(token)) session.accepted()
    else came.dead += 1
    return host.takes(token)
  }
  const call = async () => {
    try {
      const token = await session.token()
      const isTaken = attempt(token) || attempt(await session.refused(token))
      came[isTaken ? 'well' : 'refusedTwice'] += 1
    } catch {
      came.without += 1
    }
  }
  return { call, came }
}
