import { describe, expect, test } from 'vitest'
import { people } from '../../demo/platform/seed/people.ts'
import { get } from '../../src/contract/endpoint.ts'
import { permissions, rolePermissions, roles } from '../../src/contract/access/permissions.ts'
import {
  permissionChecksIn,
  unheldPermissions,
  unknownGrants,
  unknownPermissions,
  unusedPermissions,
  unusedRoles,
} from '../house/permissions.ts'

describe('the check of permissions', () => {
  const unknown = 'funds.melt'
  const withUnknown = [...permissions, unknown]
  const endpoint = get('v1/funds', { may: unknown })
  const checks = permissions.map((permission) => ({ permission, location: '' }))

  test('reports a permission that nothing checks', () => {
    expect(unusedPermissions(withUnknown, [], checks)).toEqual(['funds.melt: nothing checks it'])
    expect(unusedPermissions(withUnknown, [endpoint], checks)).toEqual([])
    expect(unusedPermissions(withUnknown, [], [...checks, { permission: unknown, location: '' }])).toEqual([])
  })

  test('reports an endpoint and a check in code that name an unknown permission', () => {
    expect(unknownPermissions(permissions, [endpoint], [])).toEqual(['GET v1/funds: funds.melt is not a permission'])
    expect(unknownPermissions(permissions, [], [{ permission: unknown, location: 'src/a.ts:1: funds.melt' }])).toEqual([
      'src/a.ts:1: funds.melt is not a permission',
    ])
  })

  test('finds permission checks in code and markup', () => {
    const text = `const a = hasPermission(map, 'funds.melt') && hasPermission(map, permission)\nconst b = <Gate may="funds.pour" may-not="funds.x">funds.y</Gate>`
    expect(permissionChecksIn({ path: 'src/a.tsx', text }).map(({ location }) => location)).toEqual([
      'src/a.tsx:1: funds.melt',
      'src/a.tsx:2: funds.pour',
    ])
  })

  test('reports a permission that no demo user has', () => {
    expect(unheldPermissions(withUnknown, rolePermissions, people)).toEqual(['funds.melt: no demo user has it'])
    // Role 9 has no demo user.
    expect(unheldPermissions([unknown], { 9: [unknown] }, people)).toEqual(['funds.melt: no demo user has it'])
  })

  test('reports a granted permission that does not exist', () => {
    expect(unknownGrants(permissions, { 1: [unknown] })).toEqual(['role 1 grants funds.melt, which is not a permission'])
  })

  test('reports a role that no demo user has', () => {
    expect(unusedRoles([...roles, { role_id: 9, name: 'gardener' }], people)).toEqual(['gardener: no demo user has this role'])
  })
})
