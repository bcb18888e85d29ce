import { describe, expect, test } from 'vitest'
import { roleLevelOf, gateRule, assignableRolesOf } from '../../src/contract/access/gate.rules.ts'
import { roles } from '../../src/contract/access/permissions.ts'
import { partnerPermissions } from '../../src/parts/scope/token-claims.ts'

const admin = { roles: [3], permissions: { 'reports.read': true, 'users.read': false } }
const both = { roles: [3, 5], permissions: { 'reports.read': true, 'users.read': true } }
const nobody = { roles: [], permissions: {} }

describe('a gate', () => {
  test('without conditions is open to all', () => {
    expect([
      gateRule(nobody, {}),
      gateRule(nobody, { roles: [], permissions: [] }),
      gateRule(nobody, { any: true, anyRole: true }),
    ]).toEqual([true, true, true])
  })

  test('requires all roles, or any of them', () => {
    expect(gateRule(both, { roles: [3, 5] })).toBe(true)
    expect(gateRule(admin, { roles: [3, 5] })).toEqual({ code: 'no_role', roles: [3, 5] })
    expect(gateRule(admin, { roles: [3, 5], anyRole: true })).toBe(true)
    expect(gateRule(nobody, { roles: [3, 5], anyRole: true })).toMatchObject({ code: 'no_role' })
  })

  test('requires all permissions, or any of them, and names the missing ones', () => {
    expect(gateRule(both, { permissions: ['reports.read', 'users.read'] })).toBe(true)
    expect(gateRule(admin, { permissions: ['reports.read', 'users.read'] })).toEqual({
      code: 'no_permission',
      permissions: ['users.read'],
    })
    expect(gateRule(admin, { permissions: ['reports.read', 'users.read'], any: true })).toBe(true)
    expect(gateRule(nobody, { permissions: ['reports.read', 'users.read'], any: true })).toMatchObject({ code: 'no_permission' })
  })

  test('checks roles and permissions independently', () => {
    expect(gateRule(admin, { roles: [3], permissions: ['users.read'], anyRole: true })).toMatchObject({ code: 'no_permission' })
    expect(gateRule(admin, { roles: [1], permissions: ['reports.read'], any: true })).toMatchObject({ code: 'no_role' })
  })

  test('stays closed while another condition fails', () => {
    expect(gateRule(admin, { permissions: ['reports.read'], when: false })).toEqual({ code: 'not_now' })
    expect(gateRule(admin, { when: true })).toBe(true)
  })

  test('ignores inherited property names', () => {
    expect(gateRule({ roles: [], permissions: Object.create({ 'reports.read': true }) }, { permissions: ['reports.read'] })).not.toBe(true)
  })
})

test('assignable roles depend on the level: 2 to 8, 3 to 8, 5 to 8', () => {
  const range = (held: readonly number[]) => [assignableRolesOf(held)[0], assignableRolesOf(held).at(-1)]
  expect(roles.map(({ role_id }) => range([role_id]))).toEqual([[2, 8], [2, 8], [3, 8], [3, 8], [5, 8], [5, 8], [5, 8], [5, 8]]) // biome-ignore format: one row reads as one table
  expect([range([7, 4]), range([8, 1])]).toEqual([
    [3, 8],
    [2, 8],
  ])
  expect([assignableRolesOf([]), roleLevelOf([]), roleLevelOf([99])]).toEqual([[], undefined, undefined])
})

describe("a partner's token", () => {
  const tokenOf = (claims: unknown) => `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

  test('contains the permissions of its visitor', () => {
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
  ])('of another kind is ignored: %s', (token) => expect(partnerPermissions(token)).toBeUndefined())
})
