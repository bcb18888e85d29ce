import 'oidc-client-ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storageKeys } from '../../src/contract/session.ts'
import { pass } from '../support/simulated-host.ts'
import { type ProviderTraits, simulatedProvider } from '../support/simulated-provider.ts'
import { type SimulatedTab, simulatedBrowser } from '../support/simulated-tabs.ts'

beforeEach(() => vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const [second, minute, hour] = [1000, 60_000, 3_600_000]
const never = new AbortController().signal

const realTimeout = setTimeout
/** Hashing is done elsewhere, in real time. */
const breathe = () => new Promise((resolve) => realTimeout(resolve, 1))

/** Lets what waits for one another come to its end while the clock goes on. */
async function settle<T>(work: Promise<T>): Promise<T> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  work.then(over, over)
  for (let times = 0; times < 5000 && !isOver; times++) {
    await breathe()
    await pass(times < 10 ? 50 : 2)
  }
  return work
}

/** A browser in which somebody has signed in, with so many tabs. */
async function signedIn(
  count = 1,
  traits: Partial<ProviderTraits> = {},
  options: Parameters<ReturnType<typeof simulatedBrowser>['open']>[0] = {},
) {
  const provider = simulatedProvider(traits)
  const browser = simulatedBrowser()
  const first = browser.open(options)
  await pass(10)
  await settle(first.console.signIn({ route: '/clients/1/campaigns?status=active' }))
  const route = await settle(first.console.finish(provider.back(first.gone.at(-1) ?? '')))
  const tabs = [first]
  while (tabs.length < count) tabs.push(browser.open(options))
  await pass(second)
  return { provider, browser, tabs, first, route }
}
const tokenOf = async ({ console }: SimulatedTab, reason: 'start' | 'refused' = 'start') =>
  (await settle(console.getToken({ reason, signal: never }))).access_token
const kindsOf = (tabs: readonly SimulatedTab[]) => new Set(tabs.map(({ console }) => console.state.kind))
/** Somebody who does something each minute, in one of the tabs; others poll. */
async function work(tabs: readonly SimulatedTab[], forMs: number, stepMs = minute) {
  for (let passed = 0; passed < forMs; passed += stepMs) {
    tabs[Math.floor(passed / stepMs) % tabs.length]?.emit('keydown')
    await pass(stepMs)
  }
}

describe('somebody signs in', () => {
  test('and is where they wanted to go, with a token that is taken, and no token in what all can read', async () => {
    const { first, route, provider, browser } = await signedIn()
    expect(route).toBe('/clients/1/campaigns?status=active')
    expect(provider.takes(await tokenOf(first))).toBe(true)
    expect(first.kinds()).toEqual(['signed-out', 'active'])
    const open = Array.from({ length: browser.localStore.length }, (_, at) => browser.localStore.getItem(browser.localStore.key(at) ?? ''))
    expect(open.join(' ')).not.toMatch(/access|refresh|\./)
  })

  test('in one tab, and the others are so too without a call of their own', async () => {
    const { tabs, provider } = await signedIn(20)
    expect([kindsOf(tabs), provider.seen.calls]).toEqual([new Set(['active']), 1])
    const tokens = new Set(await Promise.all(tabs.map((tab) => tokenOf(tab))))
    expect(tokens.size).toBe(1)
  })

  test('and a reload goes on with what the tab has', async () => {
    const { first, browser, provider } = await signedIn()
    first.console.dispose()
    const again = browser.open({ session: first.session })
    await pass(second)
    expect([again.kinds(), provider.seen.calls]).toEqual([['active'], 1])
  })
})

describe('20 tabs', () => {
  test('over 50 expiries make at most 50 calls for tokens, and nobody is signed out', async () => {
    const { tabs, provider } = await signedIn(20)
    const before = provider.seen.calls
    for (let times = 0; times < 110 && provider.seen.calls - before < 50; times++) await work(tabs, 4 * minute)
    expect(provider.seen.calls - before).toBe(50)
    expect(provider.seen).toMatchObject({ reuses: 0, refused: 0 })
    expect(tabs.slice(1).flatMap(({ gone }) => gone)).toEqual([])
    expect(new Set(tabs.slice(1).flatMap((tab) => tab.kinds()))).toEqual(new Set(['starting', 'active']))
    expect(kindsOf(tabs)).toEqual(new Set(['active']))
  }, 120_000)

  test('that are all refused at once ask for one token', async () => {
    const { tabs, provider } = await signedIn(20)
    await Promise.all(tabs.map((tab) => tokenOf(tab)))
    const answers = await Promise.all(tabs.map((tab) => tokenOf(tab, 'refused')))
    expect([new Set(answers).size, provider.seen.calls, provider.seen.reuses]).toEqual([1, 2, 0])
  })
})

