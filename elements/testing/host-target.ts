import { randomName } from '../../src/kit/host/message-port.ts'
import { isRecord, namespace, versions } from '../../src/kit/host/messages.ts'
import { AttackedPort } from './attacked-channel.ts'
import { stage } from './stage.ts'

/** What an attack may change, counted; an attack that held changed nothing. */
export interface Picture {
  /** Handshakes that were accepted. */
  readonly opened: number
  /** Messages that went out through a connection, tokens among them. */
  readonly replies: number
  /** Exceptions on the way. */
  readonly errors: number
  /** What the end itself says of its state, as text. */
  readonly state: string | undefined
}

/** How a message comes in through a window. */
export interface Sender {
  readonly origin?: string
  /** From a window that is not the one to listen to. */
  readonly isStranger?: boolean
}

/** One end of the protocol, as an attacker meets it; each is used for one attack. */
export interface HostUnderTest {
  /** The origin that it trusts. */
  readonly trusted: string
  /** A request that it answers. */
  readonly asks: { readonly type: string; readonly payload: Readonly<Record<string, unknown>> }
  /** The message by which the trusted side would open a connection now. */
  opening(): Readonly<Record<string, unknown>>
  /** Says something to its window; as the trusted side would, unless a sender is named. */
  deliver(data: unknown, sender?: Sender): void
  /** Says something through the port of the connection that was opened last. */
  whisper(data: unknown): void
  /** The document that opened the connection has loaded to its end; only an end that has a frame knows such a thing. */
  load?(): void
  /** The frame shows another document; only an end that has a frame knows such a thing. */
  leave?(): void
  dispose(): void
  picture(): Picture
}

/** What a host gives back when it was connected to a frame. */
export interface ConnectedHost {
  dispose(): void
  /** What the page holds because of the frame, such as tokens given and events heard; compared before and after each attack. */
  state?(): unknown
}
/** Connects a host's own code to a frame, with its own `getToken` and listeners. */
export type ConnectHost = (frame: HTMLIFrameElement) => ConnectedHost

const address = 'https://console.example'

/** A host's own code around a frame that belongs to an attacker. */
export function hostTarget(connectHost: ConnectHost, errors: readonly unknown[]): HostUnderTest {
  let opened = 0
  let replies = 0
  let port: AttackedPort | undefined
  const played = stage(document.createElement('iframe'), `${address}/embedded`, (data, to, [given]) => {
    if ((to !== address && to !== '*') || !isRecord(data) || !(given instanceof AttackedPort)) return
    opened += 1
    port = given
    given.onmessage = ({ data: reply }) => {
      // Whether anybody is there is asked of whoever loads, and tells nothing.
      if (!isRecord(reply) || reply.type !== 'ping') replies += 1
    }
  })
  const host = connectHost(played.element)
  return {
    trusted: address,
    asks: { type: 'token', payload: { reason: 'start' } },
    opening: () => ({ ns: namespace, type: 'hello', ...versions, nonce: randomName() }),
    deliver: (data, { origin = address, isStranger } = {}) => played.say(data, origin, isStranger ? {} : undefined),
    whisper: (data) => port?.postMessage(data),
    load: () => played.load(),
    leave() {
      // The first load is that of the document which opened the connection.
      played.load()
      played.load()
    },
    dispose() {
      host.dispose()
      played.leave()
    },
    picture: () => ({ opened, replies, errors: errors.length, state: JSON.stringify(host.state?.()) }),
  }
}
