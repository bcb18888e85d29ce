import { integer, object, string } from 'superstruct'
import { declareEvent, defineElement, flagProp, type Surface, type Words } from './runtime/define.ts'
import { campaignOpenAsked, fundsAsked, insertionOrderAsked, reportAsked } from './runtime/navigation-events.ts'

const advertiser = { advertiser_id: integer() }
const group = { advertiser_group_id: integer() }
const user = { user_id: integer() }
const client = { member_group_id: integer() }
const role = { role_id: integer() }

/** The client and the advertiser are in the path, because most of the administration is about several. */
export default defineElement({
  tag: 'ad-admin',
  doc: 'Administration of clients, advertisers, their groups, users and roles: details, status and settings of clients; details and status of advertisers; members of groups; access, status and sessions of users; permissions of roles.',
  nouns: ['access', 'advertisers', 'changes', 'clients', 'users'],
  skeleton: 'list',
  minHeight: 640,
  props: {
    readonly: flagProp('Hide every action that writes.'),
  },
  events: {
    'ad-client-created': declareEvent(object(client), 'A client was created.'),
    'ad-client-changed': declareEvent(object(client), 'The details, the status or the settings of a client changed.'),
    'ad-advertiser-created': declareEvent(object(advertiser), 'An advertiser was created.'),
    'ad-advertiser-changed': declareEvent(object(advertiser), 'The details or the status of an advertiser changed, or it was taken back.'),
    'ad-advertiser-archived': declareEvent(object(advertiser), 'An advertiser was archived.'),
    'ad-advertiser-group-changed': declareEvent(object(group), 'An advertiser group was created or renamed.'),
    'ad-advertiser-group-removed': declareEvent(object(group), 'An advertiser group was deleted; its advertisers stay.'),
    'ad-bid-limits-changed': declareEvent(object({ currency_code: string() }), 'The minimum or the maximum bid of a currency changed.'),
    'ad-campaign-open-asked': campaignOpenAsked,
    'ad-funds-asked': fundsAsked,
    'ad-insertion-order-asked': insertionOrderAsked,
    'ad-report-asked': reportAsked,
    'ad-role-changed': declareEvent(object(role), 'A role was created, or its name or its permissions changed.'),
    'ad-role-removed': declareEvent(object(role), 'A role was removed.'),
    'ad-user-changed': declareEvent(object(user), 'The names, the roles, the access or the status of a user changed.'),
    'ad-user-removed': declareEvent(object(user), 'A user was removed.'),
  },
  surface: (): Surface => import('../src/surfaces/admin/index.tsx'),
  words: (): Words => import('words:admin'),
})
