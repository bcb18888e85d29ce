// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSession, type SessionState } from '../../src/kit/session/session.ts'
import { sampleOf } from '../support/platform/audit.ts'
import { simulatedCalls } from '../support/identity/simulated-calls.ts'
import { type Behaviour, pass, simulatedHost } from '../support/identity/simulated-host.ts'

beforeEach(() => vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const day = 24 * 3_600_000
const lifetimes = [30, 45, 60, 90, 119, 120, 121, 180, 300, 600]
const bad: readonly Behaviour[] = ['fails', 'throws', 'never answers', 'answers garbage', 'answers an expired token', 'answers late']

function opened(options: Parameters<typeof simulatedHost>[0]) {
  const host = simulatedHost(options)
  const session = createSession({ getToken: host.getToken, page: window })
  const states: SessionState[] = []
  session.onState((state) => states.push(state))
  return { host, session, states, ...simulatedCalls(session, host) }
}
const line = (isOnline: boolean) => {
  vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(isOnline)
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

describe('a session of a day', () => {
  test.each(
    sampleOf(
      lifetimes.flatMap((life) => [-300, 0, 300].map((skew) => [life, skew] as const)),
      9,
    ),
  )(
    'with tokens of %i s and a clock difference of %i s has no failed call, no parallel token requests, and few of them',
    async (lifeSeconds, skewSeconds) => {
      const { host, session, call, came, states } = opened({ lifeSeconds, skewSeconds })
      void call()
      for (let passed = 0; passed < day; passed += 40_000) {
        await pass(40_000)
        void call()
      }
      await pass(1000)
      expect(came).toMatchObject({ well: day / 40_000 + 1, refusedTwice: 0, without: 0 })
      expect(host.maxInFlight()).toBe(1)
      const likely = Math.max(30, lifeSeconds + skewSeconds)
      const shortest = Math.min(lifeSeconds, likely - Math.min(120, likely / 2))
      expect(host.reasons.length).toBeLessThanOrEqual(day / 1000 / shortest + 2)
      expect(states).toEqual(['active'])
      if (skewSeconds <= 0) expect(came.dead).toBe(0)
      session.dispose()
      expect(vi.getTimerCount()).toBe(0)
    },
  )

  test('with a host that returns a token until it expires sends fewer than ten requests for each token', async () => {
    let given = { access_token: 'first', expires_at: 0 }
    let tokenRequests = 0
    const session = createSession({
      getToken: async () => {
        tokenRequests += 1
        const seconds = Date.now() / 1000
        if (given.expires_at <= seconds) given = { access_token: `given at ${seconds}`, expires_at: seconds + 600 }
        return given
      },
    })
    await session.token()
    await pass(day)
    expect(session.state).toBe('active')
    expect(tokenRequests).toBeLessThan((day / 600_000) * 10)
    session.dispose()
  })
})

describe.each(bad)('a host that %s', (behaviour) => {
  test('once before expiry is hidden: the old token works meanwhile', async () => {
    const { host, session, call, came, states } = opened({
      lifeSeconds: 600,
      behaves: (requestNumber) => (requestNumber === 2 ? behaviour : 'answers'),
    })
    void call()
    for (let passed = 0; passed < 1200; passed += 5) {
      await pass(5000)
      void call()
    }
    await pass(1000)
    expect(came).toEqual({ well: 241, refusedTwice: 0, without: 0, dead: 0 })
    expect([states, host.maxInFlight()]).toEqual([['active', 'expiring', 'restored', 'active'], 1])
    session.dispose()
  })

  test('twice before each expiry is hidden: the count starts again with each token', async () => {
    const { session, call, came, states } = opened({
      lifeSeconds: 600,
      behaves: (requestNumber) => (requestNumber % 3 === 1 ? 'answers' : behaviour),
    })
    void call()
    for (let passed = 0; passed < 3600; passed += 5) {
      await pass(5000)
      void call()
    }
    await pass(1000)
    expect(came).toEqual({ well: 721, refusedTwice: 0, without: 0, dead: 0 })
    expect(states.filter((state) => state === 'restored').length).toBeGreaterThan(5)
    expect(states).not.toContain('expired')
    session.dispose()
  })

  test('forever gets three requests, then the session ends when the last token expires', async () => {
    const { host, session, call, came, states } = opened({
      lifeSeconds: 600,
      behaves: (requestNumber) => (requestNumber === 1 ? 'answers' : behaviour),
    })
    void call()
    for (let passed = 0; passed < 599; passed++) {
      await pass(1000)
      void call()
    }
    await pass(100)
    expect(came).toEqual({ well: 600, refusedTwice: 0, without: 0, dead: 0 })
    await pass(30_000)
    expect([session.state, session.held, states]).toEqual(['ended', undefined, ['active', 'expiring', 'ended']])
    await expect(session.token()).rejects.toMatchObject({ kind: 'ended', code: 'session_expired', retryable: false })
    line(true)
    window.dispatchEvent(new Event('pageshow'))
    await pass(day)
    expect([host.reasons.length, host.maxInFlight(), vi.getTimerCount()]).toEqual([4, 1, 0])
    session.dispose()
  })

  test('from the start makes each call fail with the reason, three times, then with the end of the session', async () => {
    const { host, session, states } = opened({ lifeSeconds: 600, behaves: () => behaviour })
    const codes: unknown[] = []
    for (let times = 0; times < 5; times++) {
      session.token().catch(({ code }: { code: unknown }) => codes.push(code))
      await pass(20_000)
    }
    expect(codes).toEqual(['token_failed', 'token_failed', 'session_expired', 'session_expired', 'session_expired'])
    expect([host.reasons.length, states]).toEqual([3, ['expired', 'ended']])
    expect(Math.min(...host.requestedAt.slice(1).map((at, index) => at - (host.requestedAt[index] ?? 0)))).toBeGreaterThanOrEqual(2000)
    session.dispose()
  })
})

describe('a refused token', () => {
  test('is replaced once, whatever the number of calls', async () => {
    const { host, session, call, came } = opened({ lifeSeconds: 600 })
    void call()
    await pass(1000)
    host.revoke()
    for (let count = 0; count < 20; count++) void call()
    await pass(1000)
    expect([host.reasons, came.well, came.without]).toEqual([['start', 'refused'], 21, 0])
    session.dispose()
  })

  test('repeatedly ends the session', async () => {
    const refusing = opened({ lifeSeconds: -299 })
    for (let times = 0; times < 10; times++) {
      void refusing.call()
      await pass(1000)
    }
    expect([refusing.session.state, refusing.came.well]).toEqual(['ended', 0])
    const { length } = refusing.host.reasons
    expect(length).toBeLessThanOrEqual(4)
    await pass(day)
    expect(refusing.host.reasons).toHaveLength(length)
  })

  test('is not accepted a second time from the host', async () => {
    const same = { access_token: 'same', expires_at: Date.now() / 1000 + 600 }
    const session = createSession({ getToken: async () => same })
    await session.token()
    await expect(session.refused('same')).rejects.toMatchObject({
      code: 'token_failed',
      cause: { message: expect.stringContaining('expired') },
    })
    session.dispose()
  })
})

describe('a page that was asleep or offline', () => {
  test('for an hour without timers uses no expired token and requests one when it wakes', async () => {
    const { host, session, call, came } = opened({ lifeSeconds: 600 })
    void call()
    await pass(1000)
    vi.setSystemTime(Date.now() + 3_600_000)
    for (let count = 0; count < 10; count++) void call()
    window.dispatchEvent(new Event('pageshow'))
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(1000)
    expect([came, host.reasons.length, host.maxInFlight()]).toEqual([{ well: 11, refusedTwice: 0, without: 0, dead: 0 }, 2, 1])
    session.dispose()
  })

  test('is woken by pageshow or by becoming visible, without a call', async () => {
    for (const wake of [() => window.dispatchEvent(new Event('pageshow')), () => document.dispatchEvent(new Event('visibilitychange'))]) {
      const { host, session, call } = opened({ lifeSeconds: 600 })
      void call()
      await pass(1000)
      vi.setSystemTime(Date.now() + 3_600_000)
      wake()
      await pass(1000)
      expect(host.reasons).toEqual(['start', 'wake'])
      session.dispose()
    }
  })

  test('for an hour requests nothing, loses nothing, and requests a token when it is back', async () => {
    const { host, session, call, states } = opened({ lifeSeconds: 600 })
    void call()
    await pass(1000)
    line(false)
    await pass(3_600_000)
    expect([host.reasons, states]).toEqual([['start'], ['active', 'expiring', 'expired']])
    line(true)
    await pass(1000)
    expect([host.reasons, states.slice(3)]).toEqual([
      ['start', 'online'],
      ['restored', 'active'],
    ])
    session.dispose()
  })

  test('does not count offline failures against the host', async () => {
    const { host, session, call, came } = opened({
      lifeSeconds: 600,
      behaves: (requestNumber) => (requestNumber < 8 ? 'fails' : 'answers'),
    })
    line(false)
    for (let times = 0; times < 7; times++) {
      void call()
      await pass(1000)
    }
    line(true)
    void call()
    await pass(1000)
    expect([came.without, came.well, host.reasons.length]).toEqual([7, 1, 8])
    session.dispose()
  })
})

test.each(['end', 'dispose'] as const)('%s at seven different times leaves no timer, no token and no later request', async (close) => {
  for (const at of [0, 100, 1000, 480_100, 485_000, 490_500, 600_000]) {
    const { host, session, call } = opened({
      lifeSeconds: 600,
      behaves: (requestNumber) => (requestNumber === 1 ? 'answers' : 'never answers'),
    })
    for (let count = 0; count < 10; count++) void call()
    await pass(at)
    session[close]()
    const { length } = host.reasons
    line(true)
    window.dispatchEvent(new Event('pageshow'))
    await expect(session.token()).rejects.toMatchObject({ kind: 'ended', code: 'session_expired' })
    await pass(day)
    expect([host.reasons.length - length, vi.getTimerCount(), session.held]).toEqual([0, 0, undefined])
  }
})
