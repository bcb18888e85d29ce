import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { type AddressMatch, matchAddress } from '../../../src/contract/addresses/addresses.ts'
import { frameAncestors } from '../../../src/contract/clients/origins.rules.ts'
import type { ApplicationConfig } from '../../../src/contract/session/config.ts'
import { assetPage } from '../images/asset-page.ts'
import { originsOf } from '../http/cors.ts'
import type { Database } from '../database/database.ts'
import { withDemoBar, speedPath, withSpeedForm } from './bar.ts'
import { outboxAttachment } from './outbox.ts'
import { sandboxPath } from './sandbox.ts'
import { signInBrand, signInResponses } from './sign-in-page.ts'
import { preloadLinks, type Preloads } from './preloads.ts'
import { type Speed, speedOf, speeds } from '../delivery/settings.ts'
import { plainPageCss } from '../http/plain-page.ts'
import { filesOf } from '../http/static-files.ts'
import type { MachineTime } from '../context/clock.ts'

export interface PageOptions {
  readonly database: Database
  readonly now: () => MachineTime
  readonly issuer: string
  readonly clientId: string
  /** The deploy environment, which the page's calls name in a header. */
  readonly environment: string
  readonly home: () => string
  /** What the sign-in page contains of the configuration; without it the page requests the configuration. */
  readonly application?: ApplicationConfig
  /** The outbox page, where unsent mails may be shown. */
  readonly outbox?: (() => Promise<string>) | undefined
  /** The page that plays the bank and the payment provider; only in demonstrations. */
  readonly sandbox?:
    | { readonly page: () => Promise<string>; readonly apply: (fields: URLSearchParams) => Promise<string | undefined> }
    | undefined
  /** The navigation of the demonstration. */
  readonly bar?: string
  readonly isWatched?: boolean
  /** The address of the platform in the guide's examples; that of the request by default. */
  readonly origin?: string
  /** The origin of the partners' pages, to which the guide links. */
  readonly partnerPages?: string | undefined
  /** The origin of the payment page, which the console and the pages for frames show in a frame. */
  readonly paymentOrigin?: string | undefined
  /** The time of the demonstration, which its speed moves ahead. */
  readonly demoNow?: () => Date
  /** Sets the delivery speed; only in demonstrations. */
  readonly setSpeed?: ((speed: Speed) => Promise<void>) | undefined
}

/** A strict CSP: own scripts and styles, connections to the platform and the issuer only, and Trusted Types. */
const policy = (
  issuer: string,
  {
    ancestors = "'none'",
    forms = "'none'",
    frames = "'none'",
    trustedTypes = 'pl-html',
  }: Pick<Html, 'ancestors' | 'frames'> & { readonly forms?: string; readonly trustedTypes?: string } = {},
) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${new URL(issuer).origin}`,
    "img-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    `form-action ${forms}`,
    `frame-src ${frames}`,
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
    `frame-ancestors ${ancestors}`,
  ].join('; ')

interface Html {
  readonly title: string
  readonly body: string
  /** The style sheet; `plain` by default. */
  readonly sheet?: 'plain' | 'embedded' | 'console'
  readonly status?: number
  readonly ancestors?: string
  /** Allowed form targets. */
  readonly forms?: "'self'"
  /** Allowed origins of frames in the page. */
  readonly frames?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0)};`)

const shell = ({ title, body, sheet = 'plain' }: Html) =>
  `<!doctype html>\n<html lang="en" data-theme="auto"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title><link rel="stylesheet" href="/${sheet}.css"></head>${body}</html>`

/** The Trusted Types policies that a page's scripts may create. Plain pages have no scripts, and no script may create the elements' policy there. */
const trustedTypesOf = ({ sheet = 'plain' }: Html) => (sheet === 'plain' ? "'none'" : 'pl-html')

const pageHeaders = (contentSecurityPolicy: string) => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Content-Security-Policy': contentSecurityPolicy,
})

const htmlResponse = (page: Html, issuer: string) =>
  new Response(shell(page), {
    status: page.status ?? 200,
    headers: { ...pageHeaders(policy(issuer, { ...page, trustedTypes: trustedTypesOf(page) })), ...page.headers },
  })

const messageBody = (title: string, text: string) =>
  `<body><main class="card"><p class="mark">Placard</p><h1>${title}</h1><p>${text}</p><p><a href="/start">Go to the start</a></p></main></body>`
