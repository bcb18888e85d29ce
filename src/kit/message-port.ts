import { MessageError } from './message-errors.ts'
import { type Gate, type Guard, refusalOf } from './message-guards.ts'
import {
  type Answer,
  type Ask,
  type Envelope,
  fits,
  isEnvelope,
  isRecord,
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

interface Pending {
  readonly type: RequestType
  settle(answer: Data | MessageError): void
}

/** Random enough to be guessed by nobody. */
export const randomName = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')

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

const refusedOf = (error: unknown): Refused =>
  error instanceof MessageError
    ? { code: error.code, message: error.message, retryable: error.retryable, ...(error.requestId && { request_id: error.requestId }) }
    : { code: 'answer_failed', message: 'answer_failed', retryable: true }

/** Speaks the protocol over a port. */
export function openChannel({ port, from, version, guards, onRefused }: ChannelParts): MessageChannelSide {
  const pending = new Map<string, Pending>()
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
    speaks: (data) => isRecord(data) && data.v === version,
    isNonce: () => true,
    isFirst: (data) => isRecord(data) && isNew(data.id),
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
    if (re) return pending.get(re)?.settle(error ? new MessageError(error.code, error.retryable, error.message, error.request_id) : payload)
    if (Object.hasOwn(requests, type)) return void reply(message)
    for (const hear of [...heard]) hear(type, payload)
  }

  port.onmessage = ({ data }) => {
    const refusal = refusalOf(guards, { data }, gate)
    if (refusal) onRefused?.(refusal)
    else take(data)
  }

  const request: MessageChannelSide['request'] = (type, ask, { timeoutMs = 10_000, signal } = {}) =>
    new Promise((resolve, reject) => {
      const abort = () => pending.get(id)?.settle(new MessageError('aborted', true))
      const settle = (answer: Data | MessageError) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        pending.delete(id)
        if (answer instanceof MessageError) reject(answer)
        else if (fits(requests[type].answer, answer))
          resolve(answer as Answer<typeof type>) // its shape has just been compared
        else reject(new MessageError('answer_malformed', false))
      }
      if (!gate.isAlive()) return reject(new MessageError('disposed', false))
      if (signal?.aborted) return reject(new MessageError('aborted', true))
      const id = post(type, { payload: ask })
      const timer = setTimeout(() => settle(new MessageError('timed_out', true)), timeoutMs)
      signal?.addEventListener('abort', abort)
      pending.set(id, { type, settle })
    })

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
      for (const { settle } of [...pending.values()]) settle(new MessageError('disposed', false))
      heard.clear()
      port.close()
    },
  }
}
