import type { RuleResult } from '../reply.ts'
import { statusChoices } from '../statuses.ts'

/** The requested change of a client. */
export interface RequestedClientChange {
  readonly status?: string | undefined
  readonly [detail: string]: unknown
}

/** Where a client is reached. A new name that the client itself has chosen is only requested, until internal staff confirms the client. */
export const hostFields = ['host_name', 'login_key'] as const

/** Fields that only internal staff may change: how the client's users sign in. */
export const internalFields = ['sso_organization_id', 'sso_connection_id'] as const

/** Whether a change needs the permission to change hosts, in addition to that to change the client. */
export const changesHosts = (change: RequestedClientChange) => hostFields.some((name) => change[name] !== undefined)

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

/** Whether internal staff has to review a client after a change, which it did not have to before. */
export const needsReviewAfter = (currentStatus: string, change: RequestedClientChange) =>
  currentStatus !== 'pending' && clientStatusAfter(currentStatus, change) === 'pending'

/** Derives the key of the client's sign-in address from its name. Empty if the name has no letter or digit. */
export const loginKeyOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z\d]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
