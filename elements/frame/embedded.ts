import { later, tags } from 'loader:map'
import { match, type Place } from '../../src/contract/addresses/addresses.ts'
import { isRecord } from '../../src/kit/host/messages.ts'
import { connectPage } from './embedded-frame.ts'
import type { GetToken } from '../../src/kit/session/token.ts'

/** What the platform writes into the page. */
function pageData() {
  const written: unknown = JSON.parse(document.querySelector('#placard-page')?.textContent ?? '{}')
  const { allowed_origins: origins, issuer, client_id: clientId } = isRecord(written) ? written : {}
  return { allowedOrigins: Array.isArray(origins) ? origins.map(String) : [], issuer, clientId }
}

const showError = async (code: string) => (await later.drawError()).drawError(code)

/** The element that the address names, with what the address says about it. */
function make({ tag, attributes, path }: Place, getToken: GetToken) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  if (path) element.setAttribute('path', path)
  const [main, title] = [document.createElement('main'), document.createElement('h1')]
  // The place in the page, for those who hear it; the element itself has no first heading, because it stands on other pages too.
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
  const { signIn } = await later.signIn()
  return signIn({ issuer, clientId, redirectUri: `${location.origin}/signed-in` })
}

/** What an element is called by comes after this in the address; a page that goes by another word than its element's path stands where that would. */
function startOf(path: string): string {
  const [here, own] = [location.pathname.replace(/\/+$/, ''), path.replace(/\?.*/, '')]
  const start = here.endsWith(own) ? here.slice(0, here.length - own.length) : here.replace(/[^/]*$/, '')
  return start.replace(/\/*$/, '/')
}

/** Where the element is is the page's address: reload, back and a shared link show the same. What has no address of its own keeps that of now. */
function followAddress(element: HTMLElement, { tag, path }: Place) {
  const start = startOf(path)
  const read = () => match(location.pathname + location.search)
  element.addEventListener('ad-navigated', ({ detail }) => {
    const own = (start + detail.path).replace(/\/(?=\?|$)/, '')
    const address = match(own)?.tag === tag ? own : location.pathname + detail.path.replace(/^[^?]*/, '')
    history.pushState(null, '', address)
  })
  addEventListener('popstate', () => element.setAttribute('path', read()?.path ?? location.search))
}

let late: ReturnType<typeof signInHere> | undefined
/** Signs in when something asks for it, not before; one session answers all that is asked. */
const lateToken: GetToken = async (ask) => {
  late ??= signInHere()
  const way = await late
  if (!way) throw new Error('There is nowhere to sign in')
  return way.getToken(ask)
}

/** The gallery needs nobody; who wants to see what they may do signs in. Its address is the whole of its path. */
function gallery(place: Place) {
  const element = make({ ...place, attributes: { theme: 'auto', 'link-base': '/ui', ...place.attributes } }, lateToken)
  element.addEventListener('ad-navigated', ({ detail }) => history.pushState(null, '', `/ui/${detail.path}`))
  addEventListener('popstate', () => element.setAttribute('path', location.pathname.slice('/ui/'.length) + location.search))
}

/** The console brings its own heading, its own session and its own way with the address. */
function wholeConsole({ attributes }: Place, getToken?: GetToken) {
  const element = document.createElement('ad-console')
  for (const [name, value] of Object.entries({ theme: 'auto', ...attributes })) element.setAttribute(name, value)
  document.body.append(Object.assign(element, getToken && { getToken }))
  return element
}

async function alone(place: Place) {
  if (place.tag === 'ad-console') return wholeConsole(place)
  if (place.tag === 'ad-gallery') return gallery(place)
  const way = await signInHere()
  // No host says which language it is, and the page around is ours: what it says of itself is nobody's wish.
  const attributes = { lang: navigator.language, ...place.attributes }
  if (way) followAddress(make({ ...place, attributes }, way.getToken), place)
  else location.replace('/embedded/error?code=not_framed')
}

/** Nothing comes to such an address; its host learns so at once, and keeps the page that says so in sight. */
async function showNothing(code: 'address_unknown' | 'not_built') {
  // What the platform wrote into the page goes with the rest when the error is drawn.
  const { allowedOrigins } = pageData()
  await showError(code)
  if (window.parent === window) return
  // Who may not have this client's pages in a frame learns nothing from them.
  const frame = await connectPage('page', allowedOrigins).catch(() => undefined)
  frame?.fail(code)
}

async function start() {
  const { pathname, search } = location
  if (pathname === '/signed-in') return location.replace((await (await signInHere())?.finish()) ?? '/')
  if (pathname === '/embedded/error') return showError(new URLSearchParams(search).get('code') ?? '')
  const place = match(pathname + search)
  if (!place) return showNothing('address_unknown')
  const known = tags[place.tag]
  // The table has every address of the product; the loader knows the elements that there are.
  if (!known) return showNothing('not_built')
  // Code, words and handshake are on their way together.
  const isAlone = window.parent === window
  known.words(isAlone ? navigator.language : document.documentElement.lang || navigator.language).catch(() => undefined)
  const loading = known.load()
  loading.catch(() => undefined)
  const frame = isAlone ? undefined : await connectPage(place.tag, pageData().allowedOrigins)
  const token = frame?.getToken({ reason: 'start', signal: AbortSignal.timeout(10_000) })
  token?.catch(() => undefined)
  const element = frame && (place.tag === 'ad-console' ? wholeConsole(place, frame.getToken) : make(place, frame.getToken))
  const first = await known.first?.()
  if (frame && token) first?.lend?.(frame.getToken, token)
  if (element) first?.begin(element, first.questions)
  const { start: register, declaration, lend } = await loading
  // A token that is lent twice would come again when it is refused.
  if (frame && token && !first) lend?.(frame.getToken, token)
  register()
  if (!frame) return alone(place)
  if (element && declaration) frame.wire(element, declaration, Object.keys(place.attributes))
}

start().catch((error: unknown) => showError(error instanceof Error && 'code' in error ? String(error.code) : 'load_failed'))
