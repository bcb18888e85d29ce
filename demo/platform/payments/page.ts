import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { isOriginAllowed } from '../../../src/contract/clients/origins.rules.ts'
import type { DeclineReason } from '../../../src/contract/payments/payments.ts'
import type { MachineTime } from '../context/clock.ts'
import type { Log } from '../context/log.ts'
import { Refused } from '../context/refusal.ts'
import { originsOf } from '../http/cors.ts'
import { endAttempt, startAttempt } from './attempts.ts'
import { type ChargeDeps, customerOf, secretHash } from './charge.ts'
import { addMethod } from './methods.ts'
import { amountText, labelledFields, pageWords, requestedLocale } from './page-words.ts'
import type { PaymentForm } from './provider.ts'
import { chargedOf, settle } from './settle.ts'

export interface PaymentPageDeps extends ChargeDeps {
  readonly machineNow: () => MachineTime
  readonly log: Log
}

/** The message to the page that frames the payment page. */
interface PayMessage {
  readonly type: 'placard-pay'
  readonly status: 'succeeded' | 'declined' | 'canceled' | 'needs_action'
  readonly payment_method_id?: number
  readonly reason?: string
}

const sheet =
  ':root{color-scheme:light dark;font:14px/1.5 system-ui,sans-serif}body{margin:0;padding:4px}label{display:block;margin-bottom:12px;font-weight:600}input{display:block;box-sizing:border-box;width:100%;margin-top:4px;padding:8px 10px;font:inherit;border:1px solid #767b85;border-radius:6px;background:Canvas;color:CanvasText}button{min-height:36px;padding:6px 14px;font:inherit;border:1px solid #767b85;border-radius:6px;background:Canvas;color:CanvasText;cursor:pointer}button[value=submit],button[value=confirm]{background:#1d4ed8;border-color:#1d4ed8;color:#fff}:focus-visible{outline:2px solid #1d4ed8;outline-offset:2px}.error{padding:8px 10px;border:1px solid #b42318;border-radius:6px}.buttons{display:flex;gap:8px}'
