// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSession } from '../../src/kit/session/session.ts'
import { sampleOf } from '../support/platform/audit.ts'
import type { Token } from '../../src/kit/session/token.ts'

beforeEach(() => vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => vi.useRealTimers())

/** A host whose tokens have the given lifetime, and whose clock has the given offset. */
function host(lifeSeconds: number, skewSeconds = 0) {
  const tokenRequests: string[] = []
  let inFlight = 0
  let most = 0
  const getToken = async ({ reason }: { reason: string }): Promise<Token> => {
    tokenRequests.push(reason)
    most = Math.max(most, ++inFlight)
    await new Promise((resolve) => setTimeout(resolve, 200))
    inFlight -= 1
    return { access_token: `token ${tokenRequests.length}`, expires_at: Math.floor(Date.now() / 1000) + skewSeconds + lifeSeconds }
  }
  return { getToken, tokenRequests, most: () => most }
}
const settled = async <T>(promise: Promise<T>) => {
  await vi.advanceTimersByTimeAsync(400)
  return promise
}

describe('a session', () => {
  test('requests one token for twenty callers, and keeps it until it is due', async () => {
    const { getToken, tokenRequests } = host(600)
    const session = createSession({ getToken })
    const tokens = await settled(Promise.all(Array.from({ length: 20 }, () => session.token())))
    expect([new Set(tokens).size, tokenRequests]).toEqual([1, ['start']])
    await vi.advanceTimersByTimeAsync(470_000)
    expect(tokenRequests).toEqual(['start'])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(tokenRequests).toEqual(['start', 'expiring'])
    session.dispose()
  })

  test.each(
    sampleOf(
      [30, 60, 120, 150, 300, 600].flatMap((life) => [-300, 0, 300].map((skew) => [life, skew] as const)),
      6,
    ),
  )(
    'with tokens of %i s and a clock difference of %i s requests a limited number of tokens in 24 hours, and none in parallel',
    async (life, skew) => {
      const { getToken, tokenRequests, most } = host(life, skew)
      const session = createSession({ getToken })
      await settled(session.token())
      await vi.advanceTimersByTimeAsync(24 * 3_600_000)
      expect(most()).toBe(1)
      const shortest = Math.max(life + skew, 30)
      expect(tokenRequests.length).toBeLessThanOrEqual(Math.ceil(86_400 / Math.min(shortest / 2, shortest)) + 2)
      expect(tokenRequests.length).toBeGreaterThan(86_400 / (life + Math.abs(skew)) / 2)
      session.dispose()
    },
  )

  test('after a 401 requests one token for all callers with the refused one', async () => {
    const { getToken, tokenRequests } = host(600)
    const session = createSession({ getToken })
    const first = await settled(session.token())
    const fresh = await settled(Promise.all(Array.from({ length: 20 }, () => session.refused(first))))
    expect([new Set(fresh).size, tokenRequests]).toEqual([1, ['start', 'refused']])
    expect(await session.refused(first)).toBe(fresh[0])
    session.dispose()
  })

  test('ends after three failures, reports both states, and requests no more', async () => {
    let tokenRequests = 0
    const session = createSession({ getToken: async () => Promise.reject(new Error(`no ${++tokenRequests}`)) })
    const states: string[] = []
    session.onState((state) => states.push(state))
    for (let times = 0; times < 5; times++) {
      const refused = expect(session.token()).rejects.toMatchObject({ kind: 'ended' })
      await vi.advanceTimersByTimeAsync(10_000)
      await refused
    }
    expect([tokenRequests, session.state, states]).toEqual([3, 'ended', ['expired', 'ended']])
    session.dispose()
  })

  test('that depends on another keeps requesting a token, and is active again when it gets one', async () => {
    let tokenRequests = 0
    let isBack = false
    const getToken = async (): Promise<Token> => {
      tokenRequests += 1
      if (!isBack) throw new Error('not yet')
      return { access_token: `${tokenRequests}`, expires_at: Date.now() / 1000 + 600 }
    }
    const session = createSession({ getToken, isPatient: true })
    for (let times = 0; times < 100; times++) {
      session.token().catch(() => undefined)
      await vi.advanceTimersByTimeAsync(30_000)
    }
    expect([tokenRequests, session.state]).toEqual([100, 'expired'])
    isBack = true
    const token = session.token()
    await vi.advanceTimersByTimeAsync(4000)
    expect([await token, session.state]).toEqual(['101', 'active'])
    for (let times = 0; times < 5; times++) {
      const fresh = session.refused(session.held ?? '')
      await vi.advanceTimersByTimeAsync(4000)
      await fresh
    }
    expect(session.state).toBe('active')
    session.dispose()
  })

  test('recovers after a failure', async () => {
    let tokenRequests = 0
    const session = createSession({
      getToken: async () =>
        ++tokenRequests === 1 ? Promise.reject(new Error('later')) : { access_token: 'a', expires_at: Date.now() / 1000 + 600 },
    })
    const states: string[] = []
    session.onState((state) => states.push(state))
    await expect(session.token()).rejects.toThrow()
    const second = session.token()
    await vi.advanceTimersByTimeAsync(2000)
    expect(await second).toBe('a')
    expect(states).toEqual(['expired', 'restored', 'active'])
    session.dispose()
  })

  test("refuses an invalid token with an explanation for the host's author", async () => {
    const session = createSession({ getToken: async () => ({ token: 'x' }) as never }) // a careless host may return this
    await expect(session.token()).rejects.toMatchObject({ cause: { message: expect.stringContaining('access_token') } })
    session.dispose()
  })

  test('requests a token when the page wakes after an hour of sleep', async () => {
    const { getToken, tokenRequests } = host(600)
    const session = createSession({ getToken, page: window })
    await settled(session.token())
    vi.setSystemTime(Date.now() + 3_600_000)
    window.dispatchEvent(new Event('pageshow'))
    await vi.advanceTimersByTimeAsync(400)
    expect(tokenRequests).toContain('wake')
    session.dispose()
    window.dispatchEvent(new Event('online'))
    const before = tokenRequests.length
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(tokenRequests).toHaveLength(before)
  })

  test('treats a host that does not answer for ten seconds as failed, and can ask again', async () => {
    let tokenRequests = 0
    const never = new Promise<Token>(() => undefined)
    const session = createSession({
      getToken: () => (++tokenRequests === 1 ? never : Promise.resolve({ access_token: 'a', expires_at: Date.now() / 1000 + 600 })),
    })
    const refused = expect(session.token()).rejects.toMatchObject({ kind: 'ended', cause: { name: 'TimeoutError' } })
    await vi.advanceTimersByTimeAsync(10_000)
    await refused
    const second = session.token()
    await vi.advanceTimersByTimeAsync(2000)
    expect(await second).toBe('a')
    session.dispose()
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each(['end', 'dispose'] as const)('ignores a token that arrives after %s', async (close) => {
    const { getToken, tokenRequests } = host(600)
    const session = createSession({ getToken })
    const refused = expect(session.token()).rejects.toMatchObject({ kind: 'ended' })
    await vi.advanceTimersByTimeAsync(100)
    session[close]()
    await vi.advanceTimersByTimeAsync(24 * 3_600_000)
    await refused
    expect([session.held, tokenRequests, vi.getTimerCount()]).toEqual([undefined, ['start'], 0])
  })
})
