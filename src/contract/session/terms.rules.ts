import { type Access, internalMemberGroupId, isInternal } from '../access/access.rules.ts'

/** Users and clients without terms: the internal member group and its users. */
export const isExemptFromTerms = (access: Access, memberGroupId: number) => memberGroupId === internalMemberGroupId || isInternal(access)

/** Whether a user has accepted a client's terms. */
export interface TermsState {
  /** The user does not need to accept: internal staff, and callers that are not users of the platform. */
  readonly isExempt: boolean
  readonly isLoading: boolean
  readonly hasAccepted: boolean
  /** URL of the terms; null if there are none. */
  readonly url: string | null
  /** The terms could not be loaded. */
  readonly hasFailed: boolean
}

/** Whether the user may continue, must wait, or must accept the terms first. Terms that cannot be loaded do not block the user. */
export function termsGate({ isExempt, isLoading, hasAccepted, url, hasFailed }: TermsState): 'open' | 'loading' | 'closed' {
  if (isExempt || hasFailed || hasAccepted) return 'open'
  if (isLoading) return 'loading'
  return url === null ? 'open' : 'closed'
}
