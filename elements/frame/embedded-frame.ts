import { connectToHost } from '../../src/kit/host/bridge.ts'
import type { MessageChannelSide } from '../../src/kit/host/message-port.ts'
import type { Declaration } from '../runtime/define.ts'
import type { WaitableEvent } from '../runtime/waitable-event.ts'
import { type ControllableElement, applyHostMessage } from '../host/connect-element.ts'
import { sendHeightChanges } from './send-height.ts'
import type { GetToken } from '../../src/kit/session/token.ts'

type Detail = Readonly<Record<string, unknown>>

/** Events common to all elements are sent as built-in messages of the protocol. */
const builtInMessages: Readonly<Record<string, (detail: Detail) => readonly [type: string, payload: Detail]>> = {
  'ad-ready': () => ['ready', {}],
  'ad-error': (detail) => ['error', detail],
  'ad-navigated': (detail) => ['navigated', detail],
  'ad-session-expiring': () => ['session', { state: 'expiring' }],
  'ad-session-expired': () => ['session', { state: 'expired' }],
  'ad-session-restored': () => ['session', { state: 'restored' }],
}

const toKebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
/** Each bundle has its own WaitableEvent class, so `instanceof` would fail. */
const canWait = (event: Event): event is WaitableEvent => 'waitUntil' in event
const detailOf = (event: Event): Detail => (event instanceof CustomEvent ? event.detail : {})

/**
 * Asks the host whether a cancelable event may proceed.
 * A failed request counts as a refusal, unless the host has no handler for it (`no_answer`).
 */
const askHost = (channel: MessageChannelSide, type: string, detail: Detail) =>
  channel.request('before', { event: type, detail }).then(
    ({ allowed }) => allowed,
    (error) => error.code === 'no_answer',
  )

function forwardEvents(channel: MessageChannelSide, element: ControllableElement, declaration: Declaration) {
  for (const [type, { cancelable }] of Object.entries(declaration.events)) {
    element.addEventListener(type, (event) => {
      const detail = detailOf(event)
      // A notice is a built-in message and also, as below, an event that the host can prevent.
      if (type === 'ad-notice') channel.send('notice', detail)
      if (cancelable && canWait(event)) event.waitUntil(askHost(channel, type, detail))
      else channel.send(...(builtInMessages[type]?.(detail) ?? [type, detail]))
    })
  }
}

function hostMessageHandler(element: ControllableElement, declaration: Declaration, attributesFromUrl: readonly string[]) {
  const configurable = new Set(
    Object.entries(declaration.props).flatMap(([name, { from }]) => (from === 'property' ? [] : [toKebabCase(name)])),
  )
  // The host's origin was checked for the client in the URL, so the attributes from the URL must not change.
  for (const name of attributesFromUrl) configurable.delete(name)
  const onlyConfigurable = (attributes: Detail) => Object.fromEntries(Object.entries(attributes).filter(([name]) => configurable.has(name)))
  return (type: string, payload: Detail) => {
    if (type === 'configure')
      applyHostMessage.configure(element, { attributes: onlyConfigurable(payload.attributes as Detail) }) // validated in message-guards.ts
    else if (type === 'navigate') applyHostMessage.navigate(element, { path: String(payload.path) })
    else if (type === 'refresh' || type === 'sign-out' || type === 'focus') applyHostMessage[type](element, {})
    else if (type === 'viewport') setViewportVariables(payload)
  }
}

/** Queues the host's messages until the element's code has loaded. */
function queueHostMessages(channel: MessageChannelSide) {
  const earlyMessages: [type: string, payload: Detail][] = []
  const stop = channel.on((...message) => earlyMessages.push(message))
  return (listener: (type: string, payload: Detail) => void) => {
    stop()
    channel.on(listener)
    for (const message of earlyMessages) listener(...message)
  }
}

/** Sets the CSS variables by which dialogs open in the visible part of the frame. */
function setViewportVariables({ top, height }: Detail) {
  document.documentElement.style.setProperty('--ad-viewport-top', `${top}px`)
  document.documentElement.style.setProperty('--ad-viewport-height', `${height}px`)
}

/** Connects an embedded page to its host: tokens and messages. */
export async function connectPage(tag: string, allowedOrigins: readonly string[]) {
  const instance = crypto.getRandomValues(new Uint32Array(2)).join('-')
  const channel = await connectToHost({ allowedOrigins, from: { tag, instance } })
  const startListening = queueHostMessages(channel)
  channel.onRequest('ping', () => ({}))
  // Before the element exists there is no input to lose.
  channel.onRequest('confirm-leave', () => ({ allowed: true }))
  const getToken: GetToken = ({ reason, signal }) => channel.request('token', { reason }, { signal })
  return {
    getToken,
    /** Reports that the page cannot be shown. */
    fail(code: string) {
      channel.send('error', { code, retryable: false })
      sendHeightChanges(channel)
    },
    connectElement(element: ControllableElement, declaration: Declaration, attributesFromUrl: readonly string[]) {
      forwardEvents(channel, element, declaration)
      channel.onRequest('confirm-leave', async () => ({ allowed: (await element.confirmLeave?.()) ?? true }))
      startListening(hostMessageHandler(element, declaration, attributesFromUrl))
      sendHeightChanges(channel)
    },
  }
}
