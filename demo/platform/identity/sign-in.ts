import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type Provider from 'oidc-provider'
import type { Log } from '../context/log.ts'
import type { AddressOf } from '../http/client-address.ts'
import type { Database } from '../database/database.ts'
import { logError, type PageTransform, plainHeaders, transformPages } from '../http/plain-page.ts'
import { resetSharedLimit, type SharedLimit, takeSharedToken } from '../http/shared-limits.ts'
import { matchesHash } from '../access/password.ts'
import { knownBrowsers } from './known-browsers.ts'
import { messagePage, type SignInPage, signInPage } from './sign-in-page.ts'
import type { MachineTime } from '../context/clock.ts'

export interface SignInOptions {
  readonly database: Database
  readonly origin: string
  readonly now: () => MachineTime
  readonly addressOf: AddressOf
  readonly log: Log
  /** Signs the cookie of known browsers. */
  readonly cookieKey: string
  readonly changePage?: PageTransform | undefined
}

interface Environment {
  Bindings: { incoming: IncomingMessage; outgoing: ServerResponse }
}

/**
 * Limits of sign-in attempts: strict per account and address, looser per address, and loose per account from all addresses. A browser
 * that has signed in to the account before has a limit of its own instead.
 */
export const attempts = {
  pairs: { kind: 'sign-in at an account from a place', burst: 10, perSecond: 1 / 15 },
  accounts: { kind: 'sign-in at an account', burst: 100, perSecond: 1 / 10 },
  addresses: { kind: 'sign-in from a place', burst: 100, perSecond: 1 },
  browsers: { kind: 'sign-in at an account from a known browser', burst: 10, perSecond: 1 / 15 },
} as const satisfies Record<string, SharedLimit>

type Draw = readonly [SharedLimit, key: string]

/** The limits that count an attempt, in order. */
function drawsOf(email: string, address: string, browserId: string | undefined): Draw[] {
  if (browserId) return [[attempts.browsers, `${email} ${browserId}`]]
  return [
    [attempts.pairs, `${email} ${address}`],
    [attempts.addresses, address],
    [attempts.accounts, email],
  ]
}

/**
 * Seconds to wait before another attempt; the counts are shared by all servers. The first limit that refuses is the last that counts:
 * otherwise one address could use up the account's limit with attempts that are refused anyway.
 */
async function waitFor(database: Database, draws: readonly Draw[], now: MachineTime) {
  for (const [limit, key] of draws) {
    const seconds = await takeSharedToken(database, limit, key, now)
    if (seconds > 0) return seconds
  }
  return 0
}

async function fieldsOf(context: Context<Environment>) {
  const form = await context.req.parseBody().catch(() => ({}) as Record<string, unknown>) // a broken form counts as empty
  const text = (name: string, maxLength: number) =>
    String(form[name] ?? '')
      .slice(0, maxLength)
      .replaceAll('\0', '')
  return { email: text('email', 254).trim().toLowerCase(), password: text('password', 200) }
}

const userAt = ({ kysely }: Database, email: string) =>
  kysely.selectFrom('users').select(['user_id', 'password_hash', 'status', 'session_round']).where('email', '=', email).executeTakeFirst()
type SignInUser = Awaited<ReturnType<typeof userAt>>

/** The user id if the password is right. Takes the same time for unknown emails. */
async function personWith(user: SignInUser, password: string) {
  const isRight = await matchesHash(password, user?.password_hash)
  return isRight && user?.status === 'active' ? user.user_id : undefined
}

/** The sign-in page of the embedded provider. It never reveals whether an email has an account. */
export function signInListener(provider: Provider, { database, origin, now, addressOf, log, cookieKey, changePage }: SignInOptions) {
  const headers = plainHeaders(`'self' ${origin}`)
  const browsers = knownBrowsers(cookieKey, origin.startsWith('https:'))
  const app = new Hono<Environment>()
  app.use(transformPages(changePage))
  const page = async (context: Context<Environment>, status: 200 | 401 | 429, parts: Omit<SignInPage, 'action'> = {}) =>
    context.html(await signInPage({ action: `/idp${context.req.path}`, ...parts }), status, headers)
  const expired = async (context: Context<Environment>) =>
    context.html(await messagePage('This sign-in has expired', 'Go back and start again.'), 400, headers)
  const isUnderWay = ({ env }: Context<Environment>) =>
    provider.interactionDetails(env.incoming, env.outgoing).then(
      () => true,
      () => false,
    )
  app.get('/sign-in/:uid', async (context) => ((await isUnderWay(context)) ? page(context, 200) : expired(context)))
  app.use(bodyLimit({ maxSize: 10_000, onError: (context) => context.text('The form is too long', 413, headers) }))
  app.post('/sign-in/:uid', async (context) => {
    if (!(await isUnderWay(context))) return expired(context)
    const { email, password } = await fieldsOf(context)
    const user = await userAt(database, email)
    const account = { email, sessionRound: user?.session_round ?? 0 }
    const draws = drawsOf(email, addressOf(context.env.incoming), browsers.idFor(context, account))
    const seconds = await waitFor(database, draws, now())
    if (seconds > 0) {
      context.header('Retry-After', String(seconds))
      return page(context, 429, { email, problem: 'Too many attempts. Wait a minute and try again.' })
    }
    const userId = await personWith(user, password)
    if (userId === undefined) return page(context, 401, { email, problem: 'The email or password is incorrect.' })
    // A correct password shows that the attempts were no guesses, so their strictest count is reset.
    const [[limit, key] = []] = draws
    if (limit && key) await resetSharedLimit(database, limit, key)
    browsers.remember(context, account)
    const result = { login: { accountId: String(userId) } }
    return context.redirect(await provider.interactionResult(context.env.incoming, context.env.outgoing, result), 303)
  })
  app.notFound(expired)
  app.onError(logError(log))
  return getRequestListener(app.fetch, { overrideGlobalObjects: false })
}
