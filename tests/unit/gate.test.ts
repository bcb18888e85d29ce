import { describe, expect, test } from 'vitest'
import { levelOf, passes, rolesToGive } from '../../src/contract/access/gate.rules.ts'
import { roles } from '../../src/contract/access/roles.ts'
import { partnerPermissions } from '../../src/parts/scope/token-claims.ts'

const admin = { roles: [3], permissions: { 'reports.read': true, 'users.read': false } }
const both = { roles: [3, 5], permissions: { 'reports.read': true, 'users.read': true } }
const nobody = { roles: [], permissions: {} }

describe('a gate', () => {
  test('that asks for nothing is open to all', () => {
    expect([passes(nobody, {}), passes(nobody, { roles: [], permissions: [] }), passes(nobody, { any: true, anyRole: true })]).toEqual([
      true,
      true,
      true,
    ])
  })

  test('asks for all roles, or for any of them', () => {
    expect(passes(both, { roles: [3, 5] })).toBe(true)
    expect(passes(admin, { roles: [3, 5] })).toEqual({ code: 'no_role', roles: [3, 5] })
    expect(passes(admin, { roles: [3, 5], anyRole: true })).toBe(true)
    expect(passes(nobody, { roles: [3, 5], anyRole: true })).toMatchObject({ code: 'no_role' })
  })

  test('asks for all permissions, or for any of them, and says which are missing', () => {
    expect(passes(both, { permissions: ['reports.read', 'users.read'] })).toBe(true)
    expect(passes(admin, { permissions: ['reports.read', 'users.read'] })).toEqual({ code: 'no_permission', permissions: ['users.read'] })
    expect(passes(admin, { permissions: ['reports.read', 'users.read'], any: true })).toBe(true)
    expect(passes(nobody, { permissions: ['reports.read', 'users.read'], any: true })).toMatchObject({ code: 'no_permission' })
  })

  test('one of the roles does not stand for the permissions, nor the other way round', () => {
    expect(passes(admin, { roles: [3], permissions: ['users.read'], anyRole: true })).toMatchObject({ code: 'no_permission' })
    expect(passes(admin, { roles: [1], permissions: ['reports.read'], any: true })).toMatchObject({ code: 'no_role' })
  })

  test('stays closed while something else does not hold', () => {
    expect(passes(admin, { permissions: ['reports.read'], when: false })).toEqual({ code: 'not_now' })
    expect(passes(admin, { when: true })).toBe(true)
  })

  test('takes no word that a map inherits', () => {
    expect(passes({ roles: [], permissions: Object.create({ 'reports.read': true }) }, { permissions: ['reports.read'] })).not.toBe(true)
  })
})

test('roles are handed out by level: 2 to 8, 3 to 8, 5 to 8', () => {
  const range = (held: readonly number[]) => [rolesToGive(held)[0], rolesToGive(held).at(-1)]
  expect(roles.map(({ role_id }) => range([role_id]))).toEqual([[2, 8], [2, 8], [3, 8], [3, 8], [5, 8], [5, 8], [5, 8], [5, 8]]) // biome-ignore format: one row reads as one table
  expect([range([7, 4]), range([8, 1])]).toEqual([
    [3, 8],
    [2, 8],
  ])
  expect([rolesToGive([]), levelOf([]), levelOf([99])]).toEqual([[], undefined, undefined])
})

describe("a partner's token", () => {
  const tokenOf = (claims: unknown) => `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

  test('says what its visitor may', () => {
    const claims = { sub: 'größe-1', placard_partner: { user: 'größe-1', permissions: ['reports.read', 'channels.read'] } }
    expect(partnerPermissions(tokenOf(claims))).toEqual({ 'reports.read': true, 'channels.read': true })
  })

  test.each([
    undefined,
    '',
    'opaque',
    'a.b.c',
    'a.!!.c',
    tokenOf({ sub: '3' }),
    tokenOf({ placard_partner: { permissions: 'all' } }),
    tokenOf(null),
  ])('of another kind says nothing: %s', (token) => expect(partnerPermissions(token)).toBeUndefined())
})