/** Posts the result to the framing page's origin only. */
const script = 'const d=JSON.parse(document.getElementById("result").textContent);if(parent!==window)parent.postMessage(d.message,d.origin)'
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Data for a script; it cannot end its element. */
const dataBlock = (id: string, data: object) =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`

interface Page {
  /** The language of the texts. */
  readonly lang: string
  readonly title: string
  readonly body: ReturnType<typeof html>
  /** The origin that frames the page and gets its message. */
  readonly parentOrigin?: string
  /** The origins of all pages around this one; without them, the page cannot be framed. */
  readonly ancestors?: readonly string[]
  readonly message?: PayMessage
  readonly form?: PaymentForm
  readonly status?: number
}

/** A page with a policy of its own: only the session's origin frames it, and only the provider's script runs. */
async function respond({ lang, title, body, parentOrigin, ancestors, message, form, status = 200 }: Page): Promise<Response> {
  const scripts = [...(message ? [script] : []), ...(form?.script ? [form.script.text] : [])]
  const { 'script-src': sources, ...more } = form?.script?.policy ?? {}
  const policy = [
    "default-src 'none'",
    `script-src ${[...scripts.map(hashOf), ...(sources ? [sources] : [])].join(' ') || "'none'"}`,
    `style-src ${hashOf(sheet)}`,
    ...Object.entries(more).map(([directive, allowed]) => `${directive} ${allowed}`),
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors?.join(' ') ?? "'none'"}`,
  ]
  const blocks = [
    ...(message ? [dataBlock('result', { message, origin: parentOrigin })] : []),
    ...(form?.script ? [dataBlock('provider', form.script.data)] : []),
  ]
  const text = await html`<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${raw(sheet)}</style></head>
<body><main>${body}</main>${raw(blocks.join(''))}${raw(scripts.map((one) => `<script>${one}</script>`).join(''))}</body></html>`
  return new Response(String(text), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy.join('; '),
      'Permissions-Policy': 'payment=(self)',
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

function notHere(locale: string) {
  const words = pageWords(locale)
  return respond({ lang: words.lang, title: words.title.ended, status: 404, body: html`<p class="error" role="alert">${words.ended}</p>` })
}

/** An open session of the page; undefined if it is unknown, over or used. */
async function sessionOf({ database, machineNow }: PaymentPageDeps, secret: string) {
  const session = await database.kysely
    .selectFrom('payment_sessions')
    .selectAll()
    .where('secret_hash', '=', secretHash(secret))
    .where('used_at', 'is', null)
    .where('expires_at', '>', machineNow())
    .executeTakeFirst()
  if (!session) return undefined
  const { member_group_id, parent_origin } = session
  const origins = await originsOf(database, member_group_id)
  // A page of the platform may itself be in a frame of its client.
  return { ...session, ancestors: isOriginAllowed(origins, parent_origin) ? [parent_origin] : [parent_origin, ...origins] }
}
type Session = NonNullable<Awaited<ReturnType<typeof sessionOf>>>

async function methodPage(deps: PaymentPageDeps, session: Session, refused?: { decline: DeclineReason | 'too_many' }) {
  const form = await deps.provider.form({ kysely: deps.database.kysely, now: deps.now() }, await customerOf(deps, session))
  const words = pageWords(session.locale)
  const text = refused && words.reasons[refused.decline]
  return respond({
    lang: words.lang,
    title: words.title.card,
    parentOrigin: session.parent_origin,
    ancestors: session.ancestors,
    form,
    ...(refused && { message: { type: 'placard-pay', status: 'declined', reason: refused.decline }, status: 422 }),
    body: html`<form method="post">${text ? html`<p class="error" role="alert">${text}</p>` : ''}${raw(labelledFields(form.fields, words))}
<p class="buttons"><button name="action" value="submit">${words.save}</button><button name="action" value="cancel" formnovalidate>${words.cancel}</button></p></form>`,
  })
}

/** Ends a session, which is valid once; false if another request has ended it. */
async function endSession(kysely: ChargeDeps['database']['kysely'], { secret_hash }: Session, at: MachineTime): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('payment_sessions')
    .set({ used_at: at })
    .where('secret_hash', '=', secret_hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const paymentOf = ({ database }: PaymentPageDeps, { member_group_id, payment_id }: Session) =>
  database.kysely
    .selectFrom('payments as p')
    .innerJoin('currencies as c', 'c.currency_code', 'p.currency_code')
    .selectAll('p')
    .select('c.digits')
    .where('p.member_group_id', '=', member_group_id)
    .where('p.payment_id', '=', payment_id)
    .where('p.state', '=', 'needs_action')
    .executeTakeFirst()

/** The second step of the bank for a new card. */
function stepPage(session: Session, form: PaymentForm) {
  const words = pageWords(session.locale)
  return respond({
    lang: words.lang,
    title: words.title.confirmCard,
    parentOrigin: session.parent_origin,
    ancestors: session.ancestors,
    form,
    body: html`<form method="post">${raw(labelledFields(form.fields, words))}<p>${words.asksToConfirmCard}</p>
<p class="buttons"><button name="action" value="confirm">${words.confirm}</button><button name="action" value="cancel">${words.cancel}</button></p></form>`,
  })
}

async function actionPage(deps: PaymentPageDeps, session: Session) {
  const payment = await paymentOf(deps, session)
  if (!payment?.provider_id) return notHere(session.locale)
  const form = await deps.provider.step({ kysely: deps.database.kysely, now: deps.now() }, payment.provider_id)
  const words = pageWords(session.locale)
  const amount = amountText(chargedOf(payment), payment.currency_code, payment.digits, session.locale)
  return respond({
    lang: words.lang,
    title: words.title.confirm,
    parentOrigin: session.parent_origin,
    ancestors: session.ancestors,
    form,
    body: html`<form method="post">${raw(labelledFields(form.fields, words))}<p>${words.asksToConfirm(amount)}</p>
<p class="buttons"><button name="action" value="confirm">${words.confirm}</button><button name="action" value="refuse">${words.refuse}</button></p></form>`,
  })
}

const done = (session: Session, text: 'saved' | 'nothingSaved' | 'confirmed' | 'canceled' | 'refused', message: Omit<PayMessage, 'type'>) =>
  respond({
    lang: pageWords(session.locale).lang,
    title: pageWords(session.locale).title.done,
    parentOrigin: session.parent_origin,
    ancestors: session.ancestors,
    message: { type: 'placard-pay', ...message },
    body: html`<p role="status">${pageWords(session.locale)[text]}</p>`,
  })

/** Whether the user and the client may try a card now. */
async function mayTry({ database, machineNow }: PaymentPageDeps, session: Session): Promise<boolean> {
  try {
    await startAttempt(database.kysely, session, machineNow())
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

async function addCard(deps: PaymentPageDeps, session: Session, fields: URLSearchParams): Promise<Response> {
  if (!(await mayTry(deps, session))) return methodPage(deps, session, { decline: 'too_many' })
  return tryCard(deps, session, fields).finally(() => endAttempt(deps.database.kysely, session))
}

async function tryCard(deps: PaymentPageDeps, session: Session, fields: URLSearchParams): Promise<Response> {
  const { kysely } = deps.database
  const now = deps.now()
  const method = await deps.provider.method({ kysely, now }, await customerOf(deps, session), fields)
  if ('step' in method) return stepPage(session, method.step)
  if ('decline' in method) {
    await kysely
      .updateTable('payment_sessions')
      .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
      .where('secret_hash', '=', session.secret_hash)
      .execute()
    return methodPage(deps, session, method)
  }
  const id = await kysely.transaction().execute(async (transaction) => {
    const isFirst = await endSession(transaction, session, deps.machineNow())
    const { billing_address: address, is_default: isDefault, user_id: userId } = session
    return !isFirst || !address ? undefined : addMethod(transaction, session, { method, address, isDefault, userId, now })
  })
  return id === undefined ? notHere(session.locale) : done(session, 'saved', { status: 'succeeded', payment_method_id: id })
}

async function answer(deps: PaymentPageDeps, session: Session, isConfirmed: boolean): Promise<Response> {
  const { kysely } = deps.database
  const payment = await paymentOf(deps, session)
  if (!payment?.provider_id) return notHere(session.locale)
  const now = deps.now()
  const charge = await deps.provider.confirm({ kysely, now }, payment.provider_id, isConfirmed)
  await kysely.transaction().execute(async (transaction) => {
    await settle(transaction, charge, now)
    if (charge.state !== 'needs_action') await endSession(transaction, session, deps.machineNow())
  })
  if (charge.state === 'needs_action') return actionPage(deps, session)
  if (charge.state === 'succeeded' || charge.state === 'processing') return done(session, 'confirmed', { status: 'succeeded' })
  if (charge.state === 'canceled') return done(session, 'canceled', { status: 'canceled' })
  return done(session, 'refused', { status: 'declined', reason: charge.decline ?? 'other' })
}

const maxFormBytes = 4000

/** Whether a form comes from the payment page itself. */
function isOwnForm(request: Request): boolean {
  const origin = request.headers.get('origin') ?? ''
  return URL.canParse(origin) && new URL(origin).host === (request.headers.get('host') ?? new URL(request.url).host)
}

async function post(deps: PaymentPageDeps, session: Session, request: Request): Promise<Response> {
  const isShort = Number(request.headers.get('content-length') ?? Number.NaN) <= maxFormBytes
  if (!isOwnForm(request) || !isShort) return notHere(session.locale)
  const fields = new URLSearchParams(await request.text())
  const action = fields.get('action')
  if (session.purpose === 'payment') return answer(deps, session, action === 'confirm')
  if (action !== 'cancel') return addCard(deps, session, fields)
  const isFirst = await endSession(deps.database.kysely, session, deps.machineNow())
  return isFirst ? done(session, 'nothingSaved', { status: 'canceled' }) : notHere(session.locale)
}

/** Answers `/pay/{secret}` on the second origin. Card numbers go to this page and to the provider, and are never stored or logged. */
export function paymentPages(deps: PaymentPageDeps): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      const [, secret] = /^\/pay\/([\w-]{43})$/.exec(new URL(request.url).pathname) ?? []
      const session = secret && (await sessionOf(deps, secret))
      if (!session) return await notHere(requestedLocale(request))
      if (request.method === 'POST') return await post(deps, session, request)
      return await (session.purpose === 'payment' ? actionPage(deps, session) : methodPage(deps, session))
    } catch (error) {
      deps.log('error', 'payments.page', { message: error instanceof Error ? error.message : String(error) })
      const words = pageWords(requestedLocale(request))
      return respond({
        lang: words.lang,
        title: words.title.broken,
        status: 502,
        body: html`<p class="error" role="alert">${words.broken}</p>`,
      })
    }
  }
}
