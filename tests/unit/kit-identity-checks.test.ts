import 'oidc-client-ts'
import { afterEach, expect, test, vi } from 'vitest'
import { idTokenFaults } from '../../src/kit/session/id-token.ts'
import { clientId, issuer, simulatedProvider } from '../support/identity/simulated-provider.ts'
import { simulatedBrowser } from '../support/identity/simulated-tabs.ts'

afterEach(() => vi.unstubAllGlobals())

const seconds = () => Math.floor(Date.now() / 1000)
const wrong: Readonly<Record<string, { claims?: object; header?: object; fault: string }>> = {
  'no algorithm': { header: { alg: 'none' }, fault: 'algorithm' },
  'no algorithm, in capitals': { header: { alg: 'NONE' }, fault: 'algorithm' },
  'a shared secret': { header: { alg: 'HS256' }, fault: 'algorithm' },
  'an algorithm that is no word': { header: { alg: ['ES256'] }, fault: 'algorithm' },
  'another issuer': { claims: { iss: 'https://evil.example/idp' }, fault: 'issuer' },
  'an issuer with a slash more': { claims: { iss: `${issuer}/` }, fault: 'issuer' },
  'no issuer': { claims: { iss: undefined }, fault: 'issuer' },
  'another audience': { claims: { aud: 'another-client' }, fault: 'audience' },
  'no audience': { claims: { aud: undefined }, fault: 'audience' },
  'other audiences': { claims: { aud: ['a', 'b'], azp: clientId }, fault: 'audience' },
  'more audiences and no party': { claims: { aud: [clientId, 'b'] }, fault: 'party' },
  'another party': { claims: { azp: 'another-client' }, fault: 'party' },
  'another nonce': { claims: { nonce: 'another' }, fault: 'nonce' },
  'no nonce': { claims: { nonce: undefined }, fault: 'nonce' },
  'no subject': { claims: { sub: undefined }, fault: 'subject' },
  'a subject that is no word': { claims: { sub: 3 }, fault: 'subject' },
  'an end long ago': { claims: { exp: seconds() - 400 }, fault: 'ended' },
  'no end': { claims: { exp: undefined }, fault: 'ended' },
  'an end in words': { claims: { exp: 'tomorrow' }, fault: 'ended' },
  'a moment of issue to come': { claims: { iat: seconds() + 400 }, fault: 'issued' },
  'no moment of issue': { claims: { iat: undefined }, fault: 'issued' },
}

const signingIn = async (traits: Parameters<typeof simulatedProvider>[0]) => {
  const provider = simulatedProvider({ tookMs: 0, ...traits })
  const { console, gone, session } = simulatedBrowser().open()
  await console.signIn({ route: '/' })
  const done = console.finish(provider.back(gone[0] ?? ''))
  await done.catch(() => undefined)
  return { done, console, session }
}

test.each(Object.entries(wrong))('an id token with %s is refused', async (_, { claims = {}, header = {}, fault }) => {
  const { done, console, session } = await signingIn({ claims: { ...claims }, header: { ...header } })
  await expect(done).rejects.toThrow(new RegExp(`${fault}|nonce|subject`))
  expect([console.state, session.get('placard-grant')]).toEqual([{ kind: 'failed', code: 'callback_error' }, null])
  console.dispose()
})

test.each([-290, 0, 290])('an id token with a clock difference of %i s is accepted', async (skewSeconds) => {
  const { done, console } = await signingIn({ skewSeconds, lifeSeconds: 30 })
  await done
  expect(console.state.kind).toBe('active')
  console.dispose()
})

test('each fault is detected by its own check', () => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const right = { iss: issuer, aud: clientId, sub: '3', iat: seconds(), exp: seconds() + 600, nonce: 'n' }
  const token = (claims = {}, header = {}) => `${encoded({ alg: 'ES256', ...header })}.${encoded({ ...right, ...claims })}.c2ln`
  const expected = { issuer, clientId, nonce: 'n', sub: undefined, now: Date.now() }
  expect(idTokenFaults(token(), expected)).toEqual([])
  for (const { claims, header, fault } of Object.values(wrong)) expect(idTokenFaults(token(claims, header), expected)).toEqual([fault])
  expect(idTokenFaults(token({ sub: '4' }), { ...expected, sub: '3' })).toEqual(['subject'])
  expect(idTokenFaults(token().replace(/[^.]+$/, ''), expected)).toEqual(['signature'])
})
