import { traverseFast } from '@babel/types'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { finding, lineOf, type Source, treeOf } from './source.ts'

/** A permission check in code, outside the endpoints. */
export interface PermissionCheck {
  readonly permission: string
  readonly location: string
}

const isNamed = (node: { readonly type: string; readonly name?: unknown }, name: string) =>
  node.type.endsWith('Identifier') && node.name === name

/** Permissions that a file checks: `hasPermission(map, 'users.read')` and `may="users.read"`. */
export function permissionChecksIn(source: Source): PermissionCheck[] {
  const checks: PermissionCheck[] = []
  traverseFast(treeOf(source), (node) => {
    const checked =
      node.type === 'CallExpression' && isNamed(node.callee, 'hasPermission')
        ? node.arguments[1]
        : node.type === 'JSXAttribute' && isNamed(node.name, 'may')
          ? node.value
          : undefined
    if (checked?.type === 'StringLiteral')
      checks.push({ permission: checked.value, location: finding(source, lineOf(node), checked.value) })
  })
  return checks
}

type CheckingEndpoint = Pick<Endpoint, 'may' | 'method' | 'path'>

/** Permissions that no endpoint and no check in code names. */
export function unusedPermissions(
  permissions: readonly string[],
  endpoints: readonly CheckingEndpoint[],
  checks: readonly PermissionCheck[],
) {
  const used = new Set([...endpoints.map(({ may }) => may), ...checks.map(({ permission }) => permission)])
  return permissions.filter((permission) => !used.has(permission)).map((permission) => `${permission}: nothing checks it`)
}

/** Unknown permissions that endpoints or checks in code name. */
export const unknownPermissions = (
  permissions: readonly string[],
  endpoints: readonly CheckingEndpoint[],
  checks: readonly PermissionCheck[],
) => [
  ...endpoints.flatMap(({ may, method, path }) =>
    may && !permissions.includes(may) ? [`${method} ${path}: ${may} is not a permission`] : [],
  ),
  ...checks.flatMap(({ permission, location }) => (permissions.includes(permission) ? [] : [`${location} is not a permission`])),
]

type Grants = Readonly<Record<number, readonly string[]>>

/** Permissions that no demo user has through a role. */
export function unheldPermissions(permissions: readonly string[], grants: Grants, people: readonly { readonly role: number }[]) {
  const held = new Set(people.flatMap(({ role }) => grants[role] ?? []))
  return permissions.filter((permission) => !held.has(permission)).map((permission) => `${permission}: no demo user has it`)
}

/** Unknown permissions that roles grant. */
export const unknownGrants = (permissions: readonly string[], grants: Grants) =>
  Object.entries(grants).flatMap(([role, granted]) =>
    granted
      .filter((permission) => !permissions.includes(permission))
      .map((permission) => `role ${role} grants ${permission}, which is not a permission`),
  )

/** Roles without a demo user, which cannot be tried in the demo. */
export const unusedRoles = (
  roles: readonly { readonly role_id: number; readonly name: string }[],
  people: readonly { readonly role: number }[],
) => roles.filter(({ role_id }) => !people.some(({ role }) => role === role_id)).map(({ name }) => `${name}: no demo user has this role`)
