import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import type { Role } from '../../src/contract/access/role-endpoints.ts'
import { areas } from '../../src/contract/access/permissions.ts'
import { type Endpoint, endpointName } from '../../src/contract/endpoint.ts'
import type { Send } from '../../src/kit/api.ts'
import { Problem } from '../../src/kit/problem.ts'
import { comparedRows } from '../../src/surfaces/admin/roles/compare.tsx'
import { problemOf, saveRole, valuesOf } from '../../src/surfaces/admin/roles/save.ts'
import { areaName, explanationOf, permissionName } from '../../src/surfaces/admin/roles/words.ts'

const held = ['users.read', 'users.create', 'users.change']
/** A role with three permissions of users; the ids follow the order of the areas. */
const role = (words: readonly string[] = held): Role => {
  let id = 0
  const activities = Object.entries(areas).map(([name, actions], area) => ({
    activity_id: area + 1,
    name,
    permissions: actions.map((action) => {
      id += 1
      const selected = words.includes(`${name}.${action}`)
      return { role_permission_id: selected ? id : null, permission_id: id, activity_id: area + 1, name: action, selected }
    }),
  }))
  const row = {
    role_id: 11,
    id: 11,
    name: 'Desk',
    level: 'client',
    base_role_id: 4,
    member_group_id: 1,
    member_group_name: 'Retailer',
  } as const
  const access = { clients: [1], advertiser_groups: [], advertisers: [] }
  return { ...row, access, is_assignable: true, version: 4, permission_count: words.length, user_count: 2, activities }
}

const changes = {
  'advertisers.read': true,
  'advertisers.create': true,
  'advertisers.change': true,
  'advertisers.activate': true,
  'advertisers.remove': true,
  'users.read': false,
  'users.create': false,
  'users.change': false,
  name: 'Front desk',
}

/** A platform that fails the n-th request, and what was sent. */
function platform(failing: Readonly<Record<number, Problem>> = {}) {
  const sent: string[] = []
  const send = (async (endpoint: Endpoint, _: unknown, options: { ifMatch?: string } = {}) => {
    sent.push(`${endpointName(endpoint).replace(/v1\//, '')} ${options.ifMatch}`)
    const problem = failing[sent.length]
    if (problem) throw problem
    return 'success'
  }) as Send // the results are not read
  return { sent, send }
}
const refused = new Problem({
  kind: 'conflict',
  status: 409,
  reply: { code: 'conflict', fields: [{ path: 'role', rule: 'no', code: 'last_client_admin' }] },
})

test('a save grants, then revokes, then renames, and names the version that the one before has made', async () => {
  const { sent, send } = platform()
  expect(await saveRole(role(), changes, 4, send)).toEqual({ version: 13, saved: 9, failed: [] })
  expect(sent).toEqual([
    ...[4, 5, 6, 7, 8].map((version) => `POST role_permissions "${version}"`),
    ...Array(3).fill('DELETE role_permissions/:rolePermissionId undefined'),
    'PUT roles/:roleId "12"',
  ])
})

test('a refused change does not stop the others, and keeps its field and reason', async () => {
  const { sent, send } = platform({ 7: refused })
  const { version, saved, failed } = await saveRole(role(), changes, 4, send)
  expect([sent.length, version, saved, failed.map(({ field }) => field)]).toEqual([9, 12, 8, ['users.create']])
  const problem = problemOf(failed, setupI18n({ locale: 'en-US', messages: { 'en-US': {} } }))
  expect(problem.fields).toMatchObject([{ path: 'users.create', code: 'last_client_admin' }])
})

test.each([
  ['a newer version', new Problem({ kind: 'conflict', status: 412 })],
  ['a lost connection', new Problem({ kind: 'unreachable' })],
])('%s ends the save, and all that follows is not saved', async (_, problem) => {
  const { sent, send } = platform({ 2: problem })
  const { saved, failed } = await saveRole(role(), changes, 4, send)
  expect([sent.length, saved, failed.length]).toEqual([2, 1, 8])
})

test('values that are as before are not sent', async () => {
  const { sent, send } = platform()
  await saveRole(role(), { ...valuesOf(role()), 'users.remove': false }, 4, send)
  expect(sent).toEqual([])
})

test('two roles are compared permission by permission', () => {
  const differing = comparedRows(role(), role(['users.read', 'campaigns.review'])).filter(({ isHere, isThere }) => isHere !== isThere)
  expect(differing).toEqual([
    { word: 'users.create', isHere: true, isThere: false },
    { word: 'users.change', isHere: true, isThere: false },
    { word: 'campaigns.review', isHere: false, isThere: true },
  ])
})

test('every permission has a name, and every action that is not common an explanation', () => {
  const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
  const unnamed = Object.entries(areas).flatMap(([area, actions]) => [
    ...(areaName(area, i18n) === area ? [area] : []),
    ...actions.filter((action) => {
      const isCommon = ['read', 'create', 'change', 'remove'].includes(action)
      return permissionName(`${area}.${action}`, i18n).endsWith(`: ${action}`) || (!isCommon && !explanationOf(`${area}.${action}`, i18n))
    }),
  ])
  expect(unnamed).toEqual([])
  expect(areaName('newer', i18n)).toBe('newer')
})