const notHere: Html = {
  title: 'Not found · Placard',
  status: 404,
  body: messageBody('Page not found', 'Check the address for typos. The page may also have moved.'),
}
const readOnly: Html = {
  title: 'Not here · Placard',
  status: 405,
  headers: { Allow: 'GET, HEAD' },
  body: messageBody('This page is read-only', 'Nothing was sent or changed.'),
}

/** Data for the page script. `<` is escaped, so that the data cannot close the script tag. */
const pageData = (data: object) =>
  `<script type="application/json" id="placard-page">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`

const dist = fileURLToPath(new URL('../../../dist/', import.meta.url))

/** The pages for iframes. Only origins that the address's client allows may embed them. */
function embeddedPages({ database, issuer, clientId, environment, paymentOrigin }: PageOptions, preloads: Preloads) {
  const hostsOf = async (memberGroupId: number) =>
    Number.isInteger(memberGroupId) && memberGroupId >= 1 && memberGroupId < 2 ** 31 ? originsOf(database, memberGroupId) : []
  return async ({ pathname, search, searchParams }: URL): Promise<Html> => {
    const match = matchAddress(pathname + search)
    // Allowed embedders may also frame a misspelled address of their client, so that they see the error.
    const client =
      match?.attributes['client-id'] ?? /^\/embedded\/clients\/(\d{1,10})(?:\/|$)/.exec(pathname)?.[1] ?? searchParams.get('client_id')
    const origins = await hostsOf(Number(client ?? 0))
    return {
      title: 'Placard',
      sheet: 'embedded',
      status: match || pathname === '/signed-in' ? 200 : 404,
      ancestors: frameAncestors(origins),
      frames: paymentOrigin,
      body: `<body class="embedded">${pageData({ allowed_origins: origins, issuer, client_id: clientId, environment })}<script type="module" src="/embedded.js"></script>${preloads(match ? [match.tag] : [])}</body>`,
    }
  }
}

/**
 * Only the tag, its script and the page's data, with links to the code of the console and of the surface at this URL, which the console
 * would request later. The URL may hold an invitation's token, so no referrer is sent.
 */
async function consolePage(
  { database, environment, application, paymentOrigin }: PageOptions,
  match: AddressMatch,
  url: URL,
  links: string,
) {
  const isSignIn = match.tag === 'ad-sign-in'
  const responses = isSignIn && application ? await signInResponses(database, application, match, url.hostname) : undefined
  const tag = `<ad-console routed>${isSignIn ? signInBrand : ''}</ad-console>`
  return {
    title: 'Placard',
    sheet: 'console',
    frames: paymentOrigin,
    headers: { 'Referrer-Policy': 'no-referrer' },
    body: `<body>${pageData({ environment, responses })}${tag}<script type="module" src="/console.js"></script>${links}</body>`,
  } as const
}

/** The surface at a console URL; undefined for other URLs. Pages for frames and for developers use another script. */
const consoleMatchOf = (url: URL) => {
  const match = matchAddress(url.pathname)
  return match && match.tag !== 'page' && !/^\/(embedded|ui)(\/|$)/.test(match.address.pattern) ? match : undefined
}

const sheetOf = (name: string) => readFileSync(new URL(`../../home/${name}.css`, import.meta.url), 'utf8')

