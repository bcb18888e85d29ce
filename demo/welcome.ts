import { roles } from '../src/contract/access/permissions.ts'
import type { RegisteredPartner } from './platform/identity/register-partner.ts'

/** A user who can sign in. */
interface Person {
  readonly role: number
  readonly name: string
  readonly email: string
}

export interface Welcome {
  readonly origin: string
  /** The second origin with the partners' pages, if they are served. */
  readonly other: string | undefined
  readonly people: readonly Person[]
  /** Undefined when another server filled the database or the password was changed. */
  readonly password: string | undefined
  /** The external sign-in provider, if one is configured. */
  readonly issuer: string | undefined
  readonly isEmpty: boolean
  /** The partner registered at this start, with the credentials for its token requests. */
  readonly partner: (RegisteredPartner & { readonly secret: string; readonly permissions: readonly string[] }) | undefined
}

const roleName = (id: number) => roles.find(({ role_id }) => role_id === id)?.name ?? ''

/** Pads the first column to its longest text. */
const columns = (rows: readonly (readonly [string, string])[]) => {
  const wide = Math.max(...rows.map(([first]) => first.length))
  return rows.map(([first, second]) => `  ${first.padEnd(wide)}  ${second}`)
}

function signInLines({ people, password, issuer }: Welcome) {
  if (issuer) return [`People sign in at ${issuer}; these users exist here:`]
  return [
    people.length === 1 ? 'Who can sign in:' : 'People who can sign in:',
    ...(password ? [`  all with the password ${password}`] : []),
  ]
}

const tries = ({ origin, other, isEmpty }: Welcome): readonly (readonly [string, string])[] =>
  isEmpty || other === undefined
    ? [
        [`${origin}/`, 'the console'],
        [`${origin}/start`, 'an overview of the pages'],
        [`${origin}/guide`, 'the guide: a chart in your own page in four steps'],
      ]
    : [
        [`${origin}/`, 'the console'],
        [`${origin}/start`, 'an overview of the pages'],
        [`${origin}/guide`, 'the guide: a chart in your own page in four steps'],
        [`${other}/shop/`, "a partner's page with the chart in the page"],
        [`${other}/portal/`, "a retailer's portal with the chart in a frame"],
        [`${other}/playground/`, 'every attribute, token and event of every element, with the snippet to copy'],
        [`${origin}/embedded/clients/1/chart`, 'the chart as a page, after signing in'],
        [`${origin}/ui`, 'every UI component in every state'],
      ]

function partnerLines({ partner, isEmpty }: Welcome) {
  if (!partner) return isEmpty ? [] : ['For pages of your own: npm start -- --partner my-site,1,http://localhost:8080', '']
  const { clientId, secret, memberGroupId, origin, permissions } = partner
  const rows = [
    ['client id', clientId],
    ['client secret', secret],
    ['opens', `client ${memberGroupId}`],
    ['allowed origin', origin],
    ['permissions', permissions.join(' ')],
  ] as const
  return ["For the partner's server and pages:", ...columns(rows), '']
}

const supportedNode = 22

/** A line for Node versions that get no security fixes any more; empty for others. */
export const nodeNotice = (version: string): readonly string[] =>
  Number(version.split('.')[0]) < supportedNode
    ? [`Node ${version} gets no security fixes any more: use Node 22 or 24 where others can reach the platform.`, '']
    : []

export const welcome = (parts: Welcome): string =>
  [
    '',
    `Placard is ready at ${parts.origin}`,
    '',
    ...signInLines(parts),
    ...columns(parts.people.map(({ email, name, role }) => [email, `${name}, ${roleName(role)}`])),
    '',
    'To try:',
    ...columns(tries(parts)),
    '',
    ...partnerLines(parts),
    ...nodeNotice(process.versions.node),
    'Press Ctrl-C to stop it.',
  ].join('\n')

export const farewell = 'Stopped. Everything is saved.'
