import type { users } from '../../../src/contract/users/users.ts'
import type { Examples } from './example-calls.ts'
import { people } from '../world/people.ts'

const { userId } = people.advertiserReporting
const path = { userId }
const profile = { first_name: 'Noor', last_name: 'Haddad', locale_id: 1 }
const list = {
  pagination: { start: 0, count: 10 },
  sort: [{ field: 'email', order: 'desc' as const }],
  filters: [{ field: 'status', operation: '=' as const, value: 'active' }],
}
const outOfReach = { 404: 'a user out of reach looks like a missing one' }
const below = { 403: 'whoever stands below gives no such role', 404: 'the lists go beyond their reach' }
const limited = { 429: 'few mails in an hour' }

export const userExamples: Examples<typeof users> = {
  byEmail: () => ({ query: { email: 'advertiserviewer@placard.example' }, otherStatuses: outOfReach }),
  one: () => ({ path, otherStatuses: outOfReach }),
  create: () => ({
    body: { email: 'new.person@placard.example', role_ids: [4], access: { clients: [1], advertiser_groups: [], advertisers: [] } },
    otherStatuses: { 403: 'only internal staff makes users anywhere' },
  }),
  createAtClient: () => ({ body: { email: 'new.person@placard.example', role_ids: [4], locale_id: 1 }, otherStatuses: below }),
  createAtAdvertiser: () => ({ body: { email: 'new.person@placard.example', role_ids: [7], first_name: 'New' } }),
  change: () => ({
    path,
    body: { ...profile, status: 'active', role_ids: [8], access: { clients: [], advertiser_groups: [], advertisers: [3] } },
    otherStatuses: outOfReach,
  }),
  changeProfile: () => ({ path, body: profile, otherStatuses: outOfReach }),
  changeOwn: () => ({ body: profile, otherStatuses: { 403: 'a partner’s server has no name to change' } }),
  remove: () => ({ path, otherStatuses: outOfReach }),
  resetPassword: () => ({ body: { email: 'advertiserviewer@placard.example' }, otherStatuses: limited }),
  // The walk over keys needs two different calls.
  resendEmail: ({ advertiser }) => ({
    path: { userId: advertiser === 1 ? userId : people.advertiserViewer.userId },
    otherStatuses: { ...outOfReach, ...limited },
  }),
  setStatus: ({ advertiser }) => ({
    // The walk over keys needs two different calls.
    body: { user_ids: [advertiser === 1 ? userId : people.advertiserViewer.userId], status: 'inactive' },
  }),
  sessions: () => ({ path, otherStatuses: outOfReach }),
  endSessions: () => ({ path, otherStatuses: { ...outOfReach, 403: 'the user has a higher role than the caller' } }),
  notify: () => ({ path: { userId: people.superUser.userId, type: 'budgets' }, body: { enabled: false } }),
  report: () => ({ body: list }),
  clientReport: () => ({ body: list }),
  advertiserReport: () => ({ body: list }),
  groupReport: () => ({ body: list }),
  advertisersReport: () => ({
    body: { ...list, sort: [{ field: 'name', order: 'asc' }], user_id: userId },
    otherStatuses: outOfReach,
  }),
}
