// @vitest-environment jsdom
import { beforeAll, describe, expect, test } from 'vitest'
import { addresses } from '../../src/contract/addresses/addresses.ts'
import type { GateRequirements } from '../../src/contract/access/gate.rules.ts'
import { gateRule } from '../../src/contract/access/gate.rules.ts'
import { rolePermissions, roles } from '../../src/contract/access/permissions.ts'
import { pageAddress } from '../../src/surfaces/console/navigation/address.ts'
import { breadcrumbWords } from '../../src/surfaces/console/navigation/breadcrumb-words.ts'
import { breadcrumbRoot, breadcrumbSteps } from '../../src/surfaces/console/navigation/breadcrumbs.tsx'
import {
  requiredPermission,
  currentEntryPath,
  flagOf,
  type NavigationOptions,
  groups,
  isPublicPage,
  visibleGroups,
  findMatch,
} from '../../src/surfaces/console/navigation/entries.ts'

const ground: NavigationOptions = {
  clientId: 1,
  advertiserId: 7,
  hasChannels: true,
  hasFunding: true,
  registration: 'harborline',
  isOn: () => true,
}
const anybody = () => true
const paths = (found: ReturnType<typeof visibleGroups>) => found.flatMap(({ entries }) => entries.map(({ path }) => path))
const standing = (id: (typeof roles)[number]['role_id']) => ({
  roles: [id],
  permissions: Object.fromEntries(rolePermissions[id].map((permission) => [permission, true])),
})

describe('the navigation', () => {
  test('contains only the overview while nothing else is built', () => {
    expect(paths(visibleGroups(ground, anybody))).toEqual(['clients/1'])
  })

  describe("with the page's own elements", () => {
    beforeAll(() => {
      const tags = new Set(groups.flatMap(({ entries }) => entries.map(({ tag }) => tag)))
      tags.delete('ad-console')
      for (const tag of tags) customElements.define(tag, class extends HTMLElement {})
    })

    test('shows everything to a super user, each at an address that opens its tag', () => {
      const all = visibleGroups(ground, anybody).flatMap(({ entries }) => entries)
      expect(all).toHaveLength(groups.flatMap(({ entries }) => entries).length)
      expect(all.filter(({ path, tag }) => findMatch(path)?.tag !== tag)).toEqual([])
    })

    test('hides what the client does not have: funding methods, its own sign-up', () => {
      const leftOut = (more: Partial<NavigationOptions>) =>
        paths(visibleGroups(ground, anybody)).filter((path) => !paths(visibleGroups({ ...ground, ...more }, anybody)).includes(path))
      expect(leftOut({ hasFunding: false })).toEqual(['clients/1/advertisers/7/funds'])
      expect(leftOut({ registration: undefined })).toEqual(['harborline/register'])
    })

    test('hides what the flag service switches off, each by its own flag', () => {
      for (const { tag, path } of visibleGroups(ground, anybody).flatMap(({ entries }) => entries)) {
        const isOn = (flag: string) => flag !== flagOf(tag)
        expect(paths(visibleGroups({ ...ground, isOn }, anybody))).not.toContain(path)
      }
      expect(flagOf('ad-yield-management')).toBe('console-yield-management')
    })

    // From the specification's role levels: pages of a whole client are for roles 1 to 4.
    test.each([
      ['clients/1', [1, 2, 3, 4, 5, 6, 7, 8]],
      ['clients/1/campaigns', [1, 2, 3, 4, 5, 6, 7]],
      ['clients/1/reporting', [1, 2, 3, 4, 5, 6, 7, 8]],
      ['clients/1/insertion-orders', [1, 2, 3, 4, 5, 6, 7, 8]],
      ['clients/1/advertisers/7/funds', [1, 2, 3, 4, 5, 6, 7]],
      ['clients/1/dashboard/publisher', [1, 2, 3, 4]],
      ['clients/1/yield-management', [1, 2, 3]],
      ['harborline/register', [1, 2, 3]],
      ['admin', [1, 2, 3, 4, 5]],
    ])('shows %s to the roles %j', (path, wanted) => {
      const may = roles.filter(({ role_id }) =>
        paths(visibleGroups(ground, (ask) => gateRule(standing(role_id), ask) === true)).includes(path),
      )
      expect(may.map(({ role_id }) => role_id)).toEqual(wanted)
    })

    test("hides what the user's permissions do not allow", () => {
      const nobody = (ask: GateRequirements) => gateRule({ roles: [3], permissions: {} }, ask) === true
      expect(paths(visibleGroups(ground, nobody))).toEqual(['clients/1'])
    })

    test('hides what needs an advertiser, a channel or a client that is missing', () => {
      expect(paths(visibleGroups({ ...ground, advertiserId: undefined }, anybody)).filter((path) => path.endsWith('/funds'))).toEqual([])
      expect(paths(visibleGroups({ ...ground, hasChannels: false }, anybody)).filter((path) => /creative|publisher/.test(path))).toEqual([])
      expect(paths(visibleGroups({ ...ground, clientId: undefined, registration: undefined }, anybody))).toEqual(['admin'])
    })

    test.each(roles.map(({ role_id, name }) => [name, role_id] as const))(
      'shows a %s the administration only while they may read users or clients',
      (_, id) => {
        const sees = (...permissions: string[]) => {
          const user = { roles: [id], permissions: Object.fromEntries(permissions.map((permission) => [permission, true])) }
          return paths(visibleGroups(ground, (ask) => gateRule(user, ask) === true)).includes('admin')
        }
        expect(sees('users.read')).toBe(id <= 5)
        expect(sees('member_groups.read')).toBe(id <= 5)
        expect(sees('campaigns.read')).toBe(false)
      },
    )

    test.each([
      ['clients/1', 'clients/1'],
      ['clients/1?tab=x', 'clients/1'],
      ['clients/1/campaigns/42', 'clients/1/campaigns'],
      ['clients/1/campaigns/automated-actions/create', 'clients/1/campaigns/automated-actions'],
      ['clients/1/saved_reports?show=mine', 'clients/1/reporting'],
      ['clients/1/saved_reports/10', 'clients/1/reporting'],
      ['clients/1/saved_report/10/schedule', 'clients/1/reporting'],
      ['clients/1/advertisers/7/saved_reports/10', 'clients/1/reporting'],
      ['clients/1/advertisers/7/reporting', 'clients/1/reporting'],
      ['clients/1/advertiser-insights/dashboard', undefined],
      ['clients/1/unknown', undefined],
      ['admin/users/3', 'admin'],
      ['administration', undefined],
    ])('at %s the current entry is %s', (path, current) => {
      expect(currentEntryPath(visibleGroups(ground, anybody), path)).toBe(current)
    })
  })
})

