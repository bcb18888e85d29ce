import { connectToHost } from '../../src/kit/host/bridge.ts'
import { MessageError } from '../../src/kit/host/message-errors.ts'
import type { MessageChannelSide } from '../../src/kit/host/message-port.ts'
import { isRecord, namespace, type VersionRange } from '../../src/kit/host/messages.ts'
import type { PayloadArguments, IncomingMessages } from '../host/connection.ts'
import { controlFrame } from './controlled-frame.ts'

/** Options of `fakeFrame`. */
export interface FakeFrameOptions {
  /** The iframe of the page under test; a new one by default. */
  readonly element?: HTMLIFrameElement
  /** The origin of the embedded page; by default that of the iframe's `src`, or `https://console.example`. */
  readonly origin?: string
  /** The protocol versions that the embedded page supports; all that this kit supports by default. */
  readonly versions?: VersionRange
  /** The tag that the embedded page shows; `ad-report-chart` by default. */
  readonly tag?: string
}

/** One message that the host sent. */
export interface Received {
  readonly type: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** A fake of an embedded page, without the platform. */
export interface FakeFrame extends Pick<MessageChannelSide, 'request'> {
  /** Sets the handler that answers the host's requests of a type. */
  readonly answer: MessageChannelSide['onRequest']
  /** Pass it to `connect`. */
  readonly element: HTMLIFrameElement
  /** Resolves after the handshake with the host; earlier messages wait for it. */
  readonly ready: Promise<void>
  /** The host's messages, in order. */
  readonly received: readonly Received[]
  /** Sends a built-in message or a declared event to the host. */
  send<K extends Exclude<keyof IncomingMessages, '*'>>(type: K, ...payload: PayloadArguments<IncomingMessages[K]>): void
  /** Simulates navigation to another page; answers that are still pending are dropped. */
  navigateAway(): void
  dispose(): void
}

/** The part of a Window that the handshake uses. */
function insideWindow(onPost: (data: unknown) => void) {
  const listeners = new Set<(event: object) => void>()
  const parent = { postMessage: onPost }
  const inside = {
    parent,
    addEventListener: (_: string, listener: (event: object) => void) => void listeners.add(listener),
    removeEventListener: (_: string, listener: (event: object) => void) => void listeners.delete(listener),
  }
  const deliver = (data: unknown, origin: string, ports: readonly MessagePort[]) => {
    for (const each of [...listeners]) each({ data, source: parent, origin, ports })
  }
  return { inside: inside as unknown as Window, deliver } // only the used part of a window
}

/** Fakes the page inside an iframe: it shakes hands with the host, then sends and answers what the test says. */
export function fakeFrame({
  element = document.createElement('iframe'),
  versions,
  tag = 'ad-report-chart',
  ...given
}: FakeFrameOptions = {}): FakeFrame {
  const page = element.ownerDocument.defaultView ?? window
  const { origin = element.src ? new URL(element.src).origin : 'https://console.example' } = given
  const received: Received[] = []
  let isHere = true
  let nonce: unknown

  const frame = controlFrame(element, `${origin}/embedded`, (data, to, ports) => {
    if (isHere && (to === '*' || to === origin)) deliver(data, page.location.origin, ports)
  })
  const { inside, deliver } = insideWindow((data) => {
    if (isRecord(data)) nonce = data.nonce
    // Browsers deliver messages in a later task, too.
    setTimeout(() => isHere && frame.say({ ...(isRecord(data) && data), ...versions }, origin))
  })
  const connected = connectToHost({ allowedOrigins: [page.location.origin], from: { tag, instance: 'fake' }, window: inside })
  const ready = connected.then((channel) => {
    channel.onRequest('ping', () => ({}))
    channel.on((type, payload) => received.push({ type, payload }))
    if (isHere) frame.load()
    else channel.dispose()
  })
  ready.catch(() => undefined)
  const whenConnected = (onPost: (channel: MessageChannelSide) => void) => void connected.then(onPost, () => undefined)

  const leave = () => {
    // A pending handshake ends as if the host had refused it.
    deliver({ ns: namespace, type: 'connect', nonce, code: 'disposed' }, page.location.origin, [])
    isHere = false
    whenConnected((channel) => channel.dispose())
  }
  return {
    element,
    ready,
    received,
    send: (type, ...[payload]) => whenConnected((channel) => channel.send(type, payload as Received['payload'])), // every payload is a record
    async request(type, ask, options) {
      const channel = await connected
      if (!isHere) throw new MessageError('disposed', false)
      return channel.request(type, ask, options)
    },
    answer: (type, handler) => whenConnected((channel) => channel.onRequest(type, handler)),
    navigateAway() {
      leave()
      frame.load()
    },
    dispose() {
      leave()
      frame.leave()
    },
  }
}
