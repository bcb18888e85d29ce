// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { createFrameConnector } from '../../elements/host/connect-frame.ts'
import { createAttack } from '../../elements/testing/attacks.ts'
import { attackPlans } from '../../elements/testing/plans.ts'
import { runAgainst } from '../../elements/testing/run-attacks.ts'
import { hostTarget } from '../../elements/testing/host-target.ts'
import { type Guard, guards } from '../../src/kit/host/message-guards.ts'
import { amount, sampleOf } from '../support/platform/audit.ts'
import { frameTarget } from '../support/embedding/frame-target.ts'

/** All attacks. Attacks with hundreds of messages run on a sample here, and in full in the audit. */
const attacks = attackPlans.map((plan) =>
  createAttack(typeof plan.strikes === 'function' ? plan : { ...plan, strikes: sampleOf(plan.strikes, 12) }),
)

/** A host that counts every action that the frame causes. */
const hostEnd = (list: readonly Guard[]) => (thrown: unknown[]) =>
  hostTarget((frame) => {
    const state = { tokens: 0, heard: 0 }
    const connection = createFrameConnector(list)(frame, {
      getToken: async () => ({ access_token: String(++state.tokens), expires_at: 0 }),
    })
    connection.on('*', () => {
      state.heard += 1
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
