import type { ConsolePerson } from './people.ts'

/** A call to send by hand with a user's token. */
export interface DirectCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly path: string
  readonly body?: object
}
/** What a role can and cannot see, by section 6 of the specification. */
export interface RoleRow {
  /** Every line of the navigation on the overview, in order. */
  readonly navigation: readonly string[]
  /** A line that the role can follow, and the tag that it opens. */
  readonly opens: readonly [line: string, tag: string]
  /** Addresses that are refused, with the heading shown there. */
  readonly closed: readonly (readonly [address: string, heading: RegExp])[]
  /** Calls that are refused for this role. */
  readonly calls: readonly DirectCall[]
}

const everybodys = ['Overview', 'Campaigns', 'Reporting', 'Insertion orders', 'Creative library', 'Reservations', 'Automated actions']
const insights = ['Recommendations', 'Competitive insights', 'Incrementality']
const shared = [...everybodys, ...insights]
/** With the Funds of the one advertiser that the user has access to. */
const withFunds = shared.toSpliced(shared.indexOf('Insertion orders') + 1, 0, 'Funds')
const managers = [...shared, 'Publisher dashboards', 'Yield', 'Admin']

const refused = /^You do not have permission to view this information$/
const noClient = /^Client not found$/
const noAdvertiser = /^Advertiser not found$/

const somebody = (role: number) => ({ email: 'somebody.new@placard.example', role_ids: [role] })
const oneClient = { clients: [1], advertiser_groups: [], advertisers: [] }
/** Users choose their mails themselves; no role may change another user's. */
const ofAnother: DirectCall = { method: 'PUT', path: 'v1/users/8/notifications/budgets', body: { enabled: false } }
const read = (path: string): DirectCall => ({ method: 'GET', path })
const newUser: DirectCall = { method: 'POST', path: 'v1/member_groups/1/users', body: somebody(4) }

/** No role may assign the first role, so assignable roles start at the second. */
const newSuperUser: DirectCall = { method: 'POST', path: 'v1/users', body: { ...somebody(1), access: oneClient } }

export const roleTable: Readonly<Record<ConsolePerson['role'], RoleRow>> = {
  1: { navigation: managers, opens: ['Admin', 'ad-admin'], closed: [['/clients/999', noClient]], calls: [ofAnother, newSuperUser] },
  2: {
    navigation: managers,
    opens: ['Yield', 'ad-yield-management'],
    closed: [['/clients/999', noClient]],
    calls: [ofAnother, newSuperUser],
  },
  3: {
    navigation: managers,
    opens: ['Admin', 'ad-admin'],
    closed: [
      ['/placard/clients/create', refused],
      ['/clients/2', noClient],
    ],
    calls: [
      read('v1/member_groups/2'),
      read('v1/advertisers/21'),
      { method: 'POST', path: 'v1/users', body: { ...somebody(4), email: 'somebody.else@placard.example', access: oneClient } },
    ],
  },
  4: {
    navigation: [...shared, 'Publisher dashboards', 'Admin'],
    opens: ['Publisher dashboards', 'ad-publisher'],
    closed: [
      ['/admin/clients/1/add-users', refused],
      ['/placard/users/create', refused],
      ['/clients/2', noClient],
    ],
    calls: [read('v1/member_groups/2'), newUser],
  },
  5: {
    navigation: [...withFunds, 'Admin'],
    opens: ['Admin', 'ad-admin'],
    closed: [
      ['/clients/1/dashboard/publisher', refused],
      ['/clients/1/yield-management', refused],
      ['/clients/1/advertisers/2/campaigns', noAdvertiser],
    ],
    calls: [read('v1/advertisers/2'), { method: 'PATCH', path: 'v1/member_groups/1', body: { name: 'Harborline Stays' } }],
  },
  6: {
    navigation: shared,
    opens: ['Campaigns', 'ad-campaigns'],
    closed: [
      ['/admin', refused],
      ['/clients/1/advertisers/1/campaigns', noAdvertiser],
    ],
    calls: [read('v1/advertisers/1'), { method: 'PUT', path: 'v1/member_groups/1/advertisers/20/remove_group' }],
  },
  7: {
    navigation: withFunds,
    opens: ['Recommendations', 'ad-insights'],
    closed: [
      ['/clients/1/advertisers/1/funds', noAdvertiser],
      ['/clients/1/internal-reports', refused],
    ],
    calls: [read('v1/advertisers/1'), { method: 'POST', path: 'v1/member_groups/1/assets/share', body: { project_id: 'spring' } }],
  },
  8: {
    navigation: ['Overview', 'Reporting', 'Insertion orders', ...insights],
    opens: ['Reporting', 'ad-reporting'],
    closed: [
      ['/clients/1/campaigns', refused],
      ['/clients/1/yield-management/price-floor', refused],
      ['/clients/2', noClient],
    ],
    calls: [read('v1/advertisers/2'), read('v1/roles'), read('v1/users/7'), read('v1/member_groups/1/advertisers/3/balances'), newUser],
  },
}