describe('over 24 hours of work', () => {
  test.each([-300, 0, 300])(
    'in three tabs with the provider %i s apart nobody is asked or signed out',
    async (skewSeconds) => {
      const { tabs, provider } = await signedIn(3, { skewSeconds })
      await work(tabs, 24 * hour, 5 * minute)
      expect(tabs.map((tab) => tab.kinds().join())).toEqual(['signed-out,active', 'starting,active', 'starting,active'])
      expect(provider.seen).toMatchObject({ reuses: 0, refused: 0 })
      // A token of ten minutes is renewed after eight.
      expect(provider.seen.calls).toBeLessThanOrEqual((24 * 60) / 8 + 2)
    },
    60_000,
  )

  test.each([30, 45, 60, 119, 120, 121, 180, 300, 600])(
    'tokens of %i s are renewed no more than needed',
    async (lifeSeconds) => {
      const { tabs, provider } = await signedIn(2, { lifeSeconds })
      await work(tabs, 2 * hour)
      const everySeconds = lifeSeconds - Math.min(120, lifeSeconds / 2)
      expect(provider.seen.calls).toBeLessThanOrEqual((2 * 3600) / everySeconds + 2)
      expect(provider.seen.calls).toBeGreaterThan((2 * 3600) / lifeSeconds / 2)
      expect([kindsOf(tabs), provider.seen.refused]).toEqual([new Set(['active']), 0])
    },
    60_000,
  )
})

describe('idleness', () => {
  test('of less than 20 minutes is not asked about; of more is, and polling does not count as being there', async () => {
    const { first } = await signedIn()
    for (let passed = 0; passed < 19; passed++) {
      await pass(minute)
      await tokenOf(first)
    }
    expect(first.console.state.kind).toBe('active')
    for (let passed = 0; passed < 9 && first.console.state.kind === 'active'; passed++) {
      await pass(minute)
      void first.console.getToken({ reason: 'expiring', signal: never }).catch(() => undefined)
    }
    expect(first.console.state.kind).toBe('prompt')
  })

  test('is ended by the button, in all tabs, with one call', async () => {
    const { tabs, provider } = await signedIn(3)
    await pass(24 * minute)
    expect(kindsOf(tabs)).toEqual(new Set(['prompt']))
    const { calls } = provider.seen
    await settle(tabs[1]?.console.extend() ?? Promise.reject())
    await pass(second)
    expect([kindsOf(tabs), provider.seen.calls - calls]).toEqual([new Set(['active']), 1])
    await pass(5 * minute)
    expect(kindsOf(tabs)).toEqual(new Set(['active']))
  })

  test('of one minute more signs out everywhere after the warning, once, and the page is left where it was until then', async () => {
    const { tabs, provider, first } = await signedIn(2)
    await pass(24 * minute)
    const { state } = first.console
    if (state.kind !== 'prompt') throw new Error(`The prompt is missing: ${state.kind}`)
    await pass(state.endsAt - Date.now() - second)
    expect(first.console.state.kind).toBe('prompt')
    await pass(second + 100)
    expect(kindsOf(tabs)).toEqual(new Set(['signing-out']))
    expect(first.gone).toHaveLength(1)
    await expect(first.console.getToken({ reason: 'start', signal: never })).rejects.toThrow('Nobody')
    await pass(2300)
    expect(kindsOf(tabs)).toEqual(new Set(['signing-out']))
    await pass(200)
    expect(tabs.map(({ gone }) => gone.at(-1))).toEqual(Array(2).fill('/login?returnRoute=%2Fclients%2F1%2Fcampaigns'))
    expect(first.console.state).toMatchObject({ kind: 'failed', code: 'expired' })
    expect(provider.seen.revocations).toBe(1)
    await pass(hour)
    expect(tabs.map(({ gone }) => gone.length)).toEqual([2, 1])
  })

  test('is counted by the clock: a sleep in the middle of the prompt ends it at once', async () => {
    const { first } = await signedIn()
    await pass(24 * minute)
    vi.setSystemTime(Date.now() + hour)
    first.emit('pageshow')
    await pass(10)
    expect(first.console.state.kind).toBe('signing-out')
  })

  test('in a page without a prompt ends nothing', async () => {
    const { first, provider } = await signedIn(1, {}, { hasPrompt: false })
    await pass(2 * hour)
    expect([first.console.state.kind, provider.seen.refused]).toEqual(['active', 0])
  })
})

