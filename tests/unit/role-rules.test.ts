import { describe, expect, test } from 'vitest'
import { type EffectiveRole, roleEffect, type RoleHolder } from '../../demo/platform/roles/effect.ts'
import { changePermissionsRule, manageRoleRule, removeRoleRule } from '../../src/contract/access/role.rules.ts'

const superUser = { roleIds: [1], baseRoleIds: [1], isInternal: true }
const internalAdmin = { roleIds: [2], baseRoleIds: [2], isInternal: true }
const clientAdmin = { roleIds: [3, 12], baseRoleIds: [3, 8], isInternal: false }
const builtIn = (role_id: number) => ({ role_id, base_role_id: role_id, member_group_id: null })
const custom = (role_id: number, base_role_id: number) => ({ role_id, base_role_id, member_group_id: 1 })

describe('a role', () => {
  test.each([
    ['a super user', superUser, builtIn(2), true],
    ['an internal admin', internalAdmin, builtIn(1), 'above_you'],
    ['an internal admin', internalAdmin, custom(11, 3), true],
    ['a client admin', clientAdmin, builtIn(4), 'built_in'],
    ['a client admin', clientAdmin, custom(11, 3), true],
    ['a client admin', clientAdmin, builtIn(2), 'above_you'],
  ] as const)('is managed by %s: %#', (_, editor, role, expected) => {
    const rule = manageRoleRule(editor, role)
    expect(rule === true || rule.code).toBe(expected)
  })

  test('keeps its permissions if it is one’s own, or that of the super user', () => {
    expect(changePermissionsRule(clientAdmin, custom(12, 8))).toEqual({ code: 'own_role' })
    expect(changePermissionsRule(superUser, builtIn(1))).toEqual({ code: 'super_user' })
    expect(changePermissionsRule(internalAdmin, builtIn(2))).toEqual({ code: 'own_role' })
    expect(changePermissionsRule(clientAdmin, custom(11, 8))).toBe(true)
  })

  test('is removed only if it is of a client and no user has it', () => {
    expect(removeRoleRule(superUser, { ...builtIn(8), user_count: 0 })).toEqual({ code: 'built_in' })
    expect(removeRoleRule(clientAdmin, { ...custom(11, 8), user_count: 2 })).toEqual({ code: 'assigned' })
    expect(removeRoleRule(clientAdmin, { ...custom(11, 8), user_count: null })).toBe(true)
  })
})

const role = (role_id: number, words: string[], member_group_id: number | null = null): EffectiveRole => ({
  role_id,
  member_group_id,
  words: new Set(words),
})
const client = (thing_id: number, role_id: number | null = null) => ({
  kind: 'client',
  thing_id,
  role_id,
  member_group_id: thing_id,
  advertiser_group_id: null,
})
const desk = role(20, ['campaigns.review'])
const holder = (change: Partial<RoleHolder> = {}): RoleHolder => ({ role_ids: [20], entries: [client(1)], overrides: [], ...change })
const lost = (holders: readonly RoleHolder[], others: readonly EffectiveRole[] = []) =>
  roleEffect(desk, { added: [], removed: ['campaigns.review'] }, holders, new Map(others.map((one) => [one.role_id, one])))[0]?.lose

describe('the effect of a change of a role', () => {
  const reviewer = role(21, ['campaigns.review'])
  test('is none for users whom another role grants the permission', () => {
    expect(lost([holder(), holder({ role_ids: [20, 21] })], [reviewer])).toBe(1)
    expect(lost([holder({ role_ids: [20, 21] })], [role(21, [])])).toBe(1)
  })

  test('counts another role only where it applies', () => {
    const both = [20, 21]
    expect(lost([holder({ role_ids: both, entries: [client(1), client(2)] })], [role(21, ['campaigns.review'], 1)])).toBe(1)
    expect(lost([holder({ role_ids: both, entries: [client(1)] })], [role(21, ['campaigns.review'], 1)])).toBe(0)
    expect(lost([holder({ role_ids: both, entries: [client(1, 20), client(2, 21)] })], [reviewer])).toBe(1)
    expect(lost([holder({ role_ids: both, entries: [client(1, 20), client(1, 21)] })], [reviewer])).toBe(0)
  })

  test('is none for users whose permission is set for them at all tenants, or to whom the role does not apply', () => {
    expect(lost([holder({ overrides: ['campaigns.review'] })])).toBe(0)
    expect(lost([holder({ entries: [client(1, 22)] })])).toBe(0)
  })

  test('counts internal staff, who have no access list', () => {
    expect(lost([holder({ entries: [] }), holder({ entries: [], role_ids: [20, 21] })], [reviewer])).toBe(1)
  })

  test('leaves out what the role has already, and what it lacks', () => {
    const change = { added: ['campaigns.review' as const, 'users.read' as const], removed: ['reports.read' as const] }
    expect(roleEffect(desk, change, [holder()], new Map())).toEqual([{ permission: 'users.read', gain: 1, lose: 0 }])
  })
})
