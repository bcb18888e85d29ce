import { MessageError, type MessageErrorCode } from './message-errors.ts'
import { type Gate, type Guard, refusalOf } from './message-guards.ts'
import {
  type Answer,
  type Ask,
  type Envelope,
  fits,
  isEnvelope,
  namespace,
  type Refused,
  type RequestType,
  requests,
  type Speaker,
} from './messages.ts'

type Data = Readonly<Record<string, unknown>>

/** How long a request waits, and how its asker takes it back. */
export interface RequestOptions {
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** One side of a port: messages out, messages in, requests with answers. */
export interface MessageChannelSide {
  send(type: string, payload?: Data): void
  request<T extends RequestType>(type: T, ask: Ask<T>, options?: RequestOptions): Promise<Answer<T>>
  /** Hears every message that is neither a request nor an answer. */
  on(hear: (type: string, payload: Data) => void): () => void
  answer<T extends RequestType>(type: T, give: (ask: Ask<T>, signal: AbortSignal) => Answer<T> | Promise<Answer<T>>): void
  dispose(): void
}

/** What a side is given at the end of a handshake. */
export interface ChannelParts {
  readonly port: MessagePort
  readonly from: Speaker
  readonly version: number
  readonly guards: readonly Guard[]
  /** Hears of each message that was dropped. */
  readonly onRefused?: ((guard: string) => void) | undefined
}

/** What ends a promise, by success or by failure. */
export type Ends<T> = readonly [resolve: (value: T | PromiseLike<T>) => void, reject: (error: unknown) => void]

/** A promise that fails when its time is over, when its asker takes it back, and when everything is closed. */
export function limited<T>(start: (...ends: Ends<T>) => void, { timeoutMs = 10_000, signal }: RequestOptions, closing: AbortSignal) {
  const over = new AbortController()
  return new Promise<T>((resolve, reject) => {
    const failing = (code: MessageErrorCode, retryable: boolean) => () => reject(new MessageError(code, retryable))
    const watch = (watched: AbortSignal | undefined, fail: () => void) =>
      watched?.aborted ? fail() : watched?.addEventListener('abort', fail, over)
    const timer = setTimeout(failing('timed_out', true), timeoutMs)
    watch(over.signal, () => clearTimeout(timer))
    watch(closing, failing('disposed', false))
    watch(signal, failing('aborted', true))
    if (!signal?.aborted) start(resolve, reject)
  }).finally(() => over.abort())
}

/** Random enough to be guessed by nobody. */
export const randomName = () => crypto.getRandomValues(new Uint32Array(4)).join('')

const remembered = 1000

/** Ids that came before; the oldest are forgotten. */
export function newOnly() {
  const seen = new Set<unknown>()
  return (id: unknown) => {
    if (seen.has(id)) return false
    seen.add(id)
    if (seen.size > remembered) seen.delete(seen.values().next().value)
    return true
  }
}

function refusedOf(error: unknown): Refused {
  const { code, message, retryable, requestId } = error instanceof MessageError ? error : new MessageError('answer_failed', true)
  return { code, message, retryable, request_id: requestId }
}

/** Speaks the protocol over a port. */
export function openChannel({ port, from, version, guards, onRefused }: ChannelParts): MessageChannelSide {
  const pending = new Map<string, Ends<Data>>()
  const heard = new Set<(type: string, payload: Data) => void>()
  const answers = new Map<string, (ask: never, signal: AbortSignal) => unknown>()
  const closing = new AbortController()
  const isNew = newOnly()
  const prefix = randomName()
  let count = 0

  const gate: Gate = {
    isAlive: () => !closing.signal.aborted,
    times: [],
    fits: isEnvelope,
    speaks: ({ v }) => v === version,
    isNonce: () => true,
    isFirst: ({ id }) => isNew(id),
  }

  const post = (type: string, rest: Partial<Envelope>) => {
    const id = `${prefix}-${++count}`
    if (gate.isAlive()) port.postMessage({ ns: namespace, v: version, id, from, type, at: Date.now(), ...rest } satisfies Envelope)
    return id
  }

  const reply = async ({ id, type, payload = {} }: Envelope) => {
    const give = answers.get(type)
    try {
      if (!give) throw new MessageError('no_answer', false)
      const answer = await give(payload as never, closing.signal) // the guard for shapes has just compared it with the type's own
      post(type, { re: id, payload: answer as Data }) // who answers is bound to the type's answer
    } catch (error) {
      post(type, { re: id, error: refusedOf(error) })
    }
  }

  const take = (message: Envelope) => {
    const { re, type, payload = {}, error } = message
    if (re) {
      const [resolve, reject] = pending.get(re) ?? []
      if (error) reject?.(new MessageError(error.code, error.retryable, error.message, error.request_id))
      else resolve?.(payload)
      return
    }
    if (Object.hasOwn(requests, type)) return void reply(message)
    for (const hear of [...heard]) hear(type, payload)
  }

  port.onmessage = ({ data }) => {
    const refusal = refusalOf(guards, { data }, gate)
    if (refusal) onRefused?.(refusal)
    else take(data)
  }

  const request: MessageChannelSide['request'] = async (type, ask, options = {}) => {
    let id = ''
    const start = (...ends: Ends<Data>) => {
      id = post(type, { payload: ask })
      pending.set(id, ends)
    }
    const answer = await limited(start, options, closing.signal).finally(() => pending.delete(id))
    if (!fits(requests[type].answer, answer)) throw new MessageError('answer_malformed', false)
    return answer as Answer<typeof type> // its shape has just been compared
  }

  return {
    send: (type, payload = {}) => void post(type, { payload }),
    request,
    on(hear) {
      heard.add(hear)
      return () => void heard.delete(hear)
    },
    answer: (type, give) => void answers.set(type, give),
    dispose() {
      closing.abort()
      heard.clear()
      port.close()
    },
  }
}
