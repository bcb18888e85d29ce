import { type LoadedCode, tags } from 'loader:map'
import type { PageOptions } from './page.ts'
import { createFrame, frameCss, frameUrl } from '../frame/create-frame.ts'
import { languageOf } from './language.ts'
import { drawLoadError, drawSkeleton, placeholderCss } from './skeleton.ts'
import type { GetToken, Token } from '../../src/kit/session/token.ts'

const selector = Object.keys(tags).join()
const started = new Set<string>()
const observed = new WeakSet<Node>()
/** Elements that show a placeholder because their code has not loaded. */
const waitingElements = new Set<Element>()
/** Options passed to `configure` so far; code that loads later receives them too. */
let pageOptionsSoFar: PageOptions = {}
const configureListeners = new Set<(options: PageOptions) => void>()
let hasTokenTaker = false
const earlyTokens = new Map<GetToken, Promise<Token>>()
/** Token requests that no element has used yet, shared by all releases of the loader on this page. */
const PENDING_TOKENS: unique symbol = Symbol.for('placard.asked')
declare global {
  interface Window {
    [PENDING_TOKENS]?: WeakMap<GetToken, Promise<Token>>
  }
}

const isPage = typeof document === 'object' && typeof customElements === 'object'
const localeFor = (element: Element) => languageOf(element, element.getAttribute('locale'))

/** True in the built scripts. In a host's own bundle, message files have other names, so only the surface can load them. */
const isPublishedBundle = /\/(placard|console)\.js$/.test(import.meta.url)

/** Forgets early token requests: they have been handed over, or they are too old for the next attempt. */
function forgetEarlyTokens() {
  for (const getToken of earlyTokens.keys()) window[PENDING_TOKENS]?.delete(getToken)
  earlyTokens.clear()
}

/** Passes the page's options and the early token requests to code that has just loaded. */
function handOverToCode({ configure, lend }: LoadedCode) {
  if (configure && !configureListeners.has(configure)) {
    configureListeners.add(configure)
    configure(pageOptionsSoFar)
  }
  if (!lend) return
  hasTokenTaker = true
  for (const [getToken, token] of earlyTokens) lend(getToken, token)
  forgetEarlyTokens()
}

/** Shows the load error in every waiting element of a tag; a retry restarts all of them. */
function fail(tag: string) {
  for (const element of waitingElements)
    if (element.localName === tag && element.shadowRoot)
      drawLoadError(element.shadowRoot, () => {
        for (const one of waitingElements) if (one.localName === tag) drawPlaceholder(one)
        void start(tag, element)
        startEarlyRequests(element)
      })
}

async function start(tag: string, element: Element) {
  const entry = tags[tag]
  if (!entry || started.has(tag)) return
  started.add(tag)
  if (isPublishedBundle) entry.words(localeFor(element)).catch(() => undefined)
  try {
    const { start: register, onRoot, ...joining } = await entry.load()
    handOverToCode(joining)
    onRoot?.(discover)
    register()
    for (const one of waitingElements) if (one.localName === tag) waitingElements.delete(one)
  } catch {
    started.delete(tag)
    forgetEarlyTokens()
    fail(tag)
    const event = new CustomEvent('ad-error', { detail: { code: 'load_failed', retryable: true }, bubbles: true, composed: true })
    element.dispatchEvent(event)
    element.dispatchEvent(new CustomEvent('placard', { detail: event }))
  }
}

/** Attaches a shadow root with a placeholder of the element's final minimum height. */
function showPlaceholder(element: Element) {
  const entry = tags[element.localName]
  if (!entry?.height || element.shadowRoot || customElements.get(element.localName)) return
  const root = element.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  const dark = ':host([theme=dark]){color-scheme:dark}@media(prefers-color-scheme:dark){:host([theme=auto]){color-scheme:dark}}'
  sheet.replaceSync(
    `:host{all:initial;display:block;padding:0!important;border:0!important}${dark}${placeholderCss(Number(element.getAttribute('min-height')) || entry.height)}iframe{all:initial;display:block;width:100%}${frameCss}`,
  )
  root.adoptedStyleSheets = [sheet]
  waitingElements.add(element)
  drawPlaceholder(element)
}

/** Draws the placeholder. `<ad-frame>` gets its iframe at once, so that the embedded page loads in parallel with the code. */
function drawPlaceholder(element: Element) {
  const { localName, shadowRoot } = element
  const kind = tags[localName]?.kind
  if (!shadowRoot) return
  if (kind) return drawSkeleton(shadowRoot, element, kind)
  const address = frameUrl(element.getAttribute('src'), element.baseURI)
  shadowRoot.replaceChildren(
    ...(address ? [createFrame(address, Number(element.getAttribute('min-height')), element.getAttribute('title'))] : []),
  )
}

/** Requests the token while the element's code is still loading. */
function requestTokenEarly(getToken: GetToken) {
  if (hasTokenTaker || earlyTokens.has(getToken)) return
  window[PENDING_TOKENS] ??= new WeakMap()
  const requestToken = () => new Promise<Token>((resolve) => resolve(getToken({ reason: 'start', signal: AbortSignal.timeout(10_000) })))
  const token = window[PENDING_TOKENS].get(getToken) ?? requestToken()
  token.catch(() => undefined)
  earlyTokens.set(getToken, token)
  window[PENDING_TOKENS].set(getToken, token)
}

/** Starts the token request and the surface's prefetch. */
function startEarlyRequests(element: Element & PageOptions) {
  const { localName } = element
  const entry = tags[localName]
  const getToken = element.getToken ?? pageOptionsSoFar.getToken
  if (!entry?.kind || !getToken || customElements.get(localName)) return
  requestTokenEarly(getToken)
  const loadNow = async () => {
    const first = await entry.first?.()
    if (!first) return
    handOverToCode(first)
    first.begin(element, first.requests)
  }
  loadNow().catch(() => undefined)
}

function adoptElement(element: Element) {
  showPlaceholder(element)
  void start(element.localName, element)
  startEarlyRequests(element)
}

/** Repeats the early requests at DOMContentLoaded: the page's module scripts run after this one and may set `getToken`. */
function repeatEarlyRequests() {
  const [opening] = performance.getEntriesByType('navigation')
  if (opening instanceof PerformanceNavigationTiming && opening.domContentLoadedEventStart > 0) return
  addEventListener('DOMContentLoaded', () => document.querySelectorAll(selector).forEach(startEarlyRequests), { once: true })
}

/** Finds our tags below a root, now and whenever nodes are added. Call it for each shadow root of the host page. */
export function discover(root: ParentNode & Node) {
  for (const element of root.querySelectorAll(selector)) adoptElement(element)
  if (observed.has(root)) return
  observed.add(root)
  new MutationObserver((records) => {
    for (const node of records.flatMap((record) => [...record.addedNodes])) {
      if (!(node instanceof Element)) continue
      if (node.matches(selector)) adoptElement(node)
      for (const element of node.querySelectorAll(selector)) adoptElement(element)
    }
  }).observe(root, { subtree: true, childList: true })
}

/** Sets options shared by all elements of the page; can be called before any element exists. */
export function configure(options: PageOptions) {
  pageOptionsSoFar = { ...pageOptionsSoFar, ...options }
  for (const listener of configureListeners) listener(options)
}

if (isPage) {
  discover(document)
  repeatEarlyRequests()
}