describe('a page that slept', () => {
  test('for an hour asks whether somebody is there, and goes on with their word', async () => {
    const { tabs, provider, first } = await signedIn(3)
    vi.setSystemTime(Date.now() + hour)
    for (const tab of tabs) tab.emit('visibilitychange')
    await pass(second)
    expect(kindsOf(tabs)).toEqual(new Set(['prompt']))
    await settle(first.console.extend())
    await pass(second)
    expect([kindsOf(tabs), provider.seen.calls, provider.seen.refused]).toEqual([new Set(['active']), 2, 0])
  })

  test('for an hour while somebody worked in another browser window of the same session uses no old refresh token', async () => {
    const { tabs, provider, first } = await signedIn(2)
    const other = tabs[1]
    if (!other) throw new Error('There are two tabs')
    other.tab.isFrozen = true
    await work([first], hour)
    other.thaw()
    await pass(second)
    expect([kindsOf(tabs), provider.seen.reuses, provider.seen.refused]).toEqual([new Set(['active']), 0, 0])
  })

  test('for 24 hours is told that the session could not be refreshed, when the provider says so, and goes to the sign-in', async () => {
    const { first, provider } = await signedIn()
    vi.setSystemTime(Date.now() + 24 * hour)
    first.emit('visibilitychange')
    await pass(second)
    expect(first.console.state.kind).toBe('prompt')
    await settle(first.console.extend())
    await pass(3 * second)
    expect([first.console.state, provider.seen.reuses]).toEqual([{ kind: 'failed', code: 'refresh_failed' }, 0])
    expect(first.gone.at(-1)).toContain('/login?returnRoute=')
  })

  test('whose tab with the newest token is gone does not use the old one', async () => {
    const { tabs, provider, first, browser } = await signedIn(2)
    first.tab.isFrozen = true
    await work([tabs[1] ?? first], 9 * minute)
    tabs[1]?.console.dispose()
    first.console.dispose()
    const restored = browser.open({ session: first.session })
    restored.emit('keydown')
    await pass(2 * minute)
    expect(provider.seen.reuses).toBe(0)
    expect(restored.console.state).toMatchObject({ kind: 'failed', code: 'refresh_failed' })
  })
})

describe('a provider that is down', () => {
  test('for five minutes is asked again until it is back, and nobody notices', async () => {
    const { first, provider } = await signedIn()
    await work([first], 7 * minute)
    provider.traits.isDown = true
    await work([first], 2 * minute)
    expect(provider.takes(await tokenOf(first))).toBe(true)
    provider.traits.isDown = false
    await work([first], 2 * minute)
    expect(first.kinds()).toEqual(['signed-out', 'active'])
    expect(provider.seen.calls).toBe(2)
  })

  test('for an hour is said to be down, and when it is back work goes on: no sign-out, nothing left', async () => {
    const { tabs, provider, first } = await signedIn(3)
    provider.traits.isDown = true
    await work(tabs, hour)
    expect(first.console.state).toEqual({ kind: 'failed', code: 'provider_down' })
    provider.traits.isDown = false
    await work(tabs, 3 * minute)
    expect(kindsOf(tabs)).toEqual(new Set(['active']))
    expect(tabs.flatMap(({ gone }) => gone)).toHaveLength(1)
    expect(provider.seen.reuses).toBe(0)
  })

  test('is not asked at all without a line', async () => {
    const { first, provider } = await signedIn()
    first.line(false)
    await work([first], hour)
    expect(provider.seen.calls).toBe(1)
    first.line(true)
    await pass(second)
    expect([first.console.state.kind, provider.seen.calls]).toEqual(['active', 2])
  })

  test('when somebody wants to sign in says so', async () => {
    simulatedProvider({ isDown: true })
    const { console } = simulatedBrowser().open()
    await pass(10)
    await expect(settle(console.signIn({ route: '/' }))).rejects.toThrow()
    expect(console.state).toEqual({ kind: 'failed', code: 'provider_down' })
  })
})

