import type { MessageErrorCode } from './message-errors.ts'
import type { MessageType, RequestType } from './messages.ts'

/** Sender and meaning of each message. The guide prints them; no page loads this file. */
export const messageMeanings: Readonly<
  Record<MessageType | RequestType, { readonly from: 'element' | 'host' | 'either'; readonly meaning: string }>
> = {
  ready: { from: 'element', meaning: 'The first screen is painted and can be used.' },
  resized: { from: 'element', meaning: 'The content is this tall, in pixels; in a frame only, because a page lays out its own elements.' },
  navigated: { from: 'element', meaning: 'The element moved to another place inside itself.' },
  error: { from: 'element', meaning: 'Something went wrong inside; the element says so itself.' },
  session: { from: 'element', meaning: 'The session is now expiring, expired or restored.' },
  notice: { from: 'element', meaning: 'A short notice; prevent it to show it yourself.' },
  configure: { from: 'host', meaning: 'Attributes of the element by name; nothing or false takes one away.' },
  navigate: { from: 'host', meaning: 'Go to this path inside the element.' },
  refresh: { from: 'host', meaning: 'Ask for fresh data.' },
  'sign-out': { from: 'host', meaning: 'End the session.' },
  focus: { from: 'host', meaning: 'Take the keyboard.' },
  viewport: {
    from: 'host',
    meaning: 'Which part of the frame the person sees, so that dialogs open there; `<ad-frame>` says it by itself.',
  },
  token: { from: 'element', meaning: 'An access token is needed; `getToken` answers.' },
  before: { from: 'element', meaning: 'An event that the host may stop is about to happen.' },
  'confirm-leave': {
    from: 'host',
    meaning:
      'Whether the person may leave without losing what was typed; the element asks them where it has to. Give it a `timeoutMs` that a person needs.',
  },
  ping: { from: 'either', meaning: 'Whether the other side answers at all.' },
}

/** What the host should do about each code. */
export const messageAdvice: Readonly<Record<MessageErrorCode, string>> = {
  timed_out: 'Ask again; if it stays, look whether the other side is blocked or its page was left.',
  aborted: 'Nothing, or ask again.',
  disposed: 'Connect again when you need it.',
  not_connected: 'Wait for `ready`.',
  no_answer: 'Ask only what the table of messages lists for this side.',
  answer_malformed: 'Compare the answer with the table of messages.',
  answer_failed: 'Look into the log of the other side, then ask again.',
  version_unsupported: 'Load `placard.js` and the framed page from one release.',
  origin_refused:
    'Ask the operator of the platform to add your page’s exact origin to the client’s list. If it is about a frame’s token: set `getToken` on that `ad-frame`, or correct its `src`.',
  not_framed: 'Show the address in a frame, or sign in first.',
  address_unknown: 'Correct the address of the frame.',
  not_built: 'Leave the frame out until a release has the element.',
  address_invalid: 'Give `src` a whole address that begins with https.',
  load_failed: 'Load the page again; check the CSP, and that every file of the release is there.',
  crashed: 'Let the person try again; report it with the request id.',
  no_token: 'Set `getToken`.',
  token_failed: 'Look into your token server’s log; the next call asks again.',
  session_expired: 'Let the person sign in to your site, then load the page again.',
  refused: 'Ask for the permission in the token, or for an advertiser that is the visitor’s.',
  missing: 'Correct the id, or name its client and advertiser in the token.',
  invalid: 'Correct what the element names.',
  conflict: 'Let the person look at what changed and try again.',
  unreachable: 'Check the address of the platform and `connect-src`; the person can try again.',
  blocked: 'Tell the person to let the platform’s address through.',
  broken: 'Try again later; report it with the request id.',
  attribute_invalid: 'Correct the attribute.',
}
