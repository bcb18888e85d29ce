import type { RuleAnswer } from '../../../src/contract/reply.ts'
import { statusChoices } from '../../../src/contract/statuses.ts'

/** What of a client somebody wants to be otherwise. */
export interface ClientWish {
  readonly status?: string | undefined
  readonly [detail: string]: unknown
}

/** Whom a client answers to: where it is reached and who vouches for its people is for internal staff alone to say. */
export const internalDetails = ['host_name', 'login_key', 'sso_organization_id', 'sso_connection_id'] as const

const detailsIn = ({ status: _, ...details }: ClientWish) => Object.keys(details).filter((name) => details[name] !== undefined)

/** The status of a client after a change: new details have to be looked at again, whatever else was asked for. */
export const clientStatusAfter = (now: string, wish: ClientWish): string => (detailsIn(wish).length > 0 ? 'pending' : (wish.status ?? now))

/** Whether somebody may make such a change of a client; only internal staff ends a review. */
export function changesClient(now: string, wish: ClientWish, isInternal: boolean): RuleAnswer {
  const reserved = internalDetails.find((name) => wish[name] !== undefined)
  if (reserved && !isInternal) return { code: 'internal_only', field: reserved }
  if (wish.status === undefined || wish.status === now) return true
  if (!(statusChoices.editClient as readonly string[]).includes(wish.status)) return { code: 'no_such_status', status: wish.status } // a list of words is one of strings
  return now !== 'pending' || isInternal || detailsIn(wish).length > 0 || { code: 'under_review' }
}

/** The key of a client's sign-in address, from its name; nothing when no letter or digit is left. */
export const loginKeyOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z\d]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
