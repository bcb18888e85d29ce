import { randomName } from '../../src/kit/host/message-port.ts'
import { isRecord, namespace, versions } from '../../src/kit/host/messages.ts'
import { AttackedPort } from './attacked-channel.ts'
import { controlFrame } from './controlled-frame.ts'

/** Counts what an attack can change; a failed attack changes nothing. */
export interface DamageCounts {
  /** Accepted handshakes. */
  readonly opened: number
  /** Messages sent through a connection, including tokens. */
  readonly replies: number
  /** Exceptions thrown. */
  readonly errors: number
  /** The state that the side under test reports, as text. */
  readonly state: string | undefined
}

/** The sender of a window message. */
export interface Sender {
  readonly origin?: string
  /** The message comes from another window than the expected one. */
  readonly isStranger?: boolean
}

/** One side of the protocol under attack; each instance is used for one attack. */
export interface HostUnderTest {
  /** The origin that it trusts. */
  readonly trusted: string
  /** A request that it answers. */
  readonly asks: { readonly type: string; readonly payload: Readonly<Record<string, unknown>> }
  /** The message with which the trusted side would open a connection now. */
  opening(): Readonly<Record<string, unknown>>
  /** Delivers a message to its window, from the trusted side unless `sender` says otherwise. */
  deliver(data: unknown, sender?: Sender): void
  /** Sends a message through the port of the latest connection. */
  whisper(data: unknown): void
  /** Simulates the load event of the connected document; only on a side that has a frame. */
  load?(): void
  /** Simulates that the frame shows another document; only on a side that has a frame. */
  leave?(): void
  dispose(): void
  picture(): DamageCounts
}

/** Returned by the host's code after connecting to a frame. */
export interface ConnectedHost {
  dispose(): void
  /** What the page stores because of the frame, such as tokens given and events received; compared before and after each attack. */
  state?(): unknown
}
/** Connects the host's code under test to a frame, with its own `getToken` and listeners. */
export type ConnectHost = (frame: HTMLIFrameElement) => ConnectedHost

const address = 'https://console.example'

/** Runs the host's code under test around a frame that the attacker controls. */
export function hostTarget(connectHost: ConnectHost, errors: readonly unknown[]): HostUnderTest {
  let opened = 0
  let replies = 0
  let port: AttackedPort | undefined
  const frame = controlFrame(document.createElement('iframe'), `${address}/embedded`, (data, to, [given]) => {
    if ((to !== address && to !== '*') || !isRecord(data) || !(given instanceof AttackedPort)) return
    opened += 1
    port = given
    given.onmessage = ({ data: reply }) => {
      // The host pings each document that loads. A ping reveals nothing, so it does not count.
      if (!isRecord(reply) || reply.type !== 'ping') replies += 1
    }
  })
  const host = connectHost(frame.element)
  return {
    trusted: address,
    asks: { type: 'token', payload: { reason: 'start' } },
    opening: () => ({ ns: namespace, type: 'hello', ...versions, nonce: randomName() }),
    deliver: (data, { origin = address, isStranger } = {}) => frame.say(data, origin, isStranger ? {} : undefined),
    whisper: (data) => port?.postMessage(data),
    load: () => frame.load(),
    leave() {
      // The first load event belongs to the connected document, the second to the new one.
      frame.load()
      frame.load()
    },
    dispose() {
      host.dispose()
      frame.leave()
    },
    picture: () => ({ opened, replies, errors: errors.length, state: JSON.stringify(host.state?.()) }),
  }
}
