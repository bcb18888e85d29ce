import { wait } from '../wait.ts'
import type { GetToken, Token, TokenReason } from './token.ts'

/** How long a host may think about a token. */
export const askTimeoutMs = 10_000

/** Tokens that were asked for while the code that needs them was on its way. */
const lent = new WeakMap<GetToken, Promise<Token>>()

/** Gives the first who asks a host what was already asked; what nobody takes soon is forgotten, because tokens end. */
export function lend(getToken: GetToken, given: Promise<Token>) {
  lent.set(getToken, given)
  setTimeout(() => lent.delete(getToken), askTimeoutMs)
}

const late = () => {
  throw new DOMException('getToken did not answer in time', 'TimeoutError')
}

/** Asks the host, though not for ever: a host may never look at the signal. */
export async function askToken(getToken: GetToken, reason: TokenReason, closing: AbortSignal): Promise<Token> {
  const over = new AbortController()
  const signal = AbortSignal.any([closing, over.signal])
  const early = lent.get(getToken)
  lent.delete(getToken)
  try {
    return checked(await Promise.race([early ?? getToken({ reason, signal }), wait(askTimeoutMs, signal).then(late)]))
  } finally {
    over.abort()
  }
}

function checked(token: Token): Token {
  if (typeof token?.access_token !== 'string' || token.access_token === '' || !Number.isFinite(token.expires_at))
    throw new TypeError('getToken must give { access_token, expires_at }, with expires_at in seconds')
  return token
}
