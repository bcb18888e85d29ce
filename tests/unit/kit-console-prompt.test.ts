// @vitest-environment jsdom
import { webcrypto } from 'node:crypto'
import 'oidc-client-ts'
import { object, string } from 'superstruct'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { get } from '../../src/contract/endpoint.ts'
import { storageKeys } from '../../src/kit/session/times.ts'
import { pageOf } from '../../src/kit/session/console-page.ts'
import { safeStorageOf } from '../../src/kit/safe-storage.ts'
import { acquireRuntime, releaseRuntime } from '../../src/kit/runtime.tsx'
import { minute, second, settle, signedIn } from '../support/identity/signed-in-tabs.ts'
import { pass } from '../support/identity/simulated-host.ts'
import { mapStore } from '../support/identity/simulated-tabs.ts'

beforeEach(() => {
  // The window of jsdom has no `crypto.subtle`.
  vi.stubGlobal('crypto', webcrypto)
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
})

const apiBase = 'http://127.0.0.1:1'
const press = (key: string) => document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
const noted = () => Number(localStorage.getItem(storageKeys.lastActivity))

/** A console that receives the messages of this page. */
function signedInHere() {
  const session = mapStore()
  const storage = { local: safeStorageOf(() => localStorage), session: safeStorageOf(() => session) }
  return signedIn(1, {}, { hear: pageOf(window).hear, storage })
}

describe('user input and the idle prompt', () => {
  test.each(['Escape', 'Tab', 'a'])('%s during the prompt does not extend the session, however often', async (key) => {
    const outer = acquireRuntime({ apiBase })
    const { first } = await signedInHere()
    const inner = acquireRuntime({ apiBase, getToken: first.console.getToken })
    await pass(6 * second)
    press(key)
    expect(noted()).toBe(Date.now())
    await pass(24 * minute)
    expect(first.console.state.kind).toBe('prompt')
    const before = noted()
    for (let passed = 0; passed < 59; passed += 3) {
      press(key)
      document.dispatchEvent(new Event('pointerdown'))
      window.dispatchEvent(new Event('pageshow'))
      await pass(3 * second)
    }
    await pass(3 * second)
    expect([first.console.state, noted()]).toEqual([{ kind: 'failed', code: 'expired' }, before])
    first.console.dispose()
    for (const runtime of [outer, inner]) releaseRuntime(runtime)
  })

  test.each(['wheel', 'touchmove'])('%s extends the session until the prompt is shown', async (type) => {
    const { first } = await signedInHere()
    for (let passed = 0; passed < 30; passed++) {
      await pass(minute)
      document.body.dispatchEvent(new Event(type, { bubbles: true }))
      expect(noted()).toBe(Date.now())
    }
    expect(first.console.state.kind).toBe('active')
    await pass(26.5 * minute)
    expect(first.console.state.kind).toBe('prompt')
    const before = noted()
    document.body.dispatchEvent(new Event(type, { bubbles: true }))
    expect(noted()).toBe(before)
    first.console.dispose()
  })

  test('the button of the prompt extends the session', async () => {
    const outer = acquireRuntime({ apiBase })
    const { first } = await signedInHere()
    await pass(24 * minute)
    await settle(first.console.extend())
    await pass(3 * minute)
    expect(first.console.state.kind).toBe('active')
    first.console.dispose()
    press('a')
    expect(noted()).toBe(Date.now())
    releaseRuntime(outer)
  })
})

describe('a response in the console', () => {
  const me = get('v1/me', { ownOnly: true, open: true, result: object({ name: string() }) })

  test('counts as activity up to 40 seconds after user input, also if it failed, and not after 70 seconds', async () => {
    const statuses = [200, 500, 200, 200]
    const { first } = await signedInHere()
    vi.stubGlobal('fetch', async () => Response.json({ status: 'success', result: { name: 'a' } }, { status: statuses.shift() ?? 200 }))
    const runtime = acquireRuntime({ apiBase, getToken: first.console.getToken })
    const request = () => settle(runtime.send(me, {}).catch(() => undefined))
    press('a')
    for (let times = 0; times < 2; times++) {
      await pass(20 * second)
      await request()
      expect(Date.now() - noted()).toBeLessThan(5 * second)
    }
    await pass(30 * second)
    const before = noted()
    await request()
    expect(noted()).toBe(before)
    first.console.dispose()
    releaseRuntime(runtime)
  })
})
