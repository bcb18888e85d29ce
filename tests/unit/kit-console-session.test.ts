import 'oidc-client-ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { amount, sampleOf } from '../support/platform/audit.ts'
import { hour, kindsOf, minute, never, second, settle, signedIn, signedOut, tokenOf, work } from '../support/identity/signed-in-tabs.ts'
import { pass } from '../support/identity/simulated-host.ts'

beforeEach(() => vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a user who signs in', () => {
  test('arrives at the requested page with a valid token, which is not in local storage', async () => {
    const { first, route, provider, browser } = await signedIn()
    expect(route).toBe('/clients/1/campaigns?status=active')
    expect(provider.takes(await tokenOf(first))).toBe(true)
    expect(first.kinds()).toEqual(['signed-out', 'active'])
    const open = Array.from({ length: browser.localStore.length }, (_, at) => browser.localStore.getItem(browser.localStore.key(at) ?? ''))
    expect(open.join(' ')).not.toMatch(/access|refresh|\./)
  })

  test('in one tab is signed in in the others without another request', async () => {
    const { tabs, provider } = await signedIn(20)
    expect([kindsOf(tabs), provider.seen.calls]).toEqual([new Set(['active']), 1])
    const tokens = new Set(await Promise.all(tabs.map((tab) => tokenOf(tab))))
    expect(tokens.size).toBe(1)
  })

  test('stays signed in after a reload of the tab', async () => {
    const { first, browser, provider } = await signedIn()
    first.console.dispose()
    const again = browser.open({ session: first.session })
    await pass(second)
    expect([again.kinds(), provider.seen.calls]).toEqual([['active'], 1])
  })
})

describe('20 tabs', () => {
  const expiries = amount(50, 10)
  test('send one token request at each expiry, and no user is signed out', async () => {
    const { tabs, provider } = await signedIn(20)
    const before = provider.seen.calls
    for (let times = 0; times < 2.2 * expiries && provider.seen.calls - before < expiries; times++) await work(tabs, 4 * minute)
    expect(provider.seen.calls - before).toBe(expiries)
    expect(provider.seen).toMatchObject({ reuses: 0, refused: 0 })
    expect(tabs.slice(1).flatMap(({ gone }) => gone)).toEqual([])
    expect(new Set(tabs.slice(1).flatMap((tab) => tab.kinds()))).toEqual(new Set(['starting', 'active']))
    expect(kindsOf(tabs)).toEqual(new Set(['active']))
  }, 120_000)

  test('with refused tokens send one token request', async () => {
    const { tabs, provider } = await signedIn(20)
    await Promise.all(tabs.map((tab) => tokenOf(tab)))
    const replies = await Promise.all(tabs.map((tab) => tokenOf(tab, 'refused')))
    expect([new Set(replies).size, provider.seen.calls, provider.seen.reuses]).toEqual([1, 2, 0])
  })
})

