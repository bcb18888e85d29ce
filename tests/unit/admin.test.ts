import { describe, expect, test } from 'vitest'
import { setupI18n } from '@lingui/core'
import { placeOf } from '../../src/surfaces/admin/context.tsx'
import { areasOfAdvertiser, areasOfClient, platformAreas } from '../../src/surfaces/admin/frame/areas.ts'
import { userEditPath, userPath, usersPath } from '../../src/surfaces/admin/links.ts'
import { roleName } from '../../src/parts/account/role-names.ts'
import { changeOf, listsFor, type RoleOption, type UserValues, userRules } from '../../src/surfaces/admin/users/values.ts'
import { batchesOf, selectedIds } from '../../src/surfaces/admin/frame/selected-ids.ts'
import { administerUserRule } from '../../src/contract/users/users.rules.ts'
import { firstFault } from '../../src/contract/fields/faults.ts'
import { matchAddress } from '../../src/contract/addresses/addresses.ts'
import { importsOf, targetOf } from '../house/imports.ts'
import { filesUnder, readSource } from '../house/source.ts'

describe('a path of the administration', () => {
  test.each([
    ['', {}],
    ['users/8', {}],
    ['clients/1/users/8/edit', { clientId: 1 }],
    ['clients/1/advertisers/7/users/8', { clientId: 1, advertiserId: 7 }],
    ['clients/1/advertiser-groups/3/users', { clientId: 1, advertiserGroupId: 3 }],
    ['tools/users/create', {}],
  ])('%s is about %j', (path, place) => expect(placeOf(path)).toMatchObject(place))

  test('of a user leads to an address of the surface', () => {
    for (const place of [{}, { clientId: 1 }, { clientId: 1, advertiserId: 7 }])
      for (const path of [userPath(8, place), userEditPath(8, place), usersPath(place)])
        expect([path, matchAddress(`/admin/${path}`)?.tag]).toEqual([path, 'ad-admin'])
  })
})

describe('the areas', () => {
  const owners = (pathname: string, tab: string | null = null) =>
    [...platformAreas, ...areasOfClient(1), ...areasOfAdvertiser(1, 7)].filter(({ owns }) => owns(pathname, tab)).map(({ path }) => path)
  test('own their pages', () => {
    expect(owners('')).toEqual([''])
    expect(owners('users/8')).toEqual(['users'])
    expect(owners('clients/1', 'users')).toEqual(['clients/1?tab=users'])
    expect(owners('clients/1/users/8/edit')).toEqual(['clients/1?tab=users'])
    expect(owners('clients/1/advertisers/7/users/8')).toContain('clients/1/advertisers/7?tab=users')
    expect(owners('clients/12/users/8')).toEqual([])
  })

  test('import the shared folders and themselves, never each other', () => {
    const root = 'src/surfaces/admin/'
    const shared = ['frame', 'tenants']
    const folderOf = (path: string) => /^src\/surfaces\/admin\/([^/]+)\//.exec(path)?.[1]
    const strangers = filesUnder('src/surfaces/admin')
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) => {
        const source = readSource(path)
        return importsOf(source)
          .filter(({ kind }) => kind !== 'import()')
          .flatMap((one) => targetOf(source, one) ?? [])
          .filter((to) => to.startsWith(root))
          .map((to) => [folderOf(path), folderOf(to)] as const)
          .filter(([from, to]) => to !== undefined && to !== from && !shared.includes(to))
          .map(([from, to]) => `${path} of ${from ?? 'the surface'} imports ${to}`)
      })
    expect(strangers).toEqual([])
  })
})

const role = (id: number): RoleOption => ({ id, label: `Role ${id}`, baseRoleId: id })
const values = (change: Partial<UserValues> = {}): UserValues => ({
  first_name: 'Carla',
  last_name: 'Ruiz',
  locale_id: { id: 1, label: 'English' },
  role_ids: [role(7)],
  'access.clients': [{ id: 1, label: 'Retailer' }],
  'access.advertiser_groups': [{ id: 5, label: 'Group' }],
  'access.advertisers': [{ id: 3, label: 'Palisade' }],
  ...change,
})

describe('the form of a user', () => {
  test.each([
    [[2, 7], 'none', { clients: [], advertiser_groups: [], advertisers: [] }],
    [[3], 'clients', { clients: [1], advertiser_groups: [5], advertisers: [3] }],
    [[7, 8], 'advertisers', { clients: [], advertiser_groups: [5], advertisers: [3] }],
  ])('sends the access that the roles %j use', (ids, lists, access) => {
    const role_ids = ids.map(role)
    expect(listsFor(role_ids)).toBe(lists)
    expect(changeOf({ status: 'active' }, values({ role_ids })).access).toEqual(access)
  })

  test('needs the access that its roles use', () => {
    const faultOf = (field: 'access.clients' | 'access.advertisers', change: Partial<UserValues>) => {
      const all = values(change)
      return firstFault(userRules[field], all[field], all)?.code
    }
    const none = { 'access.clients': [], 'access.advertiser_groups': [], 'access.advertisers': [] }
    expect(faultOf('access.clients', { ...none, role_ids: [role(4)] })).toBe('required')
    expect(faultOf('access.clients', { ...none, role_ids: [role(7)] })).toBeUndefined()
    expect(faultOf('access.advertisers', { ...none, role_ids: [role(7)] })).toBe('required')
    expect(faultOf('access.advertisers', { 'access.advertisers': [] })).toBeUndefined()
    expect(faultOf('access.advertisers', { ...none, role_ids: [role(1)] })).toBeUndefined()
  })
})

test('who may administer a user: higher and equal levels, but never oneself', () => {
  const caller = { userId: 3, roles: [3] }
  const ruleOf = (userId: number, roles: number[]) => administerUserRule(caller, { userId, roles })
  expect([ruleOf(4, [3]), ruleOf(8, [7, 8])]).toEqual([true, true])
  expect([ruleOf(3, [3]), ruleOf(2, [2]), ruleOf(1, [1])]).toEqual([{ code: 'own_account' }, { code: 'above_you' }, { code: 'above_you' }])
  expect(administerUserRule({ userId: 1, roles: [1] }, { userId: 9, roles: [1] })).toBe(true)
})

test('all matching users are read page by page, without those that were deselected', async () => {
  const pages = [1000, 1000, 3]
  const readPage = async ({ pagination: { start, count } }: { pagination: { start: number; count: number } }) =>
    Array.from({ length: Math.min(count, pages[start / 1000] ?? 0) }, (_, index) => ({ id: start + index + 1 }))
  const selection = { isAll: true, rows: new Map<string, { id: number }>(), except: new Set(['2']) }
  const ids = await selectedIds(selection, ({ id }) => id, readPage)
  expect([ids.length, ids[0], ids[1], ids.at(-1)]).toEqual([2002, 1, 3, 2003])
})

test('a request takes a part of the rows', () => {
  expect(batchesOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(batchesOf([], 2)).toEqual([])
})

test('a role of a client has the name that the client gave it', () => {
  const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
  expect(roleName({ role_id: 9, name: 'Campaign desk' }, i18n)).toBe('Campaign desk')
})
