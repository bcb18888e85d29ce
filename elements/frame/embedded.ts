import { later, tags } from 'loader:map'
import { matchAddress, type AddressMatch } from '../../src/contract/addresses/addresses.ts'
import { platformPageData, platformPageOptions } from '../runtime/platform-page.ts'
import { connectPage } from './embedded-frame.ts'
import type { GetToken } from '../../src/kit/session/token.ts'

/** Reads the data that the platform writes into the page. */
function pageData() {
  const { allowed_origins: origins, issuer, client_id: clientId } = platformPageData()
  return { allowedOrigins: Array.isArray(origins) ? origins.map(String) : [], issuer, clientId }
}

const showError = async (code: string) => (await later.drawError()).drawError(code)

/** Creates the element of an address, with the attributes from the address. */
function createPageElement({ tag, attributes, path }: AddressMatch, getToken: GetToken) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  if (path) element.setAttribute('path', path)
  const main = document.createElement('main')
  const title = document.createElement('h1')
  // A heading for screen readers. The element has no h1 of its own, because it is also used inside other pages.
  title.className = 'heard'
  title.textContent = document.title
  document.body.classList.toggle('alone', window.parent === window)
  main.append(title, Object.assign(element, { getToken }))
  document.body.append(main)
  element.addEventListener('ad-navigated', ({ detail }) => {
    document.title = detail.title
    title.textContent = detail.title
  })
  return element
}

async function signInHere() {
  const { issuer, clientId } = pageData()
  if (typeof issuer !== 'string' || typeof clientId !== 'string') return undefined
  const { signIn } = await later.session()
  return signIn({ issuer, clientId, redirectUri: `${location.origin}/signed-in` })
}

/** The part of the URL before the element's path. If the URL does not end with that path, its last segment is replaced. */
function urlPrefixOf(path: string): string {
  const pagePath = location.pathname.replace(/\/+$/, '')
  const ownPath = path.replace(/\?.*/, '')
  const start = pagePath.endsWith(ownPath) ? pagePath.slice(0, pagePath.length - ownPath.length) : pagePath.replace(/[^/]*$/, '')
  return start.replace(/\/*$/, '/')
}

/**
 * Keeps the URL in step with the element's path, so that reload, back and shared links work.
 * A path without an address of its own changes only the query.
 */
function syncUrlWithPath(element: HTMLElement, { tag, path }: AddressMatch) {
  const start = urlPrefixOf(path)
  const read = () => matchAddress(location.pathname + location.search)
  element.addEventListener('ad-navigated', ({ detail }) => {
    const ownUrl = (start + detail.path).replace(/\/(?=\?|$)/, '')
    const address = matchAddress(ownUrl)?.tag === tag ? ownUrl : location.pathname + detail.path.replace(/^[^?]*/, '')
    history.pushState(null, '', address)
  })
  addEventListener('popstate', () => element.setAttribute('path', read()?.path ?? location.search))
}

let pendingSignIn: ReturnType<typeof signInHere> | undefined
/** Signs in at the first token request; later requests share that session. */
const lazyToken: GetToken = async (request) => {
  pendingSignIn ??= signInHere()
  const signIn = await pendingSignIn
  if (!signIn) throw new Error('There is nowhere to sign in')
  return signIn.getToken(request)
}

/** The gallery works without a user; examples that need one sign in. Its path is everything after `/ui/`. */
function gallery(match: AddressMatch) {
  const element = createPageElement({ ...match, attributes: { theme: 'auto', 'link-base': '/ui', ...match.attributes } }, lazyToken)
  element.addEventListener('ad-navigated', ({ detail }) => history.pushState(null, '', `/ui/${detail.path}`))
  addEventListener('popstate', () => element.setAttribute('path', location.pathname.slice('/ui/'.length) + location.search))
  return element
}

/** The console has its own heading, session and URL handling. */
function createConsoleElement({ attributes }: AddressMatch, getToken?: GetToken) {
  const element = document.createElement('ad-console')
  for (const [name, value] of Object.entries({ theme: 'auto', ...attributes })) element.setAttribute(name, value)
  document.body.append(Object.assign(element, getToken && { getToken }))
  return element
}

/** Creates the element of a page without a host, which signs the user in by itself. Runs while the element's code loads. */
async function createUnframedElement(match: AddressMatch) {
  const signIn = await signInHere()
  if (!signIn) return void location.replace('/embedded/error?code=not_framed')
  // There is no host to set the language, and our own page's `lang` is not the user's choice, so the browser's language is used.
  const attributes = { lang: navigator.language, ...match.attributes }
  const element = createPageElement({ ...match, attributes }, signIn.getToken)
  syncUrlWithPath(element, match)
  return element
}

/** Creates the element of an address, with the host's token function if there is a host. */
function createElementFor(match: AddressMatch, getToken: GetToken | undefined) {
  if (match.tag === 'ad-console') return createConsoleElement(match, getToken)
  if (getToken) return createPageElement(match, getToken)
  return match.tag === 'ad-gallery' ? gallery(match) : createUnframedElement(match)
}

/** Shows the error page of an address without an element, and reports the error to the host at once. */
async function showErrorPage(code: 'address_unknown' | 'not_built') {
  // Read first, because rendering the error removes the data from the page.
  const { allowedOrigins } = pageData()
  await showError(code)
  if (window.parent === window) return
  // A host that is not allowed gets no message.
  const frame = await connectPage('page', allowedOrigins).catch(() => undefined)
  frame?.fail(code)
}

async function start() {
  const { pathname, search } = location
  if (pathname === '/signed-in') return location.replace((await (await signInHere())?.finish()) ?? '/')
  if (pathname === '/embedded/error') return showError(new URLSearchParams(search).get('code') ?? '')
  const match = matchAddress(pathname + search)
  if (!match) return showErrorPage('address_unknown')
  const tagEntry = tags[match.tag]
  // The address table lists every tag of the product; `tags` lists those that are built.
  if (!tagEntry) return showErrorPage('not_built')
  // Code, texts, and the handshake or the session load in parallel.
  const isAlone = window.parent === window
  tagEntry.words(isAlone ? navigator.language : document.documentElement.lang || navigator.language).catch(() => undefined)
  const loading = tagEntry.load()
  loading.catch(() => undefined)
  const frame = isAlone ? undefined : await connectPage(match.tag, pageData().allowedOrigins)
  const token = frame?.getToken({ reason: 'start', signal: AbortSignal.timeout(10_000) })
  token?.catch(() => undefined)
  const element = await createElementFor(match, frame?.getToken)
  if (!element) return
  const options = platformPageOptions()
  const first = await tagEntry.first?.()
  first?.configure?.(options)
  if (frame && token) first?.lend?.(frame.getToken, token)
  first?.begin(element, first.requests)
  const { start: register, declaration, lend, configure } = await loading
  configure?.(options)
  // Lending a token twice would reuse it after a refusal.
  if (frame && token && !first) lend?.(frame.getToken, token)
  register()
  if (frame && declaration) frame.connectElement(element, declaration, Object.keys(match.attributes))
}

start().catch((error: unknown) => showError(error instanceof Error && 'code' in error ? String(error.code) : 'load_failed'))
