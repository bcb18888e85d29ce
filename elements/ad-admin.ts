import { integer, object } from 'superstruct'
import { declareEvent, defineElement, flagProp, type Surface, type Words } from './runtime/define.ts'

const user = { user_id: integer() }

/** The client and the advertiser are in the path, because most of the administration is about several. */
export default defineElement({
  tag: 'ad-admin',
  doc: 'Administration of users: their roles, access, status and sessions.',
  nouns: ['access', 'changes', 'users'],
  skeleton: 'list',
  minHeight: 640,
  props: {
    readonly: flagProp('Hide every action that writes.'),
  },
  events: {
    'ad-user-changed': declareEvent(object(user), 'The names, the roles, the access or the status of a user changed.'),
    'ad-user-removed': declareEvent(object(user), 'A user was removed.'),
  },
  surface: (): Surface => import('../src/surfaces/admin/index.tsx'),
  words: (): Words => import('words:admin'),
})
