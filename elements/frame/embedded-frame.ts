import { shakeHands } from '../../src/kit/host/bridge.ts'
import type { MessageChannelSide } from '../../src/kit/host/message-port.ts'
import type { Declaration } from '../runtime/define.ts'
import type { GuestEvent } from '../runtime/guest-event.ts'
import { type Steered, steer } from '../host/connect-element.ts'
import { tellHeight } from './send-height.ts'
import type { GetToken } from '../../src/kit/session/token.ts'

type Detail = Readonly<Record<string, unknown>>

/** The events that every element has travel as the protocol's own messages. */
const messageOf: Readonly<Record<string, (detail: Detail) => readonly [type: string, payload: Detail]>> = {
  'ad-ready': () => ['ready', {}],
  'ad-error': (detail) => ['error', detail],
  'ad-navigated': (detail) => ['navigated', detail],
  'ad-session-expiring': () => ['session', { state: 'expiring' }],
  'ad-session-expired': () => ['session', { state: 'expired' }],
  'ad-session-restored': () => ['session', { state: 'restored' }],
}

const dash = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
/** The class belongs to another file, so it is known by what it can do. */
const canWait = (event: Event): event is GuestEvent => 'waitUntil' in event
const detailOf = (event: Event): Detail => (event instanceof CustomEvent ? event.detail : {})

/** What may be cancelled waits until the host has thought about it; who does not answer refuses. */
const askHost = (channel: MessageChannelSide, type: string, detail: Detail) =>
  channel.request('before', { event: type, detail }).then(
    ({ allowed }) => allowed,
    (error) => error.code === 'no_answer',
  )

function tellEvents(channel: MessageChannelSide, element: Steered, declaration: Declaration) {
  for (const [type, { cancelable }] of Object.entries(declaration.events)) {
    element.addEventListener(type, (event) => {
      const detail = detailOf(event)
      if (type === 'ad-notice') channel.send('notice', detail)
      if (cancelable && canWait(event)) event.waitUntil(askHost(channel, type, detail))
      else channel.send(...(messageOf[type]?.(detail) ?? [type, detail]))
    })
  }
}

function obeying(element: Steered, declaration: Declaration, fixed: readonly string[]) {
  const open = new Set(Object.entries(declaration.props).flatMap(([name, { from }]) => (from === 'property' ? [] : [dash(name)])))
  // Whose page may surround this one was decided for the client of the address.
  for (const name of fixed) open.delete(name)
  const openOnly = (attributes: Detail) => Object.fromEntries(Object.entries(attributes).filter(([name]) => open.has(name)))
  return (type: string, payload: Detail) => {
    if (type === 'configure')
      steer.configure(element, { attributes: openOnly(payload.attributes as Detail) }) // the guard has compared it
    else if (type === 'navigate') steer.navigate(element, { path: String(payload.path) })
    else if (type === 'refresh' || type === 'sign-out' || type === 'focus') steer[type](element, {})
    else if (type === 'viewport') showViewport(payload)
  }
}

/** Keeps what the host says while the element's code is still on its way. */
function hearFrom(channel: MessageChannelSide) {
  const early: [type: string, payload: Detail][] = []
  const stop = channel.on((...message) => early.push(message))
  return (hear: (type: string, payload: Detail) => void) => {
    stop()
    channel.on(hear)
    for (const message of early) hear(...message)
  }
}

/** Dialogs read these, to open where the person looks. */
function showViewport({ top, height }: Detail) {
  document.documentElement.style.setProperty('--ad-viewport-top', `${top}px`)
  document.documentElement.style.setProperty('--ad-viewport-height', `${height}px`)
}

/** The frame's side: session from the host, messages both ways. */
export async function connectPage(tag: string, allowedOrigins: readonly string[]) {
  const instance = crypto.getRandomValues(new Uint32Array(2)).join('-')
  const channel = await shakeHands({ allowedOrigins, from: { tag, instance } })
  const hear = hearFrom(channel)
  channel.answer('ping', () => ({}))
  // Nothing is lost before there is anything to type into.
  channel.answer('confirm-leave', () => ({ allowed: true }))
  const getToken: GetToken = ({ reason, signal }) => channel.request('token', { reason }, { signal })
  return {
    getToken,
    /** Says that nothing will come. */
    fail(code: string) {
      channel.send('error', { code, retryable: false })
      tellHeight(channel)
    },
    wire(element: Steered, declaration: Declaration, fixed: readonly string[]) {
      tellEvents(channel, element, declaration)
      channel.answer('confirm-leave', async () => ({ allowed: (await element.confirmLeave?.()) ?? true }))
      hear(obeying(element, declaration, fixed))
      tellHeight(channel)
    },
  }
}
