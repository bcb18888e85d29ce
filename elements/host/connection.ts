import { type Ends, limited, type MessageChannelSide, type RequestOptions } from '../../src/kit/host/message-port.ts'
import type { Answer, Ask, MessageType, Payload, RequestType } from '../../src/kit/host/messages.ts'
import type { ElementEvents } from '../index.ts'
import type { GetToken } from '../../src/kit/session/token.ts'

/** What a host may say when it connects. */
export interface HostOptions {
  /** Gives a token whenever the element needs one. */
  readonly getToken?: GetToken
  /** How long it may take until the other side can be spoken to; ten seconds by default. */
  readonly timeoutMs?: number
  /** The exact origin of the frame; the one of its address by default. */
  readonly origin?: string
  /** Hears which check dropped a message. */
  readonly onRefused?: (guard: string) => void
  /** Hears of each handshake with a frame: the first, a late one, and one after the frame was loaded anew. */
  readonly onConnected?: () => void
}

/** What a listener learns beside the detail. */
export interface Heard {
  readonly type: string
  /** Stops what would follow, where the event can be cancelled. */
  prevent(): void
  /** Lets what would follow wait for an answer, where the event can be cancelled. */
  waitUntil(answer: Promise<boolean>): void
}

export type Told = { [T in MessageType]: Payload<T> } & { [K in keyof ElementEvents]: ElementEvents[K]['detail'] } & { '*': unknown }
export type Sent = Pick<Told, 'configure' | 'navigate' | 'refresh' | 'sign-out' | 'focus' | 'viewport'>
/** What is said after a type: nothing is needed where the payload has no fields. */
export type Rest<P> = Record<never, never> extends P ? [payload?: P] : [payload: P]

/** The host's side of one element. */
export interface Connection {
  /** Resolves when the other side can be spoken to; after a refusal, it is another promise once the other side has come late. */
  readonly ready: Promise<void>
  /** Hears a message or an event by name, or all by `*`; returns what stops it. */
  on<K extends keyof Told>(type: K, hear: (detail: Told[K], heard: Heard) => void): () => void
  send<K extends keyof Sent>(type: K, ...payload: Rest<Sent[K]>): void
  request<T extends RequestType>(type: T, ask: Ask<T>, options?: RequestOptions): Promise<Answer<T>>
  dispose(): void
}

/** A listener, whatever it hears. */
type Hear = (detail: unknown, heard: Heard) => void
/** Takes an answer to wait for, or a refusal. */
type Wait = (answer: false | Promise<boolean>) => void
type Data = Readonly<Record<string, unknown>>

/** What the two transports differ in. */
interface Way {
  readonly send: Connection['send']
  readonly request: MessageChannelSide['request']
  dispose?(): void
}

/** What both transports share: who listens, and when the other side can be spoken to. */
export function hostSide({ timeoutMs }: HostOptions) {
  const listeners = new Set<readonly [type: string, hear: Hear]>()
  const closing = new AbortController()
  const { signal } = closing
  let ends!: Ends<void> // the promise starts at once
  let ready = limited<void>(
    (...given) => {
      ends = given
    },
    { timeoutMs },
    signal,
  )
  ready.catch(() => undefined)

  const tellOne = (type: string, detail: unknown, waitUntil: Wait) => {
    const heard = { type, prevent: () => waitUntil(false), waitUntil }
    for (const [name, hear] of [...listeners]) if (name === type || name === '*') hear(detail, heard)
  }
  return {
    signal,
    fail: ends[1],
    open() {
      ends[0]()
      ready = Promise.resolve()
    },
    /** Tells everybody; what is built in has two names, that of the message and that of the element's event. */
    tell(type: string, detail: Data, waitUntil: Wait = () => undefined) {
      const [, name, state = detail.state] = /^(?:ad-)?(ready|navigated|error|session)(?:-(.+))?$/.exec(type) ?? []
      if (!name) return tellOne(type, detail, waitUntil)
      tellOne(name, state ? { state } : detail, waitUntil)
      tellOne(`ad-${name}${state ? `-${state}` : ''}`, state ? {} : detail, waitUntil)
    },
    /** Acts later; where there is nobody to speak to then, it does nothing by itself. */
    whenReady: (act: () => void) => void ready.then(act, act),
    connection: ({ send, request, dispose }: Way): Connection => ({
      get ready() {
        return ready
      },
      on(type, hear) {
        const listener = [type, hear as Hear] as const // the port's guard compares what is built in, tags type their own events
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      send,
      request: (type, ask, options = {}) =>
        limited((resolve, reject) => void ready.then(() => request(type, ask, options)).then(resolve, reject), options, signal),
      dispose() {
        closing.abort()
        listeners.clear()
        dispose?.()
      },
    }),
  }
}
