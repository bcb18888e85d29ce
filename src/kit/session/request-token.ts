import { wait } from '../wait.ts'
import type { GetToken, Token, TokenReason } from './token.ts'

/** How long a host may take to return a token. */
export const askTimeoutMs = 10_000

/** Tokens requested before the code that needs them was loaded. */
const earlyTokens = new WeakMap<GetToken, Promise<Token>>()

/** Stores a requested token for the first caller. It is dropped if it is not used soon, because tokens expire. */
export function storeEarlyToken(getToken: GetToken, token: Promise<Token>) {
  earlyTokens.set(getToken, token)
  setTimeout(() => earlyTokens.delete(getToken), askTimeoutMs)
}

const onTimeout = () => {
  throw new DOMException('getToken did not answer in time', 'TimeoutError')
}

/** Requests a token from the host with a timeout, because a host may ignore the signal. */
export async function requestToken(getToken: GetToken, reason: TokenReason, closing: AbortSignal): Promise<Token> {
  const timeout = new AbortController()
  const signal = AbortSignal.any([closing, timeout.signal])
  const early = earlyTokens.get(getToken)
  earlyTokens.delete(getToken)
  try {
    return checked(await Promise.race([early ?? getToken({ reason, signal }), wait(askTimeoutMs, signal).then(onTimeout)]))
  } finally {
    timeout.abort()
  }
}

function checked(token: Token): Token {
  if (typeof token?.access_token !== 'string' || token.access_token === '' || !Number.isFinite(token.expires_at))
    throw new TypeError('getToken must give { access_token, expires_at }, with expires_at in seconds')
  return token
}
