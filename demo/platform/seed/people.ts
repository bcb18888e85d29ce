import type { RoleId } from '../../../src/contract/access/permissions.ts'

export interface SeedPerson {
  readonly role: RoleId
  readonly name: string
  readonly email: string
  readonly clients?: readonly number[]
  readonly advertisers?: readonly number[]
  readonly groups?: readonly number[]
}

/** One person per role, with typical access. */
export const people: readonly SeedPerson[] = [
  { role: 1, name: 'Ines Okonjo', email: 'ines.okonjo@placard.example' },
  { role: 2, name: 'Tom Halloran', email: 'tom.halloran@placard.example' },
  { role: 3, name: 'Dana Whitfield', email: 'dana.whitfield@harborline.example', clients: [1] },
  { role: 4, name: 'Mika Sato', email: 'mika.sato@harborline.example', clients: [1] },
  { role: 5, name: 'Ailsa Murray', email: 'ailsa.murray@fernhill.example', advertisers: [1] },
  { role: 6, name: 'Jonas Brandt', email: 'jonas.brandt@seabright.example', groups: [2] },
  { role: 7, name: 'Carla Ruiz', email: 'carla.ruiz@palisade.example', advertisers: [3] },
  { role: 8, name: 'Noor Haddad', email: 'noor.haddad@palisade.example', advertisers: [3] },
]

export interface SeedPartner {
  readonly clientId: string
  readonly name: string
  readonly memberGroupId: number
  readonly advertisers: readonly number[] | null
}

/** Two partner servers: a hotel's own site and a retailer's portal. */
export const partners: readonly SeedPartner[] = [
  { clientId: 'fernhill-site', name: 'Fernhill Houses', memberGroupId: 1, advertisers: [1] },
  { clientId: 'greenbasket-portal', name: 'Greenbasket supplier portal', memberGroupId: 2, advertisers: null },
]