describe('a path of the console', () => {
  test('opens neither frame pages nor builder pages', () => {
    for (const path of ['embedded/clients/1/chart', 'embedded', 'ui', 'ui/fields', 'nowhere']) expect(findMatch(path)).toBeUndefined()
    expect(findMatch('')?.tag).toBe('ad-console')
    expect(findMatch('clients/1')?.path).toBe('clients/1')
  })
  test('is public for sign-in and sign-up only', () => {
    for (const path of ['login', 'harborline/login', 'setup-account?token=1', 'harborline/register'])
      expect(isPublicPage(findMatch(path))).toBe(true)
    for (const path of ['', 'clients/1', 'admin', 'nowhere']) expect(isPublicPage(findMatch(path))).toBe(false)
  })
  test.each([
    ['clients/1/ad-monitoring', [1, 2, 3, 4]],
    ['clients/1/dashboard/publisher/inventory', [1, 2, 3, 4]],
    ['clients/1/yield-management/price-floor', [1, 2, 3]],
    ['admin/users', [1, 2, 3, 4, 5]],
    ['admin/clients', [1, 2, 3, 4]],
    ['admin/clients/1/settings', [1, 2, 3, 4]],
    ['admin/clients/1/add-advertisers', [1, 2, 3]],
    ['admin/clients/1/spend-limits/edit', [1, 2, 3]],
    ['admin/clients/1/experience-creation/5', [1, 2, 3, 4]],
    ['admin/clients/1/advertisers/7/users/9', [1, 2, 3, 4, 5]],
    ['admin/clients/1/advertisers/7/users/9/edit', [1, 2, 3, 5]],
    ['admin/clients/1/client-configuration-tool', [1, 2]],
  ])('%s is for the roles %j', (path, wanted) => {
    const match = findMatch(path)
    const may = roles.filter(({ role_id }) => match && gateRule(standing(role_id), requiredPermission(match)) === true)
    expect(may.map(({ role_id }) => role_id)).toEqual(wanted)
  })

  test.each(['clients/1/campaigns/create', 'clients/1/configured-campaign-builder', 'clients/1/campaigns/42'])(
    '%s needs permission to read advertisers and campaigns',
    (path) => {
      const match = findMatch(path)
      const result = (permissions: Readonly<Record<string, boolean>>) =>
        match && gateRule({ roles: [6], permissions }, requiredPermission(match))
      expect(result({ 'campaigns.read': true })).toEqual({ code: 'no_permission', permissions: ['advertisers.read'] })
      expect(result({ 'advertisers.read': true })).toEqual({ code: 'no_permission', permissions: ['campaigns.read'] })
      expect(result({ 'advertisers.read': true, 'campaigns.read': true })).toBe(true)
    },
  )

  test('of the internal tools is for internal staff', () => {
    const match = findMatch('placard/clients/create')
    const may = roles.filter(({ role_id }) => match && gateRule(standing(role_id), requiredPermission(match)) === true)
    expect(may.map(({ role_id }) => role_id)).toEqual([1, 2])
  })
  test('is in the fragment in a frame, and never leads to another origin', () => {
    const at = (address: string, isEmbedded: boolean) => {
      const { pathname, search, hash, origin } = new URL(address, 'http://console.example')
      return pageAddress(isEmbedded, { pathname, search, hash, origin })
    }
    expect(at('/clients/1?x=1#y', false).read()).toBe('clients/1?x=1')
    expect(at('/embedded?client_id=1#/clients/1?x=1', true).read()).toBe('clients/1?x=1')
    expect(at('/embedded#return-route=%2Fclients%2F1%3Fx%3D1', true).read()).toBe('clients/1?x=1')
    expect(at('/embedded#return-route=//evil.example', true).read()).toBe('')
    for (const path of ['//evil.example', '\\evil.example', '/\\/evil.example'])
      for (const isEmbedded of [true, false])
        expect(new URL(at('/', isEmbedded).of(path), 'http://console.example/embedded').origin).toBe('http://console.example')
  })
})

