import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

const maxSeconds = 180 * 86_400
const maxAccounts = 5

/** An account that a browser may know. Its session round ends with its password. */
interface Account {
  readonly email: string
  readonly sessionRound: number
}

const signatureOf = (key: string, browserId: string, { email, sessionRound }: Account) =>
  createHmac('sha256', key).update(`known browser ${browserId} ${sessionRound} ${email}`).digest('base64url')

/** Compares bytes, because the cookie may contain any characters. */
function isSame(one: string, other: string) {
  const oneBytes = Buffer.from(one)
  const otherBytes = Buffer.from(other)
  return oneBytes.length === otherBytes.length && timingSafeEqual(oneBytes, otherBytes)
}

const isBrowserId = (text: string) => /^[\w-]{22}$/.test(text)
const isSignature = (text: string) => /^[\w-]{43}$/.test(text)

/**
 * The cookie: an id of the browser, and a signature for each of the last accounts that signed in there. Pages of sibling domains can
 * set a cookie with any value; other parts are ignored.
 */
function readCookie(context: Context, cookieName: string) {
  const [browserId = '', ...signatures] = (getCookie(context, cookieName) ?? '').split('.')
  if (!isBrowserId(browserId)) return { browserId: '', signatures: [] }
  return { browserId, signatures: signatures.filter(isSignature).slice(0, maxAccounts) }
}

/**
 * Remembers in a signed cookie which accounts have signed in with a browser. Their attempts are limited apart from all others, so that
 * guesses from elsewhere do not lock the owner out.
 */
export function knownBrowsers(key: string, isSecure: boolean) {
  // Browsers accept a cookie with this prefix only from https.
  const cookieName = isSecure ? '__Secure-placard_known' : 'placard_known'
  return {
    /** The browser's id, if the account has signed in there with its current password. */
    idFor: (context: Context, account: Account): string | undefined => {
      const { browserId, signatures } = readCookie(context, cookieName)
      const own = signatureOf(key, browserId, account)
      return signatures.some((one) => isSame(one, own)) ? browserId : undefined
    },
    remember: (context: Context, account: Account) => {
      const known = readCookie(context, cookieName)
      const browserId = known.browserId || randomBytes(16).toString('base64url')
      const own = signatureOf(key, browserId, account)
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
