import { type PromiseCallbacks, withLimits, type MessageChannelSide, type RequestOptions } from '../../src/kit/host/message-port.ts'
import type { Answer, RequestPayload, MessageType, Payload, RequestType } from '../../src/kit/host/messages.ts'
import type { ElementEvents } from '../index.ts'
import type { GetToken } from '../../src/kit/session/token.ts'

/** Options of `connect`. */
export interface HostOptions {
  /** Called whenever the element needs a token. */
  readonly getToken?: GetToken
  /** How long to wait for the connection; ten seconds by default. */
  readonly timeoutMs?: number
  /** The exact origin of the frame; that of its `src` by default. */
  readonly origin?: string
  /** Called with the name of the guard that dropped a message. */
  readonly onRefused?: (guard: string) => void
  /** Called after each handshake with a frame, including a late one and one after a reload. */
  readonly onConnected?: () => void
}

/** The second argument of a listener. */
export interface ListenerContext {
  readonly type: string
  /** Cancels the announced action, if the event is cancelable. */
  prevent(): void
  /** Delays the announced action until the promise resolves, if the event is cancelable; `false` cancels it. */
  waitUntil(answer: Promise<boolean>): void
}

export type IncomingMessages = { [T in MessageType]: Payload<T> } & { [K in keyof ElementEvents]: ElementEvents[K]['detail'] } & {
  '*': unknown
}
export type OutgoingMessages = Pick<IncomingMessages, 'configure' | 'navigate' | 'refresh' | 'sign-out' | 'focus' | 'viewport'>
/** The arguments after a type; the payload is optional if it has no required fields. */
export type PayloadArguments<P> = Record<never, never> extends P ? [payload?: P] : [payload: P]

/** A host's connection to one element. */
export interface Connection {
  /** Resolves when the other side is connected. If it connects after a rejection, `ready` becomes a new, resolved promise. */
  readonly ready: Promise<void>
  /** Listens to a message or an event by name, or to all with `*`; returns a function that stops listening. */
  on<K extends keyof IncomingMessages>(type: K, listener: (detail: IncomingMessages[K], context: ListenerContext) => void): () => void
  send<K extends keyof OutgoingMessages>(type: K, ...payload: PayloadArguments<OutgoingMessages[K]>): void
  request<T extends RequestType>(type: T, ask: RequestPayload<T>, options?: RequestOptions): Promise<Answer<T>>
  dispose(): void
}

/** A listener of any message. */
type MessageListener = (detail: unknown, context: ListenerContext) => void
/** Receives a listener's pending answer, or false for a refusal. */
type OnPendingAnswer = (answer: false | Promise<boolean>) => void
type Data = Readonly<Record<string, unknown>>

/** The parts in which the two transports differ. */
interface Transport {
  readonly send: Connection['send']
  readonly request: MessageChannelSide['request']
  dispose?(): void
}

/** Shared by both transports: the listeners and the ready state. */
export function createHostSide({ timeoutMs }: HostOptions) {
  const listeners = new Set<readonly [type: string, listener: MessageListener]>()
  const closing = new AbortController()
  const { signal } = closing
  let callbacks!: PromiseCallbacks<void> // set below, synchronously
  let ready = withLimits<void>(
    (...args) => {
      callbacks = args
    },
    { timeoutMs },
    signal,
  )
  ready.catch(() => undefined)

  const notifyListeners = (type: string, detail: unknown, waitUntil: OnPendingAnswer) => {
    const context = { type, prevent: () => waitUntil(false), waitUntil }
    for (const [name, listener] of [...listeners]) if (name === type || name === '*') listener(detail, context)
  }
  return {
    signal,
    fail: callbacks[1],
    open() {
      callbacks[0]()
      ready = Promise.resolve()
    },
    /** Notifies the listeners. A built-in message has two names: its own and that of the element's event. */
    tell(type: string, detail: Data, waitUntil: OnPendingAnswer = () => undefined) {
      const [, name, state = detail.state] = /^(?:ad-)?(ready|navigated|error|session)(?:-(.+))?$/.exec(type) ?? []
      if (!name) return notifyListeners(type, detail, waitUntil)
      notifyListeners(name, state ? { state } : detail, waitUntil)
      notifyListeners(`ad-${name}${state ? `-${state}` : ''}`, state ? {} : detail, waitUntil)
    },
    /** Runs `act` once `ready` settles. After a failed connection `act` has no channel and does nothing. */
    whenReady: (run: () => void) => void ready.then(run, run),
    connection: ({ send, request, dispose }: Transport): Connection => ({
      get ready() {
        return ready
      },
      on(type, listener) {
        const entry = [type, listener as MessageListener] as const // the port's guard checks built-in messages, declarations type the events
        listeners.add(entry)
        return () => void listeners.delete(entry)
      },
      send,
      request: (type, ask, options = {}) =>
        withLimits((resolve, reject) => void ready.then(() => request(type, ask, options)).then(resolve, reject), options, signal),
      dispose() {
        closing.abort()
        listeners.clear()
        dispose?.()
      },
    }),
  }
}
