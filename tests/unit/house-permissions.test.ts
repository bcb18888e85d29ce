import { describe, expect, test } from 'vitest'
import { people } from '../../demo/platform/seed/people.ts'
import { get } from '../../src/contract/endpoint.ts'
import { permissions, rolePermissions } from '../../src/contract/access/permissions.ts'
import { roles } from '../../src/contract/access/roles.ts'
import { gatesIn, misgranted, rolesOfNobody, unknownPermissions, unusedPermissions } from '../house/permissions.ts'

describe('each permission error is reported', () => {
  const made = 'funds.melt'
  const more = [...permissions, made]
  const melt = get('v1/funds', { may: made })
  const gates = permissions.map((word) => ({ word, location: '' }))

  test('a permission that nothing checks', () => {
    expect(unusedPermissions(more, [], gates)).toEqual(['funds.melt: nothing asks for it'])
    expect(unusedPermissions(more, [melt], gates)).toEqual([])
    expect(unusedPermissions(more, [], [...gates, { word: made, location: '' }])).toEqual([])
  })

  test('an endpoint and a gate with an unknown permission', () => {
    expect(unknownPermissions(permissions, [melt], [])).toEqual(['GET v1/funds: funds.melt is no permission'])
    expect(unknownPermissions(permissions, [], [{ word: made, location: 'src/a.ts:1: funds.melt' }])).toEqual([
      'src/a.ts:1: funds.melt is no permission',
    ])
  })

  test('a gate in script and in markup', () => {
    const text = `const a = hasPermission(map, 'funds.melt') && hasPermission(map, word)\nconst b = <Gate may="funds.pour" may-not="funds.x">funds.y</Gate>`
    expect(gatesIn({ path: 'src/a.tsx', text }).map(({ location }) => location)).toEqual([
      'src/a.tsx:1: funds.melt',
      'src/a.tsx:2: funds.pour',
    ])
  })

  test('a permission that no user has, and a granted one that does not exist', () => {
    expect(misgranted(more, rolePermissions, people)).toEqual(['funds.melt: nobody of the demonstration has it'])
    expect(misgranted([made], { 9: [made] }, people)).toEqual(['funds.melt: nobody of the demonstration has it'])
    expect(misgranted([], { 1: [made] }, people)).toEqual(['role 1 grants funds.melt, which is no permission'])
  })

  test('a role that no user has', () => {
    expect(rolesOfNobody([...roles, { role_id: 9, name: 'gardener' }], people)).toEqual(['gardener: nobody of the demonstration is one'])
  })
})
