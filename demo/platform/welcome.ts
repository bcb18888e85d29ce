import { roles } from '../../src/contract/roles.ts'
import type { SeedPerson } from './seed/people.ts'

export interface Welcome {
  readonly origin: string
  readonly other: string
  readonly people: readonly SeedPerson[]
  readonly password: string
  readonly isEmpty: boolean
}

const roleName = (id: number) => roles.find(({ role_id }) => role_id === id)?.name ?? ''

/** What the operator reads once everything runs. */
export function welcome({ origin, other, people, password, isEmpty }: Welcome): string {
  const wide = Math.max(...people.map(({ email }) => email.length))
  return [
    '',
    `Placard is ready at ${origin}`,
    '',
    `People who can sign in, all with the password ${password}`,
    ...people.map(({ email, name, role }) => `  ${email.padEnd(wide)}  ${name}, ${roleName(role)}`),
    '',
    'To try:',
    ...(isEmpty
      ? [`  ${origin}/ shows what is here`]
      : [
          `  ${other}/shop/    a partner's page with the chart in the page`,
          `  ${other}/portal/  a retailer's portal with the chart in a frame`,
          `  ${origin}/embedded/clients/1/chart  the chart as a page, after signing in`,
        ]),
    '',
    'Ctrl-C ends it.',
  ].join('\n')
}

export const farewell = 'Ended; everything is saved.'
