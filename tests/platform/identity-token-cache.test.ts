import { expect, test } from 'vitest'
import { VerifiedTokenCache } from '../../demo/platform/identity/tokens.ts'

test('a verified token is cached for a minute, never past its expiry, and never for an earlier clock', () => {
  const tokens = new VerifiedTokenCache<string>()
  tokens.keep('long', 'somebody', { now: 1_000, until: 600_000 })
  tokens.keep('short', 'another', { now: 1_000, until: 31_000 })
  expect([tokens.get('long', 1_000), tokens.get('long', 60_999), tokens.get('long', 61_000)]).toEqual(['somebody', 'somebody', undefined])
  expect([tokens.get('short', 30_999), tokens.get('short', 31_000), tokens.get('short', 30_999)]).toEqual(['another', undefined, undefined])
  tokens.keep('back', 'somebody', { now: 1_000, until: 600_000 })
  expect(tokens.get('back', 999)).toBeUndefined()
  expect(tokens.get('never', 1_000)).toBeUndefined()
})

test('a flood of tokens evicts only the oldest', () => {
  const tokens = new VerifiedTokenCache<number>()
  for (let number = 0; number < 25_000; number++) tokens.keep(`token ${number}`, number, { now: 0, until: 1000 })
  expect(tokens.get('token 24999', 1)).toBe(24_999)
  expect(tokens.get('token 20001', 1)).toBe(20_001)
  expect(tokens.get('token 9', 1)).toBeUndefined()
})
