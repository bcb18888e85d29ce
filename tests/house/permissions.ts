import { traverseFast } from '@babel/types'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { finding, lineOf, type Source, treeOf } from './source.ts'

/** A permission check in code, outside the endpoints. */
export interface Gate {
  readonly word: string
  readonly location: string
}

const isNamed = (node: { readonly type: string; readonly name?: unknown }, name: string) =>
  node.type.endsWith('Identifier') && node.name === name

/** Permissions that a file checks: `hasPermission(map, 'word')` and `may="word"`. */
export function gatesIn(source: Source): Gate[] {
  const gates: Gate[] = []
  traverseFast(treeOf(source), (node) => {
    const asked =
      node.type === 'CallExpression' && isNamed(node.callee, 'hasPermission')
        ? node.arguments[1]
        : node.type === 'JSXAttribute' && isNamed(node.name, 'may')
          ? node.value
          : undefined
    if (asked?.type === 'StringLiteral') gates.push({ word: asked.value, location: finding(source, lineOf(node), asked.value) })
  })
  return gates
}

type Asking = Pick<Endpoint, 'may' | 'method' | 'path'>

/** Permissions that no endpoint and no gate checks. */
export function unusedPermissions(permissions: readonly string[], endpoints: readonly Asking[], gates: readonly Gate[]) {
  const asked = new Set([...endpoints.map(({ may }) => may), ...gates.map(({ word }) => word)])
  return permissions.filter((word) => !asked.has(word)).map((word) => `${word}: nothing asks for it`)
}

/** Unknown permissions that endpoints or gates check. */
export const unknownPermissions = (permissions: readonly string[], endpoints: readonly Asking[], gates: readonly Gate[]) => [
  ...endpoints.flatMap(({ may, method, path }) =>
    may && !permissions.includes(may) ? [`${method} ${path}: ${may} is not a permission`] : [],
  ),
  ...gates.flatMap(({ word, location }) => (permissions.includes(word) ? [] : [`${location} is not a permission`])),
]

type Granted = Readonly<Record<number, readonly string[]>>

/** Permissions that no demo user has through a role, and unknown permissions that roles grant. */
export function misgranted(permissions: readonly string[], granted: Granted, people: readonly { readonly role: number }[]) {
  const held = new Set(people.flatMap(({ role }) => granted[role] ?? []))
  return [
    ...permissions.filter((word) => !held.has(word)).map((word) => `${word}: no demo user has it`),
    ...Object.entries(granted).flatMap(([role, words]) =>
      words.filter((word) => !permissions.includes(word)).map((word) => `role ${role} grants ${word}, which is not a permission`),
    ),
  ]
}

/** Roles without a demo user, which cannot be tried in the demo. */
export const unusedRoles = (
  roles: readonly { readonly role_id: number; readonly name: string }[],
  people: readonly { readonly role: number }[],
) => roles.filter(({ role_id }) => !people.some(({ role }) => role === role_id)).map(({ name }) => `${name}: no demo user has this role`)
