import type { RuleResult } from '../../../src/contract/reply.ts'
import { statusChoices } from '../../../src/contract/statuses.ts'

/** The requested change of a client. */
export interface RequestedClientChange {
  readonly status?: string | undefined
  readonly [detail: string]: unknown
}

/** Fields that only internal staff may change: where the client is reached and how its users sign in. */
export const internalFields = ['host_name', 'login_key', 'sso_organization_id', 'sso_connection_id'] as const

const changedDetails = ({ status: _, ...details }: RequestedClientChange) =>
  Object.keys(details).filter((name) => details[name] !== undefined)

/** The client's status after a change. A change of any other field sets it to `pending` for a new review. */
export const clientStatusAfter = (currentStatus: string, change: RequestedClientChange): string =>
  changedDetails(change).length > 0 ? 'pending' : (change.status ?? currentStatus)

/** Permission for a change of a client. Only internal staff may end a review. */
export function changeClientRule(currentStatus: string, change: RequestedClientChange, isInternal: boolean): RuleResult {
  const reserved = internalFields.find((name) => change[name] !== undefined)
  if (reserved && !isInternal) return { code: 'internal_only', field: reserved }
  if (change.status === undefined || change.status === currentStatus) return true
  if (!(statusChoices.editClient as readonly string[]).includes(change.status)) return { code: 'no_such_status', status: change.status } // widened to string
  return currentStatus !== 'pending' || isInternal || changedDetails(change).length > 0 || { code: 'under_review' }
}

/** Derives the key of the client's sign-in address from its name. Empty if the name has no letter or digit. */
export const loginKeyOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z\d]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
