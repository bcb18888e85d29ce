import { type Access, internalMemberGroupId, isInternal } from '../access/access.rules.ts'

/** Who is not asked for a yes: the internal member group, as whoever is of it and as the client whose terms they would be. */
export const isExemptFromTerms = (access: Access, memberGroupId: number) => memberGroupId === internalMemberGroupId || isInternal(access)

/** What is known of somebody's yes to the terms of a client. */
export interface TermsState {
  /** Nobody is asked: internal staff, and whoever is no person of the platform. */
  readonly isExempt: boolean
  readonly isLoading: boolean
  readonly hasAccepted: boolean
  /** Where they can be read; nothing where there are none. */
  readonly url: string | null
  /** The terms could not be read. */
  readonly hasFailed: boolean
}

/** What the terms let somebody do: go on, wait, or read and accept. Terms that cannot be read keep nobody out. */
export function termsGate({ isExempt, isLoading, hasAccepted, url, hasFailed }: TermsState): 'open' | 'loading' | 'closed' {
  if (isExempt || hasFailed || hasAccepted) return 'open'
  if (isLoading) return 'loading'
  return url === null ? 'open' : 'closed'
}
