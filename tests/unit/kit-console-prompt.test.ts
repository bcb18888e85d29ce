// @vitest-environment jsdom
import 'oidc-client-ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storageKeys } from '../../src/contract/session.ts'
import { pageOf } from '../../src/kit/console-page.ts'
import { memoryOf } from '../../src/kit/memory.ts'
import { acquireRuntime, releaseRuntime } from '../../src/kit/runtime.tsx'
import { minute, second, settle, signedIn } from '../support/signed-in-tabs.ts'
import { pass } from '../support/simulated-host.ts'
import { mapStore } from '../support/simulated-tabs.ts'

beforeEach(() => vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
})

const apiBase = 'http://127.0.0.1:1'
const press = (key: string) => document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
const noted = () => Number(localStorage.getItem(storageKeys.lastActivity))

/** A console that hears this very page. */
function signedInHere() {
  const session = mapStore()
  const storage = { local: memoryOf(() => localStorage), session: memoryOf(() => session) }
  return signedIn(1, {}, { hear: pageOf(window).hear, storage })
}

describe('what is pressed at the prompt', () => {
  test.each(['Escape', 'Tab', 'a'])('%s, again and again, keeps nobody signed in, whatever else is in the page', async (key) => {
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

  test('is the button, and that goes on', async () => {
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
