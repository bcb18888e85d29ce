import { integer, object } from 'superstruct'
import { declareEvent, defineElement, flagProp, type Surface, type Words } from './runtime/define.ts'

const user = { user_id: integer() }
const client = { member_group_id: integer() }

/** The client and the advertiser are in the path, because most of the administration is about several. */
export default defineElement({
  tag: 'ad-admin',
  doc: 'Administration of clients and users: details and status of clients; roles, access, status and sessions of users.',
  nouns: ['access', 'changes', 'clients', 'users'],
  skeleton: 'list',
  minHeight: 640,
  props: {
    readonly: flagProp('Hide every action that writes.'),
  },
  events: {
    'ad-client-created': declareEvent(object(client), 'A client was created.'),
    'ad-client-changed': declareEvent(object(client), 'The details, the status or the settings of a client changed.'),
    'ad-user-changed': declareEvent(object(user), 'The names, the roles, the access or the status of a user changed.'),
    'ad-user-removed': declareEvent(object(user), 'A user was removed.'),
  },
  surface: (): Surface => import('../src/surfaces/admin/index.tsx'),
  words: (): Words => import('words:admin'),
})
