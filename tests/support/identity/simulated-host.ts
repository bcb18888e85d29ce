import { vi } from 'vitest'
import type { GetToken, Token } from '../../../src/kit/session/token.ts'

/** The ways in which a host handles a token request. */
export type Behaviour = 'answers' | 'fails' | 'throws' | 'never answers' | 'answers garbage' | 'answers an expired token' | 'answers late'

interface HostOptions {
  readonly lifeSeconds: number
  /** The difference of the host's and the platform's clock from the user's. */
  readonly skewSeconds?: number
  readonly tookMs?: number
  /** The behaviour for each token request, by its number from 1; `answers` by default. */
  readonly behaves?: (requestNumber: number) => Behaviour
}

/** A host and its platform on the fake clock: it issues tokens and knows which are valid. */
export function simulatedHost({ lifeSeconds, skewSeconds = 0, tookMs = 200, behaves = () => 'answers' }: HostOptions) {
  const reasons: string[] = []
  const requestedAt: number[] = []
  const lives = new Map<string, number>()
  let inFlight = 0
  let maxInFlight = 0
  const give = (seconds: number): Token => {
    const access_token = `token ${reasons.length}`
    lives.set(access_token, Date.now() + seconds * 1000)
    return { access_token, expires_at: Math.floor(Date.now() / 1000) + skewSeconds + seconds }
  }
  const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const behave = async (behaviour: Behaviour): Promise<Token> => {
    if (behaviour === 'never answers') return new Promise(() => undefined)
    await after(behaviour === 'answers late' ? 11_000 : tookMs)
    if (behaviour === 'fails') throw new Error('The host is not well')
    if (behaviour === 'answers an expired token') return give(-900)
    return behaviour === 'answers garbage' ? JSON.parse('{"token":1}') : give(lifeSeconds)
  }
  const getToken: GetToken = ({ reason, signal }) => {
    const behaviour = behaves(reasons.push(reason))
    requestedAt.push(Date.now())
    maxInFlight = Math.max(maxInFlight, ++inFlight)
    let isOver = false
    const over = () => {
      if (!isOver) inFlight -= 1
      isOver = true
    }
    signal.addEventListener('abort', over)
    if (behaviour === 'throws') {
      over()
      throw new Error('The host is broken')
    }
    return behave(behaviour).finally(over)
  }
  return {
    getToken,
    reasons,
    requestedAt: requestedAt,
    maxInFlight: () => maxInFlight,
    takes: (token: string) => (lives.get(token) ?? 0) > Date.now(),
    revoke: () => lives.clear(),
  }
}

/** Advances the fake clock and runs pending promises in between. */
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
