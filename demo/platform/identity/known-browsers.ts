import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

const cookieName = 'placard_known'
const maxSeconds = 180 * 86_400
const maxAccounts = 5

const signatureOf = (key: string, browserId: string, email: string) =>
  createHmac('sha256', key).update(`known browser ${browserId} ${email}`).digest('base64url')

const isSame = (one: string, other: string) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** The cookie: an id of the browser, and a signature for each of the last accounts that signed in there. */
function readCookie(context: Context) {
  const [browserId = '', ...signatures] = (getCookie(context, cookieName) ?? '').split('.')
  return { browserId, signatures: signatures.slice(0, maxAccounts) }
}

/**
 * Remembers in a signed cookie which accounts have signed in with a browser. Their attempts are limited apart from all others, so that
 * guesses from elsewhere do not lock the owner out.
 */
export function knownBrowsers(key: string, isSecure: boolean) {
  return {
    /** The browser's id, if the account has signed in there before. */
    idFor: (context: Context, email: string): string | undefined => {
      const { browserId, signatures } = readCookie(context)
      const own = signatureOf(key, browserId, email)
      return signatures.some((one) => isSame(one, own)) ? browserId : undefined
    },
    remember: (context: Context, email: string) => {
      const known = readCookie(context)
      const browserId = known.browserId || randomBytes(16).toString('base64url')
      const own = signatureOf(key, browserId, email)
      const signatures = [own, ...known.signatures.filter((one) => one !== own)].slice(0, maxAccounts)
      const value = [browserId, ...signatures].join('.')
      setCookie(context, cookieName, value, {
        path: '/idp/sign-in',
        httpOnly: true,
        sameSite: 'Lax',
        secure: isSecure,
        maxAge: maxSeconds,
      })
    },
  }
}
