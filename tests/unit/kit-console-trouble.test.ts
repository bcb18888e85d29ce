import 'oidc-client-ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storageKeys } from '../../src/kit/session/times.ts'
import { areFormsStored, hasStoredForm, takeStoredForm, watchForm } from '../../src/kit/session/stored-forms.ts'
import { hour, kindsOf, minute, second, settle, signedIn, signedOut, tokenOf, work } from '../support/identity/signed-in-tabs.ts'
import { pass } from '../support/identity/simulated-host.ts'
import { simulatedProvider } from '../support/identity/simulated-provider.ts'
import { simulatedBrowser } from '../support/identity/simulated-tabs.ts'

beforeEach(() => vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a page after sleep', () => {
  test('of an hour asks whether the user is present, and continues on their answer', async () => {
    const { tabs, provider, first } = await signedIn(3)
    vi.setSystemTime(Date.now() + hour)
    for (const tab of tabs) tab.emit('visibilitychange')
    await pass(second)
    expect(kindsOf(tabs)).toEqual(new Set(['prompt']))
    await settle(first.console.extend())
    await pass(second)
    expect([kindsOf(tabs), provider.seen.calls, provider.seen.refused]).toEqual([new Set(['active']), 2, 0])
  })

  test('of an hour, with another browser window in use, uses no old refresh token', async () => {
    const { tabs, provider, first } = await signedIn(2)
    const other = tabs[1]
    if (!other) throw new Error('There are two tabs')
    other.tab.isFrozen = true
    await work([first], hour)
    other.thaw()
    await pass(second)
    expect([kindsOf(tabs), provider.seen.reuses, provider.seen.refused]).toEqual([new Set(['active']), 0, 0])
  })

  test('of 24 hours reports that the session could not be refreshed and opens the sign-in', async () => {
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

  test('without the tab of the newest token does not use the old one, and signs in again without a password', async () => {
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
    expect(restored.session.get('placard-sign-in-problem')).toBe('refresh_failed')
    expect([browser.local.get('placard-session'), browser.local.get(storageKeys.logout)]).toEqual([null, null])
    await settle(restored.console.signIn({ route: '/' }))
    const address = new URL(restored.gone.at(-1) ?? '')
    expect([address.pathname, address.searchParams.get('prompt')]).toEqual(['/idp/auth', null])
  })
})

describe('an unavailable identity provider', () => {
  test('for two minutes is retried until it is back, and the session stays active', async () => {
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

  test('for an hour is reported, and work continues afterwards without a sign-out', async () => {
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

  test('is not called while offline', async () => {
    const { first, provider } = await signedIn()
    first.line(false)
    await work([first], hour)
    expect(provider.seen.calls).toBe(1)
    first.line(true)
    await pass(second)
    expect([first.console.state.kind, provider.seen.calls]).toEqual(['active', 2])
  })

  test('is reported during a sign-in', async () => {
    simulatedProvider({ isDown: true })
    const { console } = simulatedBrowser().open()
    await pass(10)
    await expect(settle(console.signIn({ route: '/' }))).rejects.toThrow()
    expect(console.state).toEqual({ kind: 'failed', code: 'provider_down' })
  })
})

describe('signing out', () => {
  test('in one tab signs out the others, invalidates the session, and requires the password next time', async () => {
    const { tabs, first, browser } = await signedIn(3)
    const leaving = first.console.signOut('person')
    await pass(2400)
    expect([kindsOf(tabs), first.gone.length]).toEqual([new Set(['signing-out']), 1])
    await settle(leaving)
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
    await signedOut(first.console.signOut('person'))
    await pass(second)
    other.emit('visibilitychange')
    await pass(3 * second)
    expect(other.console.state.kind).toBe('signed-out')
  })

  test('after a refused token shows the warning, then the reason on the sign-in page', async () => {
    const { first, provider } = await signedIn()
    await tokenOf(first)
    provider.revokeAll()
    await expect(tokenOf(first, 'refused')).rejects.toThrow('No user is signed in')
    expect(first.console.state.kind).toBe('signing-out')
    await pass(2600)
    expect(first.session.get('placard-sign-in-problem')).toBe('refresh_failed')
  })

  test('of a frame page opens the login fragment with the return address, and signing in returns to the frame', async () => {
    const path = '/embedded?theme=dark#/clients/1/campaigns?status=active'
    const { first, route } = await signedIn(1, {}, { isEmbedded: true, path })
    expect(route).toBe(path)
    await signedOut(first.console.signOut('failed'))
    expect(first.gone.slice(1)).toEqual(['#/login?returnRoute=%2Fclients%2F1%2Fcampaigns%3Fstatus%3Dactive'])
  })

  test('keeps the fragment of the return address, and prefers the one in the marker', async () => {
    for (const [path, back] of [
      ['/clients/1?x=1#top', '/clients/1?x=1#top'],
      ['/clients/1?x=1#return-route=%2Fclients%2F2%23end', '/clients/2#end'],
      ['/clients/1#return-route=//evil.example', '/'],
    ] as const) {
      const { first } = await signedIn(1, {}, { path })
      await signedOut(first.console.signOut('failed'))
      expect(first.gone.at(-1)).toBe(back === '/' ? '/login' : `/login?returnRoute=${encodeURIComponent(back)}`)
    }
  })

  test('happens once for two calls, and not without a user', async () => {
    const { first } = await signedIn()
    await signedOut(Promise.all([first.console.signOut('person'), first.console.signOut('failed')]))
    await signedOut(first.console.signOut('failed'))
    expect(first.gone).toHaveLength(2)
  })

  test('opens the sign-in page of the client used last in this browser', async () => {
    const { first, browser } = await signedIn()
    const other = browser.open()
    await pass(second)
    await settle(other.console.signIn({ route: '/', loginKey: 'big shop' }))
    await signedOut(first.console.signOut('failed', 'user_not_found'))
    expect(first.gone.at(-1)).toBe('/big%20shop/login?returnRoute=%2Fclients%2F1%2Fcampaigns')
    expect(first.console.state).toEqual({ kind: 'failed', code: 'user_not_found' })
  })

  test("without the provider ends the local session, and says that the provider's session continues", async () => {
    const { first, provider, browser } = await signedIn()
    first.console.dispose()
    const again = browser.open({ session: first.session })
    await pass(second)
    provider.traits.isDown = true
    await signedOut(again.console.signOut('person'))
    expect([again.gone, again.session.get('placard-sign-in-problem')]).toEqual([[expect.stringMatching(/^\/login/)], 'logout_failed'])
    expect(again.session.get('placard-grant')).toBeNull()
  })
})

describe('unsaved input', () => {
  const names = { first_name: 'Inés', nothing: undefined, file: new Blob(['x']), day: new Date(0), tags: ['a', { b: 1 }] }
  const kept = { first_name: 'Inés', tags: ['a', { b: 1 }] }
  const form = (changes: object | undefined = names) => watchForm({ name: 'profile', changes: () => ({ ...changes }) })

  test.each(['person', 'failed', 'expired', 'other-tab'] as const)(
    'is kept when the session ends (%s), for the same user at the same address',
    async (reason) => {
      const { first, provider, browser } = await signedIn()
      const stop = form()
      expect([areFormsStored(), hasStoredForm('/clients/1/campaigns')]).toEqual([false, false])
      await signedOut(first.console.signOut(reason))
      stop()
      expect(areFormsStored()).toBe(true)
      const again = browser.open({ session: first.session })
      await pass(second)
      await settle(again.console.signIn({ route: '/' }))
      await settle(again.console.finish(provider.back(again.gone.at(-1) ?? '')))
      expect([areFormsStored(), hasStoredForm('/clients/1'), takeStoredForm('/clients/1', 'profile')]).toEqual([false, false, undefined])
      expect(hasStoredForm('/clients/1/campaigns?status=active')).toBe(true)
      expect(takeStoredForm('/clients/1/campaigns?page=2', 'other')).toBeUndefined()
      expect(takeStoredForm('/clients/1/campaigns?page=2', 'profile')).toEqual(kept)
      expect([takeStoredForm('/clients/1/campaigns', 'profile'), first.session.keys('placard-form')]).toEqual([undefined, []])
    },
  )

  test('is deleted when another user signs in', async () => {
    const { first, provider, browser } = await signedIn()
    const stop = form()
    await signedOut(first.console.signOut('expired'))
    stop()
    expect(first.session.keys('placard-form')).toHaveLength(1)
    provider.traits.claims = { sub: '4' }
    const again = browser.open({ session: first.session })
    await pass(second)
    await settle(again.console.signIn({ route: '/' }))
    await settle(again.console.finish(provider.back(again.gone.at(-1) ?? '')))
    expect([again.console.state.kind, first.session.keys('placard-form'), takeStoredForm('/clients/1/campaigns', 'profile')]).toEqual([
      'active',
      [],
      undefined,
    ])
  })

  test('is not stored without changes, and a modified copy is ignored', async () => {
    const { first } = await signedIn()
    const stop = form({})
    for (const said of ['', 'x', '[]', '"a"']) {
      first.session.set('placard-form.3 /clients/1 profile', said)
      expect(takeStoredForm('/clients/1', 'profile')).toBeUndefined()
    }
    first.session.remove('placard-form.3 /clients/1 profile')
    await signedOut(first.console.signOut('expired'))
    stop()
    expect(first.session.keys('placard-form')).toEqual([])
  })
})

describe('stored session data', () => {
  test.each(['', 'x', '{}', '[]', 'null', '{"id":1}', '{"id":"a","round":1e999}', '\u0000', 'much'])(
    'that is %j is ignored',
    async (said) => {
      const poison = said === 'much' ? said.repeat(9000) : said
      simulatedProvider()
      const browser = simulatedBrowser()
      const first = browser.open()
      first.console.dispose()
      for (const key of ['placard-session', storageKeys.lastActivity, storageKeys.logout, 'placard-login-key'])
        browser.local.set(key, poison)
      for (const key of ['placard-grant', storageKeys.returnRoute, storageKeys.returnParams, 'placard-sign-in-problem'])
        first.session.set(key, poison)
      const again = browser.open({ session: first.session })
      await pass(second)
      expect(again.console.state.kind).toBe('signed-out')
    },
  )
})

describe('a console', () => {
  test('that is released leaves no timers, channels and listeners', async () => {
    const { tabs, browser } = await signedIn(3)
    for (const { console } of tabs) console.dispose()
    expect([vi.getTimerCount(), browser.channelCount(), tabs.map((tab) => tab.hearerCount())]).toEqual([0, 0, [0, 0, 0]])
  })

  test('of a platform without an identity client reports that it cannot sign in', async () => {
    simulatedProvider()
    const { console } = simulatedBrowser().open({ clientId: '' })
    expect(console.state).toEqual({ kind: 'failed', code: 'no_client' })
  })
})
