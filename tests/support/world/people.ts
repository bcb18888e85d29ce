import type { Identity } from '../../../demo/platform/context/context.ts'
import type { RoleId } from '../../../src/contract/access/permissions.ts'

/** A user of the small platform, with the tenants that they can open. */
export interface TestPerson {
  readonly userId: number
  readonly role: RoleId
  readonly clients?: readonly number[]
  readonly groups?: readonly number[]
  readonly advertisers?: readonly number[]
}

/** One user for each role. */
export const people = {
  superUser: { userId: 1, role: 1 },
  internalAdmin: { userId: 2, role: 2 },
  clientAdmin: { userId: 3, role: 3, clients: [1] },
  clientViewer: { userId: 4, role: 4, clients: [1] },
  advertiserAdmin: { userId: 5, role: 5, advertisers: [1] },
  advertiserManager: { userId: 6, role: 6, groups: [2] },
  advertiserViewer: { userId: 7, role: 7, advertisers: [3] },
  advertiserReporting: { userId: 8, role: 8, advertisers: [3] },
} as const satisfies Record<string, TestPerson>
export type PersonName = keyof typeof people
export const personNames = Object.keys(people) as PersonName[] // the keys above

export const partnerIdentity: Identity = {
  kind: 'partner',
  partnerClientId: 'small-partner',
  memberGroupId: 1,
  user: 'shopper-1',
  advertisers: [1],
  permissions: ['reports.read', 'member_groups.read', 'channels.read', 'currencies.read', 'locales.read', 'users.read', 'advertisers.read'],
}

/** Everyone who may send a request. */
export type CallerName = PersonName | 'partner' | 'nobody'
export const callerNames: readonly CallerName[] = [...personNames, 'partner', 'nobody']

/** The tenants that a caller can open. */
export interface AccessibleTenants {
  readonly clients: readonly number[]
  readonly groups: readonly number[]
  readonly advertisers: readonly number[]
}

/** The tenants that each caller can open, written by hand as the oracle of the access tests. */
export const accessibleTenants: Readonly<Record<CallerName, AccessibleTenants>> = {
  superUser: { clients: [1, 2, 3], groups: [1, 2, 3], advertisers: [1, 2, 3, 4, 5, 6] },
  internalAdmin: { clients: [1, 2, 3], groups: [1, 2, 3], advertisers: [1, 2, 3, 4, 5, 6] },
  clientAdmin: { clients: [1], groups: [1, 2], advertisers: [1, 2, 3] },
  clientViewer: { clients: [1], groups: [1, 2], advertisers: [1, 2, 3] },
  advertiserAdmin: { clients: [1], groups: [], advertisers: [1] },
  advertiserManager: { clients: [1], groups: [2], advertisers: [2, 3] },
  advertiserViewer: { clients: [1], groups: [], advertisers: [3] },
  advertiserReporting: { clients: [1], groups: [], advertisers: [3] },
  partner: { clients: [1], groups: [], advertisers: [1] },
  nobody: { clients: [], groups: [], advertisers: [] },
}

/** The token of a caller; the small platform reads the name from it. */
export const tokenOf = (name: Exclude<CallerName, 'nobody'>) => `token-of-${name}`

/** The token of a person with the time of their sign-in. */
export const tokenSince = (name: PersonName, signedInAt: Date) => `${tokenOf(name)}~${signedInAt.getTime()}`

/** A placeholder in a body for the sender's own token. */
export const ownToken = 'token-of-whoever-asks'

export function identityOf(token: string): Identity | undefined {
  const [name, signedInAt] = token.replace(/^token-of-/, '').split('~')
  if (name === 'partner') return partnerIdentity
  const person = personNames.find((one) => one === name)
  return person && { kind: 'person', userId: people[person].userId, ...(signedInAt && { signedInAt: new Date(Number(signedInAt)) }) }
}