test('a path segment without a page leads back to the start', () => {
  expect(breadcrumbSteps('admin/users/8', 'admin')).toEqual([
    { segment: 'users', path: 'admin/users' },
    { segment: '8', path: 'admin/users/8' },
  ])
  expect(breadcrumbSteps('admin/clients/1/spend-limits/add', 'admin')[2]).toEqual({ segment: 'spend-limits', path: 'admin' })
  expect(breadcrumbRoot('placard/clients/create')).toBe('admin')
  expect(breadcrumbRoot('administration')).toBeUndefined()
  expect(breadcrumbSteps('placard/clients/create', 'admin')).toEqual([
    { segment: 'clients', path: 'admin' },
    { segment: 'create', path: 'placard/clients/create' },
  ])
  expect(breadcrumbSteps('clients/1/saved_report/10/schedule', 'clients/1').map(({ path }) => path)).toEqual([
    'clients/1/saved_reports',
    'clients/1/saved_reports/10',
    'clients/1/saved_report/10/schedule',
  ])
  expect(breadcrumbSteps('clients/1/advertisers/7/campaigns', 'clients/1').map(({ path }) => path)).toEqual([
    'clients/1',
    'clients/1',
    'clients/1/advertisers/7/campaigns',
  ])
})

test('every fixed segment of a breadcrumb address has a label, and nothing else has', () => {
  const withWay = addresses
    .map(({ pattern }) => pattern.slice(1))
    .filter((pattern) => breadcrumbRoot(pattern.replace(/:\w+/g, '1')) !== undefined)
  const fixed = new Set(withWay.flatMap((pattern) => pattern.split('/')).filter((segment) => !segment.startsWith(':')))
  expect(Object.keys(breadcrumbWords).sort()).toEqual([...fixed].sort())
})