const sheetResponse = (css: string) =>
  new Response(css, {
    headers: { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' },
  })

/** Some pages need a loopback host name. This stops DNS rebinding: a foreign name that resolves to this machine. */
const isLoopback = (hostname: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

/** Larger than any value of the form. */
const bytesMost = 100

const textResponse = (status: number, text: string) =>
  new Response(text, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
  })

/** Applies a form of the demonstration, which says what is wrong with it; refuses forms of other origins. */
async function postForm(
  request: Request,
  back: string,
  apply: (fields: URLSearchParams) => Promise<string | undefined>,
): Promise<Response> {
  if (request.headers.get('origin') !== new URL(request.url).origin)
    return textResponse(403, 'Only pages of this platform can send this form')
  const bytes = Number(request.headers.get('content-length') ?? Number.NaN)
  if (!(bytes <= bytesMost)) return textResponse(413, 'The form is too long')
  const fault = await apply(new URLSearchParams(await request.text()))
  if (fault !== undefined) return textResponse(422, fault)
  return new Response(null, { status: 303, headers: { Location: back, 'Cache-Control': 'no-store' } })
}

/** Sets the delivery speed from a form. */
async function applySpeed(fields: URLSearchParams, setSpeed: (speed: Speed) => Promise<void>): Promise<string | undefined> {
  const requestedSpeed = Number(fields.get('minutes_per_minute'))
  const speed = speeds.find((speedOption) => speedOption === requestedSpeed)
  if (!speed) return `Use one of ${speeds.join(', ')}`
  await setSpeed(speed)
  return undefined
}

/** A page of the guide with the address of this platform, or undefined if there is no such page or no build. */
function guidePage({ issuer, partnerPages, bar = '', origin }: PageOptions, url: URL) {
  const match = /^\/guide(?:\/([a-z-]+))?$/.exec(url.pathname)
  const file = match && join(dist, 'guide', `${match[1] ?? 'index'}.html`)
  if (!file || !existsSync(file)) return undefined
  const links = partnerPages ? `<a href="${partnerPages}/playground/">Playground</a>` : ''
  const framed = partnerPages ? `<p><a href="${partnerPages}/portal/">A supplier portal that shows it in a frame</a></p>` : ''
  const page = readFileSync(file, 'utf8')
    .replaceAll('https://console.example', origin ?? url.origin)
    .replace('<!-- demonstration -->', () => links)
    .replace('<!-- framed example -->', () => framed)
  return new Response(withDemoBar(page, bar), { headers: pageHeaders(policy(issuer)) })
}

/** All responses outside the contract: the bundle, pages for frames, the start page. */
export function pagesOf(options: PageOptions) {
  const { database, now, issuer, home, outbox, sandbox, bar = '', isWatched, setSpeed, demoNow = now } = options
  const bundle = filesOf(dist, isWatched)
  const preloads = preloadLinks(dist, isWatched)
  const embedded = embeddedPages(options, preloads)

  /** A page with the demonstration's bar. */
  const demoPage = async (title: string, body: string) => {
    if (!bar || !setSpeed) return htmlResponse({ title, body: withDemoBar(body, bar) }, issuer)
    const speed = await speedOf(database.kysely)
    return htmlResponse({ title, body: withDemoBar(body, withSpeedForm(bar, speed, demoNow())), forms: "'self'" }, issuer)
  }

  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const name = url.pathname.slice(1)
    const isForm = request.method === 'POST' && isLoopback(url.hostname)
    if (isForm && url.pathname === speedPath && setSpeed) return postForm(request, '/start', (fields) => applySpeed(fields, setSpeed))
    if (isForm && url.pathname === sandboxPath && sandbox) return postForm(request, sandboxPath, sandbox.apply)
    if (!/^(GET|HEAD)$/.test(request.method)) return htmlResponse(readOnly, issuer)
    if (name === 'start') return demoPage('Placard', home())
    if (name === 'outbox' && outbox && isLoopback(url.hostname)) return demoPage('Outbox · Placard', await outbox())
    if (url.pathname === sandboxPath && sandbox && isLoopback(url.hostname)) return demoPage('Sandbox · Placard', await sandbox.page())
    const [, attachment] = /^outbox\/attachments\/([1-9]\d{0,8})$/.exec(name) ?? []
    if (attachment && outbox && isLoopback(url.hostname))
      return (await outboxAttachment(database, Number(attachment))) ?? htmlResponse(notHere, issuer)
    if (/^assets\/[1-9]\d{0,9}$/.test(name)) return assetPage(database, url, now())
    const guide = guidePage(options, url)
    if (guide) return guide
    const languages = request.headers.get('accept-language') ?? ''
    const match = consoleMatchOf(url)
    if (match) {
      // The sign-in page paints its brand before its code runs.
      const links = preloads(['ad-console', match.tag], languages, { isAfterPaint: match.tag === 'ad-sign-in' })
      return htmlResponse(await consolePage(options, match, url, links), issuer)
    }
    if (name === 'plain.css') return sheetResponse(plainPageCss())
    if (name === 'embedded.css') return sheetResponse(sheetOf('embedded'))
    if (name === 'console.css') return sheetResponse(sheetOf('console'))
    if (name === 'favicon.ico') return new Response(null, { status: 204, headers: { 'Cache-Control': 'public, max-age=86400' } })
    if (/^(signed-in|(embedded|ui)(\/.*)?)$/.test(name)) return htmlResponse(await embedded(url), issuer)
    return (await bundle.answer(request, name)) ?? htmlResponse(notHere, issuer)
  }
}
