import { shakeHands } from '../../src/kit/host/bridge.ts'
import { MessageError } from '../../src/kit/host/message-errors.ts'
import type { MessageChannelSide } from '../../src/kit/host/message-port.ts'
import { isRecord, namespace, type VersionRange } from '../../src/kit/host/messages.ts'
import type { Rest, Told } from '../host/connection.ts'
import { stage } from './stage.ts'

/** What a test may say about the embedded page that it plays. */
export interface FakeFrameOptions {
  /** The frame that the page under test has made; a new one when it is absent. */
  readonly element?: HTMLIFrameElement
  /** Where the embedded page comes from; the origin of the frame's address, or `https://console.example`. */
  readonly origin?: string
  /** The versions of the protocol that the embedded page speaks; all that this kit knows by default. */
  readonly versions?: VersionRange
  /** The tag that the embedded page shows; `ad-report-chart` by default. */
  readonly tag?: string
}

/** One message that the host sent. */
export interface Received {
  readonly type: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** An embedded page without the platform that would embed it. */
export interface FakeFrame extends Pick<MessageChannelSide, 'request' | 'answer'> {
  /** Give this one to `connect`. */
  readonly element: HTMLIFrameElement
  /** Resolves when the host has shaken hands; what is said earlier waits for it. */
  readonly ready: Promise<void>
  /** What the host sent, in order. */
  readonly received: readonly Received[]
  /** Tells the host a built-in message or a declared event. */
  send<K extends Exclude<keyof Told, '*'>>(type: K, ...payload: Rest<Told[K]>): void
  /** The frame shows another page; what the host has not answered by then goes nowhere. */
  navigateAway(): void
  dispose(): void
}

/** As much of a window as the handshake touches. */
function insideWindow(say: (data: unknown) => void) {
  const hearers = new Set<(event: object) => void>()
  const parent = { postMessage: say }
  const inside = {
    parent,
    addEventListener: (_: string, hear: (event: object) => void) => void hearers.add(hear),
    removeEventListener: (_: string, hear: (event: object) => void) => void hearers.delete(hear),
  }
  const hear = (data: unknown, origin: string, ports: readonly MessagePort[]) => {
    for (const each of [...hearers]) each({ data, source: parent, origin, ports })
  }
  return { inside: inside as unknown as Window, hear } // as much of a window as is touched
}

/** Plays the page inside of a frame: says hello, takes the host's connect, and then says and answers what the test wants. */
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

  const played = stage(element, `${origin}/embedded`, (data, to, ports) => {
    if (isHere && (to === '*' || to === origin)) hear(data, page.location.origin, ports)
  })
  const { inside, hear } = insideWindow((data) => {
    if (isRecord(data)) nonce = data.nonce
    // A browser never delivers in the same turn either.
    setTimeout(() => isHere && played.say({ ...(isRecord(data) && data), ...versions }, origin))
  })
  const connected = shakeHands({ allowedOrigins: [page.location.origin], from: { tag, instance: 'fake' }, window: inside })
  const ready = connected.then((channel) => {
    channel.answer('ping', () => ({}))
    channel.on((type, payload) => received.push({ type, payload }))
    if (isHere) played.load()
    else channel.dispose()
  })
  ready.catch(() => undefined)
  const then = (say: (channel: MessageChannelSide) => void) => void connected.then(say, () => undefined)

  const leave = () => {
    // A handshake that has not happened yet ends as by a host that has nothing in common with it.
    hear({ ns: namespace, type: 'connect', nonce, code: 'disposed' }, page.location.origin, [])
    isHere = false
    then((channel) => channel.dispose())
  }
  return {
    element,
    ready,
    received,
    send: (type, ...[payload]) => then((channel) => channel.send(type, payload as Received['payload'])), // every payload is a record
    async request(type, ask, options) {
      const channel = await connected
      if (!isHere) throw new MessageError('disposed', false)
      return channel.request(type, ask, options)
    },
    answer: (type, give) => then((channel) => channel.answer(type, give)),
    navigateAway() {
      leave()
      played.load()
    },
    dispose() {
      leave()
      played.leave()
    },
  }
}
