import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { charactersIn, isEmail, password as passwordRule } from '../../../src/contract/fields/fields.rules.ts'
import { queuePasswordReset, deletePendingPasswords, pendingPasswordHashes } from '../users/accounts.ts'
import type { Log } from '../context/log.ts'
import type { AddressOf } from '../http/client-address.ts'
import type { Database } from '../database/database.ts'
import { logError, type PageTransform, plainHeaders, transformPages } from '../http/plain-page.ts'
import { type SharedLimit, takeSharedToken } from '../http/shared-limits.ts'
import { type LinkPurpose, linkOf, redeemLink } from './account-links.ts'
import { forgottenPage, passwordPage } from './account-pages.ts'
import { hashSecret, matchesHash } from '../access/password.ts'
import { messagePage } from './sign-in-page.ts'
import type { MachineTime } from '../context/clock.ts'

interface Environment {
  Bindings: { incoming: IncomingMessage; outgoing: ServerResponse }
}
export interface AccountOptions {
  readonly database: Database
  readonly now: () => MachineTime
  readonly addressOf: AddressOf
  readonly log: Log
  readonly changePage?: PageTransform | undefined
}

const headers = plainHeaders("'self'")
/** Attempts and mails from one address; the count is shared by all servers. */
const limits = {
  setup: { kind: 'set-up link', burst: 40, perSecond: 1 / 10 },
  reset: { kind: 'reset link', burst: 40, perSecond: 1 / 10 },
  forgotten: { kind: 'forgotten password', burst: 20, perSecond: 1 / 30 },
} as const satisfies Record<string, SharedLimit>
/** The limit of the password field on the sign-in page. */
const maxLength = 200

async function fieldsOf(context: Context<Environment>) {
  const form = await context.req.parseBody().catch(() => ({}) as Record<string, unknown>) // a broken form counts as empty
  return (name: string) => String(form[name] ?? '').replaceAll('\0', '')
}

/** What is wrong with a password and its repetition; empty if nothing. */
function problemOf(password: string, repeated: string): string {
  if (!password) return 'Choose a password.'
  if (charactersIn(password) > maxLength || password.length > maxLength) return `Use at most ${maxLength} characters.`
  if (passwordRule(password) !== true)
    return 'Use at least 8 characters with a lowercase letter, an uppercase letter, a digit and a special character.'
  return password === repeated ? '' : 'The passwords don’t match.'
}

/** The password must match one that the user entered at sign-up. */
async function confirmingProblem(password: string, pendingHashes: readonly string[]): Promise<string> {
  if (password.length > maxLength) return `Use at most ${maxLength} characters.`
  for (const hash of pendingHashes) if (await matchesHash(password, hash)) return ''
  return 'This is not the password that you chose when you signed up. Enter it again, or choose another password.'
}

interface Link {
  readonly user_id: number
  readonly email: string
}

const sameReply = 'If an account exists for this email, we sent a reset link. It expires in one hour.'
const tooMany = 'Too many attempts. Wait a minute and try again.'

const note = async (context: Context<Environment>, status: 200 | 400 | 404, title: string, text: string) =>
  context.html(await messagePage(title, text), status, headers)
const expired = (context: Context<Environment>) =>
  note(context, 400, 'This link no longer works', 'The link has expired or was already used. Request a new one.')

const tokenIn = (text: string | undefined) => (/^[\w-]{43}$/.test(text ?? '') ? (text ?? '') : '')

/** The page of a link. GET does not spend the link, because mail scanners open links too. */
function addLinkPage(app: Hono<Environment>, path: string, purpose: LinkPurpose, { database, now, addressOf }: AccountOptions) {
  const pendingHashesOf = (userId: number) => (purpose === 'setup' ? pendingPasswordHashes(database.kysely, userId) : [])
  const show = async (context: Context<Environment>, token: string, link: Link, status: 200 | 422 | 429, problem = '') => {
    const isConfirming = (await pendingHashesOf(link.user_id)).length > 0
    return context.html(await passwordPage({ purpose, token, email: link.email, problem, isConfirming }), status, headers)
  }
  app.get(path, async (context) => {
    const token = tokenIn(context.req.query('token'))
    const link = await linkOf(database, token, purpose, now())
    return link ? show(context, token, link, 200) : expired(context)
  })
  app.post(path, async (context) => {
    const field = await fieldsOf(context)
    const token = tokenIn(field('token'))
    const password = field('password')
    const seconds = await takeSharedToken(database, limits[purpose], addressOf(context.env.incoming), now())
    const link = await linkOf(database, token, purpose, now())
    if (!link) return expired(context)
    if (seconds > 0) {
      context.header('Retry-After', String(seconds))
      return show(context, token, link, 429, tooMany)
    }
    const pendingHashes = await pendingHashesOf(link.user_id)
    const problem = pendingHashes.length > 0 ? await confirmingProblem(password, pendingHashes) : problemOf(password, field('again'))
    if (problem) return show(context, token, link, 422, problem)
    if (!(await redeemLink(database, token, purpose, await hashSecret(password), now()))) return expired(context)
    await deletePendingPasswords(database.kysely, link.user_id)
    return note(context, 200, 'Your password is saved', 'Sign in with your new password. You were signed out everywhere.')
  })
}

/** The page for a forgotten password. Its answer does not reveal whether an account exists. */
function addForgottenPage(app: Hono<Environment>, { database, now, addressOf }: AccountOptions) {
  const path = '/forgot-password'
  app.get(path, async (context) => context.html(await forgottenPage(), 200, headers))
  app.post(path, async (context) => {
    const email = (await fieldsOf(context))('email').trim().toLowerCase().slice(0, 254)
    if (!isEmail(email) || !email.isWellFormed())
      return context.html(await forgottenPage(email, 'A proper email is required.'), 422, headers)
    const address = addressOf(context.env.incoming)
    const seconds = await takeSharedToken(database, limits.forgotten, address, now())
    if (seconds > 0) {
      context.header('Retry-After', String(seconds))
      return context.html(await forgottenPage(email, tooMany), 429, headers)
    }
    await database.kysely.transaction().execute((kysely) => queuePasswordReset(kysely, email, { networkAddress: address, now: now() }))
    return note(context, 200, 'Check your email', sameReply)
  })
}

/** True for the account paths, below the provider's prefix. */
export const isAccountPath = (url: string) => /^\/(setup-account|reset-password|forgot-password)(\?|$)/.test(url)

/** The pages for set-up, reset and forgotten passwords. */
export function accountListener(options: AccountOptions) {
  const app = new Hono<Environment>()
  app.use(transformPages(options.changePage))
  app.use(bodyLimit({ maxSize: 10_000, onError: (context) => context.text('The form is too long', 413, headers) }))
  addLinkPage(app, '/setup-account', 'setup', options)
  addLinkPage(app, '/reset-password', 'reset', options)
  addForgottenPage(app, options)
  app.notFound((context) => note(context, 404, 'Page not found', 'Check the address for typos.'))
  app.onError(logError(options.log))
  return getRequestListener(app.fetch, { overrideGlobalObjects: false })
}
