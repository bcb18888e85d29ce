import { integer, object } from 'superstruct'
import { SignInRequest } from '../src/kit/session/sign-in-request.ts'
import { defineElement, flagProp, declareEvent, type Surface, type Words } from './runtime/define.ts'

export default defineElement({
  tag: 'ad-console',
  doc: 'The whole console: sign-in, navigation, search, and every other element at its own address.',
  nouns: ['session', 'search', 'clients', 'users', 'alerts'],
  skeleton: 'page',
  minHeight: 480,
  props: {
    routed: flagProp(
      'Keep the path in the page’s URL: reads and writes location, history and the title. For a page that holds nothing else.',
    ),
    embedded: flagProp('Run inside another page’s frame: the path is in the fragment, and a session that ends shows the sign-in in place.'),
  },
  events: {
    'ad-signed-in': declareEvent(object({ user_id: integer() }), 'A user is signed in.'),
    'ad-signed-out': declareEvent(object({}), 'No user is signed in any more.'),
    'ad-before-sign-in': declareEvent(
      SignInRequest,
      'The user wants to sign in on a page that manages the session or is not the platform’s own; cancel it to sign them in yourself.',
      { cancelable: true },
    ),
  },
  surface: (): Surface => import('../src/surfaces/console/index.tsx'),
  words: (): Words => import('words:console'),
  firstPaint: ['src/kit/session/console-session.ts'],
})
