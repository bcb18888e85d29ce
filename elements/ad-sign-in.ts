import { SignInRequest } from '../src/kit/session/sign-in-request.ts'
import { defineElement, declareEvent, type Surface, textProp, type Words } from './runtime/define.ts'

export default defineElement({
  tag: 'ad-sign-in',
  doc: 'Sign-in page of a client: theme, identity provider, and the mail for setting or resetting a password.',
  nouns: ['users', 'session'],
  skeleton: 'form',
  minHeight: 320,
  props: {
    clientName: textProp('The client’s name in URLs, which is its login key; derived from the page’s host name by default.'),
  },
  events: {
    'ad-before-sign-in': declareEvent(SignInRequest, 'The user wants to sign in; cancel it to open the identity provider yourself.', {
      cancelable: true,
    }),
  },
  surface: (): Surface => import('../src/surfaces/sign-in/index.tsx'),
  words: (): Words => import('words:sign-in'),
})
