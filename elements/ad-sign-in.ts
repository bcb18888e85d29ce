import { SignInAsked } from '../src/kit/session/sign-in-request.ts'
import { defineElement, signal, type Surface, text, type Words } from './runtime/define.ts'

export default defineElement({
  tag: 'ad-sign-in',
  doc: 'The door of a client: its look, the way to the identity provider, and the mail for who has no password yet or forgot it.',
  nouns: ['users', 'session'],
  skeleton: 'form',
  minHeight: 320,
  props: {
    clientName: text(
      'The client’s name in addresses, which is its login key; the page’s host name says whose door it is when it is absent.',
    ),
  },
  events: {
    'ad-before-sign-in': signal(SignInAsked, 'The person wants to sign in; cancel it to take them to the identity provider yourself.', {
      cancelable: true,
    }),
  },
  surface: (): Surface => import('../src/surfaces/sign-in/index.tsx'),
  words: (): Words => import('words:sign-in'),
})