describe('during 24 hours of work', () => {
  test.each(sampleOf([-300, 0, 300], 2))(
    'three tabs with a clock difference of %i s show no prompt and no sign-out',
    async (skewSeconds) => {
      const { tabs, provider } = await signedIn(3, { skewSeconds })
      await work(tabs, 24 * hour, 5 * minute)
      expect(tabs.map((tab) => tab.kinds().join())).toEqual(['signed-out,active', 'starting,active', 'starting,active'])
      expect(provider.seen).toMatchObject({ reuses: 0, refused: 0 })
      // A token with a lifetime of ten minutes is renewed after eight minutes.
      expect(provider.seen.calls).toBeLessThanOrEqual((24 * 60) / 8 + 2)
    },
    60_000,
  )

  test('a session of at most 12 hours ends although it is used', async () => {
    const { tabs, provider } = await signedIn(3, { maxSeconds: 43_200 })
    await work(tabs, 11 * hour, 5 * minute)
    expect([kindsOf(tabs), provider.seen.refused]).toEqual([new Set(['active']), 0])
    await work(tabs, 2 * hour, 5 * minute)
    expect(kindsOf(tabs).has('active')).toBe(false)
    expect(provider.seen.refused).toBeGreaterThan(0)
  }, 60_000)

  test.each(sampleOf([30, 45, 60, 119, 120, 121, 180, 300, 600], 5))(
    'tokens of %i s are renewed only as often as needed',
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

describe('idle time', () => {
  test('under 20 minutes shows no prompt, longer idle time does, and polling is not activity', async () => {
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

  test('is ended by the button, in all tabs, with one request', async () => {
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

  test('of one minute after the warning signs out all tabs once, and the page stays until then', async () => {
    const { tabs, provider, first } = await signedIn(2)
    await pass(24 * minute)
    const { state } = first.console
    if (state.kind !== 'prompt') throw new Error(`The prompt is missing: ${state.kind}`)
    await pass(state.endsAt - Date.now() - second)
    expect(first.console.state.kind).toBe('prompt')
    await pass(second + 100)
    expect(kindsOf(tabs)).toEqual(new Set(['signing-out']))
    expect(first.gone).toHaveLength(1)
    await expect(first.console.getToken({ reason: 'start', signal: never })).rejects.toThrow('No user is signed in')
    await pass(2300)
    expect(kindsOf(tabs)).toEqual(new Set(['signing-out']))
    await pass(200)
    expect(tabs.map(({ gone }) => gone.at(-1))).toEqual(Array(2).fill('/login?returnRoute=%2Fclients%2F1%2Fcampaigns'))
    expect(first.console.state).toMatchObject({ kind: 'failed', code: 'expired' })
    expect(provider.seen.revocations).toBe(1)
    await pass(hour)
    expect(tabs.map(({ gone }) => gone.length)).toEqual([2, 1])
  })

  test('follows the clock: sleep during the prompt ends the session at once', async () => {
    const { first } = await signedIn()
    await pass(24 * minute)
    vi.setSystemTime(Date.now() + hour)
    first.emit('pageshow')
    await pass(10)
    expect(first.console.state.kind).toBe('signing-out')
  })

  test('is not ended by a tab without a prompt that keeps refreshing; the button of another tab ends it', async () => {
    const { tabs, first, browser } = await signedIn(2)
    const [, other] = tabs
    browser.open({ hasPrompt: false })
    await pass(24 * minute)
    expect(kindsOf(tabs)).toEqual(new Set(['prompt']))
    await settle(other?.console.extend() ?? Promise.reject())
    await pass(second)
    expect(kindsOf(tabs)).toEqual(new Set(['active']))
    await pass(hour)
    expect(first.console.state).toEqual({ kind: 'failed', code: 'expired' })
  })

  test('shows the prompt even if a tab without one always refreshes first', async () => {
    const { first, browser } = await signedIn(1, {}, { now: () => Date.now() - 5 * second })
    browser.open({ hasPrompt: false })
    await pass(19 * minute)
    expect(first.console.state.kind).toBe('active')
    await pass(5.5 * minute)
    expect(first.console.state.kind).toBe('prompt')
  })

  test('on a page without a prompt ends nothing', async () => {
    const { first, provider } = await signedIn(1, {}, { hasPrompt: false })
    await pass(2 * hour)
    expect([first.console.state.kind, provider.seen.refused]).toEqual(['active', 0])
  })
})

describe('a tab', () => {
  test('whose last refresh was lost signs out no tab with a newer token, and takes that token when it arrives', async () => {
    const { tabs, first } = await signedIn(2)
    const [, other] = tabs
    if (!other) throw new Error('There are two tabs')
    other.tab.isFrozen = true
    await signedOut(first.console.signOut('failed', 'refresh_failed'))
    other.thaw()
    await work([other], 20 * minute)
    expect([kindsOf(tabs), other.gone]).toEqual([new Set(['active']), []])
  })
})
