// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { register } from '../../elements/frame/element.ts'
import { createFrameConnector } from '../../elements/host/connect-frame.ts'
import { configure } from '../../elements/runtime/page.ts'
import { createAttack } from '../../elements/testing/attacks.ts'
import { fakeFrame } from '../../elements/testing/fake-frame.ts'
import { lookAlikes } from '../../elements/testing/look-alikes.ts'
import { attackPlans } from '../../elements/testing/plans.ts'
import { runAgainst } from '../../elements/testing/run-attacks.ts'
import { hostTarget } from '../../elements/testing/host-target.ts'
import { type Guard, guards } from '../../src/kit/host/message-guards.ts'
import type { GetToken } from '../../src/kit/session/token.ts'
import { amount, sampleOf } from '../support/platform/audit.ts'
import { frameTarget } from '../support/embedding/frame-target.ts'

/** All attacks. Attacks with hundreds of messages run on a sample here, and in full in the audit. */
const attacks = attackPlans.map((plan) =>
  createAttack(typeof plan.strikes === 'function' ? plan : { ...plan, strikes: sampleOf(plan.strikes, 12) }),
)

/** A host that counts every action that the frame causes. */
const hostEnd = (list: readonly Guard[]) => (thrown: unknown[]) =>
  hostTarget((frame) => {
    const state = { tokens: 0, events: 0 }
    const connection = createFrameConnector(list)(frame, {
      getToken: async () => ({ access_token: String(++state.tokens), expires_at: 0 }),
    })
    connection.on('*', () => {
      state.events += 1
    })
    return { dispose: () => connection.dispose(), state: () => state }
  }, thrown)

const ends = [
  ['host', hostEnd],
  ['frame', frameTarget],
] as const
/** Minimum number of variants that an attack tries, by end; only a host can lose its frame. */
const variants: Readonly<Record<string, { host: number; frame: number }>> = {
  'look-alike origins': { host: 200, frame: 200 },
  'navigated away': { host: 1, frame: 0 },
  'replayed opening': { host: 1, frame: 0 },
}

describe.each(ends)('the %s withstands', { timeout: 60_000 }, (end, make) => {
  test.each(attacks.map((attack) => [attack.name, attack] as const))('%s', async (name, attack) => {
    const [outcome] = await runAgainst(make(guards), [attack])
    expect(outcome).toMatchObject({ held: true, found: [] })
    expect(outcome?.tried).toBeGreaterThanOrEqual(variants[name]?.[end] ?? 1)
  })
})

/** The attack that each guard prevents. */
const broken: Readonly<Record<string, string>> = {
  alive: 'after dispose',
  source: 'wrong window',
  origin: 'wrong origin',
  flood: 'flood',
  size: 'oversized message',
  'prototype keys': 'prototype keys',
  shape: 'malformed payload',
  version: 'unknown version',
  nonce: 'guessed nonce',
  once: 'replayed message',
}

describe.each(ends)('each guard of the %s is needed', { timeout: 60_000 }, (_, make) => {
  test.each(guards.map(({ name }) => name))('without %s, an attack succeeds', async (name) => {
    const quick = attacks.filter((attack) => !/look-alike|fuzzed/.test(attack.name))
    const outcomes = await runAgainst(make(guards.filter((guard) => guard.name !== name)), quick)
    expect(outcomes.filter(({ held }) => !held).map((outcome) => outcome.name)).toContain(broken[name])
  })

  test('without the guard of prototype keys, fuzzed messages change something', async () => {
    const weak = guards.filter(({ name }) => name !== 'prototype keys')
    const fuzz = attacks.filter(({ name }) => name.startsWith('fuzzed'))
    const outcomes = await runAgainst(make(weak), fuzz)
    expect(outcomes.map(({ name, held, tried }) => [name, held, tried * 150 >= amount(10_000, 1_800)])).toEqual([
      ['fuzzed openings', false, true],
      ['fuzzed messages', false, true],
    ])
  })
})

describe('the page’s token', () => {
  const platform = 'https://console.example'
  const thief = 'https://evil.example'
  const tokenOf =
    (name: string): GetToken =>
    async () => ({ access_token: name, expires_at: 4_102_444_800 })
  register()
  const Guarded = customElements.get('ad-frame') as new () => HTMLElement // registered on the line above
  /** The same element without its check. */
  class Unguarded extends Guarded {
    mayUsePageToken() {
      return true
    }
  }
  customElements.define('x-unguarded', Unguarded)

  /** An `ad-frame` in the markup of a page with a default `getToken`; the page in the frame asks for a token twice. */
  async function tokensIn(tag: string, src: string, own?: GetToken) {
    configure({ apiBase: platform, getToken: tokenOf('of the page') })
    const errors: unknown[] = []
    document.body.innerHTML = `<${tag} src="${src}"></${tag}>`
    const element = document.querySelector(tag) ?? expect.fail('There is no element')
    Object.assign(element, own && { getToken: own })
    element.addEventListener('ad-error', (event) => errors.push(event instanceof CustomEvent && event.detail))
    const frame = await vi.waitUntil(() => element.shadowRoot?.querySelector('iframe'), 20_000)
    const fake = fakeFrame({ element: frame })
    const ask = () =>
      fake.request('token', { reason: 'start' }).then(
        ({ access_token }) => access_token,
        ({ code }) => code,
      )
    const got = [await ask(), await ask()]
    fake.dispose()
    element.remove()
    return { got, errors }
  }
  const refusal = { code: 'origin_refused', retryable: false }

  test('a frame of the platform gets the token', async () => {
    expect(await tokensIn('ad-frame', `${platform}/embedded/clients/1/chart`)).toEqual({ got: ['of the page', 'of the page'], errors: [] })
  })

  test('a frame of another origin gets none, and the host gets one error event', async () => {
    const isOther = (origin: string) => /^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin !== platform
    const origins = [thief, ...sampleOf(lookAlikes(platform).filter(isOther), 12)]
    for (const origin of origins) {
      const outcome = await tokensIn('ad-frame', `${origin}/embedded/clients/1/chart`)
      expect([origin, outcome]).toEqual([origin, { got: ['origin_refused', 'origin_refused'], errors: [refusal] }])
    }
  })

  test('a frame of another origin gets the token that a script has set on that element', async () => {
    const { got } = await tokensIn('ad-frame', `${thief}/page`, tokenOf('of the element'))
    expect(got).toEqual(['of the element', 'of the element'])
  })

  test('without the check of the frame’s origin, injected markup gets the token', async () => {
    expect(await tokensIn('x-unguarded', `${thief}/embedded`)).toEqual({ got: ['of the page', 'of the page'], errors: [] })
  })
})