describe('signing out', () => {
  test('in one tab signs out the others, whose sign-in is no longer used, and asks for the password next time', async () => {
    const { tabs, first, browser } = await signedIn(3)
    await settle(first.console.signOut('person'))
    expect(first.gone.at(-1)).toContain('/session/end?')
    await pass(3 * second)
    expect(kindsOf(tabs)).toEqual(new Set(['signed-out']))
    expect(tabs.slice(1).map(({ gone }) => gone)).toEqual(Array(2).fill(['/login?returnRoute=%2Fclients%2F1%2Fcampaigns']))
    expect(browser.local.get(storageKeys.logout)).not.toBeNull()
    for (const { session } of tabs) expect(session.keys('placard-grant')).toEqual([])
    const next = browser.open()
    await pass(10)
    await settle(next.console.signIn({ route: '/' }))
    expect(new URL(next.gone[0] ?? '').searchParams.get('prompt')).toBe('login')
  })

  test('is noticed by a tab that slept meanwhile', async () => {
    const { tabs, first } = await signedIn(2)
    const [, other] = tabs
    if (!other) throw new Error('There are two tabs')
    other.tab.isFrozen = true
    await settle(first.console.signOut('person'))
    await pass(second)
    other.emit('visibilitychange')
    await pass(3 * second)
    expect(other.console.state.kind).toBe('signed-out')
  })

  test('because the platform takes the token no more shows the warning, then the sign-in page says why', async () => {
    const { first, provider } = await signedIn()
    await tokenOf(first)
    provider.revokeAll()
    await expect(tokenOf(first, 'refused')).rejects.toThrow('Nobody')
    expect(first.console.state.kind).toBe('signing-out')
    await pass(2600)
    expect(first.session.get('placard-sign-in-problem')).toBe('refresh_failed')
  })

  test('of a page for frames goes to the login fragment, and to nobody’s page', async () => {
    const { first } = await signedIn(1, {}, { isEmbedded: true })
    await settle(first.console.signOut('failed'))
    expect(first.gone.slice(1)).toEqual(['#/login'])
  })

  test('goes to the client’s own sign-in page', async () => {
    const { first } = await signedIn()
    first.session.set('placard-login-key', 'big shop')
    await settle(first.console.signOut('failed', 'user_not_found'))
    expect(first.gone.at(-1)).toBe('/big%20shop/login?returnRoute=%2Fclients%2F1%2Fcampaigns')
    expect(first.console.state).toEqual({ kind: 'failed', code: 'user_not_found' })
  })

  test('when the provider is down ends the sign-in here, and says that it did not end there', async () => {
    const { first, provider, browser } = await signedIn()
    first.console.dispose()
    const again = browser.open({ session: first.session })
    await pass(second)
    provider.traits.isDown = true
    await settle(again.console.signOut('person'))
    expect([again.gone, again.session.get('placard-sign-in-problem')]).toEqual([[expect.stringMatching(/^\/login/)], 'logout_failed'])
    expect(again.session.get('placard-grant')).toBeNull()
  })
})

describe('what is stored', () => {
  test.each(['', 'x', '{}', '[]', 'null', '{"id":1}', '{"id":"a","round":1e999}', '\u0000', 'much'])(
    '%j is as good as nothing',
    async (said) => {
      const poison = said === 'much' ? said.repeat(9000) : said
      simulatedProvider()
      const browser = simulatedBrowser()
      const first = browser.open()
      first.console.dispose()
      for (const key of ['placard-session', storageKeys.lastActivity, storageKeys.logout]) browser.local.set(key, poison)
      for (const key of [
        'placard-grant',
        storageKeys.returnRoute,
        storageKeys.returnParams,
        'placard-login-key',
        'placard-sign-in-problem',
      ])
        first.session.set(key, poison)
      const again = browser.open({ session: first.session })
      await pass(second)
      expect(again.console.state.kind).toBe('signed-out')
    },
  )

  test('nothing is left when the session is let go', async () => {
    const { tabs, browser } = await signedIn(3)
    for (const { console } of tabs) console.dispose()
    expect([vi.getTimerCount(), browser.channelCount(), tabs.map((tab) => tab.hearerCount())]).toEqual([0, 0, [0, 0, 0]])
  })

  test('a platform without an identity client says so', async () => {
    simulatedProvider()
    const { console } = simulatedBrowser().open({ clientId: '' })
    expect(console.state).toEqual({ kind: 'failed', code: 'no_client' })
  })
})
