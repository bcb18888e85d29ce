import { integer, object } from 'superstruct'
import { SignInAsked } from '../src/kit/session/sign-in-request.ts'
import { defineElement, flag, signal, type Surface, type Words } from './runtime/define.ts'

export default defineElement({
  tag: 'ad-console',
  doc: 'The whole console: sign-in, navigation, search, and every other element at its own address.',
  nouns: ['session', 'search', 'clients', 'users', 'alerts'],
  skeleton: 'page',
  minHeight: 480,
  props: {
    routed: flag('Lives in the page’s address: reads and writes location, history and the title. For a page that holds nothing else.'),
    embedded: flag(
      'Stands in another page’s frame: its places are in the fragment, and a session that ends leads to the sign-in in place.',
    ),
  },
  events: {
    'ad-signed-in': signal(object({ user_id: integer() }), 'Somebody is signed in, and the console is theirs.'),
    'ad-signed-out': signal(object({}), 'Nobody is signed in any more.'),
    'ad-before-sign-in': signal(
      SignInAsked,
      'The person wants to sign in where the page keeps the session, or is not the platform’s own; cancel it to sign them in yourself.',
      { cancelable: true },
    ),
  },
  surface: (): Surface => import('../src/surfaces/console/index.tsx'),
  words: (): Words => import('words:console'),
  firstPaint: ['src/kit/session/console-session.ts'],
})
