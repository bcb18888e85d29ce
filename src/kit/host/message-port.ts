import { MessageError, type MessageErrorCode } from './message-errors.ts'
import { type MessageChecks, type Guard, failedGuardName } from './message-guards.ts'
import {
  type Answer,
  type RequestPayload,
  type Envelope,
  matchesShape,
  isEnvelope,
  namespace,
  type RequestFailure,
  type RequestType,
  requests,
  type MessageSender,
} from './messages.ts'

type Data = Readonly<Record<string, unknown>>

/** Timeout and cancellation of a request. */
export interface RequestOptions {
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** One side of a port: sends and receives messages, and requests with answers. */
export interface MessageChannelSide {
  send(type: string, payload?: Data): void
  request<T extends RequestType>(type: T, payload: RequestPayload<T>, options?: RequestOptions): Promise<Answer<T>>
  /** Listens to every message that is neither a request nor an answer. */
  on(listener: (type: string, payload: Data) => void): () => void
  /** Sets the handler that answers the requests of a type. */
  onRequest<T extends RequestType>(
    type: T,
    handler: (payload: RequestPayload<T>, signal: AbortSignal) => Answer<T> | Promise<Answer<T>>,
  ): void
  dispose(): void
}

/** The result of a handshake, from which a channel is opened. */
export interface ChannelParts {
  readonly port: MessagePort
  readonly from: MessageSender
  readonly version: number
  readonly guards: readonly Guard[]
  /** Called for each dropped message. */
  readonly onDropped?: ((guard: string) => void) | undefined
}

/** The resolve and reject functions of a promise. */
export type PromiseCallbacks<T> = readonly [resolve: (value: T | PromiseLike<T>) => void, reject: (error: unknown) => void]

/** A promise that rejects on timeout, when its caller cancels it, and when the channel closes. */
export function withLimits<T>(
  start: (...callbacks: PromiseCallbacks<T>) => void,
  { timeoutMs = 10_000, signal }: RequestOptions,
  closing: AbortSignal,
) {
  const stopped = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  return new Promise<T>((resolve, reject) => {
    const rejectWith = (code: MessageErrorCode, retryable: boolean) => () => reject(new MessageError(code, retryable))
    const abortOn = (signal: AbortSignal | undefined, fail: () => void) =>
      signal?.aborted ? fail() : signal?.addEventListener('abort', fail, { signal: stopped.signal })
    timer = setTimeout(rejectWith('timed_out', true), timeoutMs)
    abortOn(closing, rejectWith('disposed', false))
    abortOn(signal, rejectWith('aborted', true))
    if (!signal?.aborted) start(resolve, reject)
  }).finally(() => {
    clearTimeout(timer)
    stopped.abort()
  })
}

/** Random enough that it cannot be guessed. */
export const randomName = () => crypto.getRandomValues(new Uint32Array(4)).join('')

const maxSeenIds = 1000

/** Returns a check that is true for new ids only. It forgets the oldest ids. */
export function createDuplicateCheck() {
  const seenIds = new Set<unknown>()
  return (id: unknown) => {
    if (seenIds.has(id)) return false
    seenIds.add(id)
    if (seenIds.size > maxSeenIds) seenIds.delete(seenIds.values().next().value)
    return true
  }
}

function refusedOf(error: unknown): RequestFailure {
  const { code, message, retryable, requestId } = error instanceof MessageError ? error : new MessageError('answer_failed', true)
  return { code, message, retryable, request_id: requestId }
}

/** Opens a channel that uses the protocol over a port. */
export function openChannel({ port, from, version, guards, onDropped }: ChannelParts): MessageChannelSide {
  const pending = new Map<string, PromiseCallbacks<Data>>()
  const listeners = new Set<(type: string, payload: Data) => void>()
  const handlers = new Map<string, (payload: never, signal: AbortSignal) => unknown>()
  const closing = new AbortController()
  const isNew = createDuplicateCheck()
  const prefix = randomName()
  let count = 0

  const gate: MessageChecks = {
    isAlive: () => !closing.signal.aborted,
    times: [],
    hasShape: isEnvelope,
    hasVersion: ({ v }) => v === version,
    isNonce: () => true,
    isFirst: ({ id }) => isNew(id),
  }

  const post = (type: string, fields: Partial<Envelope>) => {
    const id = `${prefix}-${++count}`
    if (gate.isAlive()) port.postMessage({ ns: namespace, v: version, id, from, type, at: Date.now(), ...fields } satisfies Envelope)
    return id
  }

  const reply = async ({ id, type, payload = {} }: Envelope) => {
    const handler = handlers.get(type)
    try {
      if (!handler) throw new MessageError('no_answer', false)
      const answer = await handler(payload as never, closing.signal) // the guards have validated its shape
      post(type, { re: id, payload: answer as Data }) // the handler's type guarantees it
    } catch (error) {
      post(type, { re: id, error: refusedOf(error) })
    }
  }

  const receive = (message: Envelope) => {
    const { re, type, payload = {}, error } = message
    if (re) {
      const [resolve, reject] = pending.get(re) ?? []
      if (error) reject?.(new MessageError(error.code, error.retryable, error.message, error.request_id))
      else resolve?.(payload)
      return
    }
    if (Object.hasOwn(requests, type)) return void reply(message)
    for (const listener of [...listeners]) listener(type, payload)
  }

  port.onmessage = ({ data }) => {
    const refusal = failedGuardName(guards, { data }, gate)
    if (refusal) onDropped?.(refusal)
    else receive(data)
  }

  const request: MessageChannelSide['request'] = async (type, payload, options = {}) => {
    let id = ''
    const start = (...callbacks: PromiseCallbacks<Data>) => {
      id = post(type, { payload })
      pending.set(id, callbacks)
    }
    const answer = await withLimits(start, options, closing.signal).finally(() => pending.delete(id))
    if (!matchesShape(requests[type].answer, answer)) throw new MessageError('answer_malformed', false)
    return answer as Answer<typeof type> // validated on the line above
  }

  return {
    send: (type, payload = {}) => void post(type, { payload }),
    request,
    on(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onRequest: (type, handler) => void handlers.set(type, handler),
    dispose() {
      closing.abort()
      listeners.clear()
      port.close()
    },
  }
}
