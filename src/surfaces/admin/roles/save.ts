import type { I18n } from '@lingui/core'
import { roleEndpoints, type Role } from '../../../contract/access/role-endpoints.ts'
import { ifMatch, type Send } from '../../../kit/api.ts'
import { isOutcomeUnknown } from '../../../kit/idempotent-write.ts'
import { asProblem, isOutdated, Problem, problemText } from '../../../kit/problem.ts'

/** The fields of the form: the name, and whether the role has each permission. */
export type RoleValues = { readonly name: string; readonly [word: `${string}.${string}`]: boolean }
export type RoleField = keyof RoleValues & string

/** A permission as the form names it. */
export const wordOf = (area: string, action: string) => `${area}.${action}` as const

/** The permissions of a role, granted or not, by word. */
export const permissionsOf = ({ activities }: Role) =>
  new Map(activities.flatMap(({ name, permissions }) => permissions.map((one) => [wordOf(name, one.name), one] as const)))

export const valuesOf = (role: Role): RoleValues => ({
  ...Object.fromEntries([...permissionsOf(role)].map(([word, { selected }]) => [word, selected])),
  name: role.name,
})

interface Step {
  readonly field: RoleField
  readonly send: (options: ReturnType<typeof ifMatch>) => Promise<unknown>
}

/** The requests that save the changes: first what is granted, then what is revoked, then the name. */
function stepsOf(role: Role, changes: Partial<RoleValues>, send: Send): Step[] {
  const { role_id } = role
  const changed = [...permissionsOf(role)].filter(([word, { selected }]) => changes[word] !== undefined && changes[word] !== selected)
  const granted = changed.filter(([, { selected }]) => !selected)
  const revoked = changed.filter(([, { selected }]) => selected)
  const { name } = changes
  return [
    ...granted.map(([field, { activity_id, permission_id }]) => ({
      field,
      send: (options: ReturnType<typeof ifMatch>) => send(roleEndpoints.grant, { body: { role_id, activity_id, permission_id } }, options),
    })),
    ...revoked.flatMap(([field, { role_permission_id: rolePermissionId }]) =>
      rolePermissionId === null
        ? []
        : [
            {
              field,
              send: () => send(roleEndpoints.revoke, { path: { rolePermissionId } }),
            },
          ],
    ),
    ...(name === undefined || name === role.name
      ? []
      : [
          {
            field: 'name' as const,
            send: (options: ReturnType<typeof ifMatch>) =>
              send(roleEndpoints.change, { path: { roleId: role_id }, body: { name: name.trim() } }, options),
          },
        ]),
  ]
}

interface FailedStep {
  readonly field: RoleField
  readonly problem: Problem
}

/** What a save has done. */
export interface SavedRole {
  /** The version of the role after it. */
  readonly version: number
  readonly saved: number
  /** Changes that are not saved, in the order of the requests. */
  readonly failed: readonly FailedStep[]
}

/**
 * Saves the changes one by one, because the platform takes them so. A refused change does not stop the others. A newer version or a lost
 * connection does, because what follows would be refused or might be done twice.
 */
export async function saveRole(role: Role, changes: Partial<RoleValues>, seenVersion: number, send: Send): Promise<SavedRole> {
  let version = seenVersion
  const failed: FailedStep[] = []
  let stop: Problem | undefined
  const steps = stepsOf(role, changes, send)
  for (const { field, send: sendStep } of steps) {
    if (stop) {
      failed.push({ field, problem: stop })
      continue
    }
    try {
      await sendStep(ifMatch(version))
      version += 1
    } catch (error) {
      const problem = asProblem(error)
      failed.push({ field, problem })
      if (isOutdated(problem) || isOutcomeUnknown(problem)) stop = problem
    }
  }
  return { version, saved: steps.length - failed.length, failed }
}

/** The problem of a save that was not complete; its fields are the changes that are not saved. */
export function problemOf(failed: readonly FailedStep[], i18n: I18n): Problem {
  const [first] = failed
  const problem = first?.problem ?? new Problem({ kind: 'broken' })
  const fields = failed.map(({ field, problem: own }) => {
    const code = own.fields[0]?.code
    return { path: field, rule: problemText(own, i18n), ...(code !== undefined && { code }) }
  })
  return new Problem({ kind: problem.kind, status: problem.status, code: problem.code, reply: { ...problem.reply, fields } })
}
