/** Every error code that a host can receive, whether a retry can help, and its meaning. Codes never change. */
export const messageErrors = {
  timed_out: { retryable: true, meaning: 'The other side did not answer in time.' },
  aborted: { retryable: true, meaning: 'Who asked took the question back.' },
  disposed: { retryable: false, meaning: 'The connection was closed.' },
  not_connected: { retryable: true, meaning: 'There is no handshake yet.' },
  no_answer: { retryable: false, meaning: 'The other side has nothing that answers this request.' },
  answer_malformed: { retryable: false, meaning: 'The answer does not have the fields that the request promises.' },
  answer_failed: { retryable: true, meaning: 'What answers the request on the other side failed.' },
  version_unsupported: { retryable: false, meaning: 'The two sides have no version of the protocol in common.' },
  origin_refused: {
    retryable: false,
    meaning: 'The page around the frame is not on the client’s list, or the frame’s origin may not use the page’s `getToken`.',
  },
  not_framed: { retryable: false, meaning: 'The page is made for a frame or a person signed in, and there is neither.' },
  address_unknown: { retryable: false, meaning: 'Nothing answers to this address.' },
  not_built: { retryable: false, meaning: 'The address is one of the product, and its element is not built yet.' },
  address_invalid: { retryable: false, meaning: 'The frame’s address is not one of a web page.' },
  load_failed: { retryable: true, meaning: 'Code that the element needs did not load.' },
  crashed: { retryable: true, meaning: 'Something broke inside the element.' },
  no_token: { retryable: false, meaning: 'The host gave no access token.' },
  token_failed: { retryable: true, meaning: 'The host’s getToken failed.' },
  session_expired: { retryable: false, meaning: 'The session is over.' },
  refused: { retryable: false, meaning: 'The person or the partner may not do this.' },
  missing: { retryable: false, meaning: 'What was asked for does not exist, or not for this caller.' },
  invalid: { retryable: false, meaning: 'The platform does not accept what was sent.' },
  conflict: { retryable: false, meaning: 'Somebody else changed it in the meantime.' },
  unreachable: { retryable: true, meaning: 'The platform does not answer.' },
  blocked: { retryable: false, meaning: 'Something on the person’s side, such as an ad blocker, stops the calls.' },
  broken: { retryable: true, meaning: 'The platform failed.' },
  attribute_invalid: { retryable: false, meaning: 'An attribute has a value that cannot be read.' },
} as const satisfies Record<string, { retryable: boolean; meaning: string }>
export type MessageErrorCode = keyof typeof messageErrors

/** A failed request; its code tells the caller what to do. */
export class MessageError extends Error {
  declare readonly code: string
  declare readonly retryable: boolean
  declare readonly requestId: string | undefined

  constructor(code: MessageErrorCode | (string & {}), retryable: boolean, message: string = code, requestId?: string) {
    super(message)
    Object.assign(this, { name: 'MessageError', code, retryable, requestId })
  }
}
