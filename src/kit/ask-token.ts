import type { GetToken, Token, TokenReason } from './session.ts'

/** How long a host may think about a token. */
export const askTimeoutMs = 10_000

/** Asks the host, though not for ever: a host may never look at the signal. */
export async function askToken(getToken: GetToken, reason: TokenReason, closing: AbortSignal): Promise<Token> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new DOMException('getToken did not answer in time', 'TimeoutError')), askTimeoutMs)
  const signal = AbortSignal.any([closing, late.signal])
  try {
    return checked(
      await Promise.race([
        getToken({ reason, signal }),
        new Promise<never>((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
      ]),
    )
  } finally {
    clearTimeout(timer)
  }
}

function checked(token: Token): Token {
  if (typeof token?.access_token !== 'string' || token.access_token === '' || !Number.isFinite(token.expires_at))
    throw new TypeError('getToken must give { access_token, expires_at }, with expires_at in seconds')
  return token
}
