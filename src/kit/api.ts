import { mask } from 'superstruct'
import { type Call, type Endpoint, fillPath, type Result } from '../contract/endpoint.ts'
import { Problem, type ProblemKind } from './problem.ts'
import { request } from './request.ts'
import type { Session } from './session/session.ts'
import { wait } from './wait.ts'

/** Request options that send the version as If-Match. */
export const ifMatch = (version: number) => ({ ifMatch: `"${version}"` })

export interface SendOptions {
  readonly signal?: AbortSignal
  readonly idempotencyKey?: string
  readonly ifMatch?: string
  readonly timeoutMs?: number
  /** Consumes a file response as it arrives and returns the reply to use instead. Error responses are parsed as usual. */
  readonly consumeFile?: (response: Response) => Promise<unknown>
  /** Aborts the request; replaces the default timeout. */
  readonly limit?: AbortSignal
}
/** Sends one request of the contract. */
export type Send = <E extends Endpoint>(endpoint: E, call: Call<E>, options?: SendOptions) => Promise<Result<E>>

export interface ApiOptions {
  readonly apiBase: string
  readonly session: Session
  readonly applicationName: string
  readonly environment: string
  readonly onResponse?: (status: number) => void
  /** Called with how far the platform's clock runs ahead, if it does. */
  readonly onClockAhead?: (aheadMs: number) => void
  /** Called when the platform rejects a token even after a refresh, or when the token's user does not exist. */
  readonly onRefused?: ((code: string | undefined) => void) | undefined
  /** Called when something on the user's device, such as an ad blocker, stops a request. */
  readonly onBlocked?: (problem: Problem) => void
  /** Called with the error of each failed call, and with the call's method and path pattern. */
  readonly onFailed?: ((error: unknown, where: string) => void) | undefined
  /** Cancels pending reads. Writes are not cancelled, because their outcome would be unknown. */
  readonly ended?: AbortSignal
}

type Parts = { path?: Record<string, string | number>; query?: Record<string, unknown>; body?: unknown }

const timeoutMs = 10_000
const retries = 2
const retryableStatuses = new Set([429, 502, 503, 504])
const kinds: Readonly<Record<number, ProblemKind>> = {
  400: 'invalid',
  401: 'ended',
  403: 'refused',
  404: 'missing',
  409: 'conflict',
  412: 'conflict',
  422: 'invalid',
}

const isRead = ({ method, reads }: Endpoint) => method === 'GET' || reads === true
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const codeOf = (data: unknown) => (isRecord(data) && typeof data.code === 'string' ? data.code : undefined)

const csvOf = (body: unknown) => (isRecord(body) ? String(body.csv) : '')

/** Ad blockers stop URLs whose query starts with "advertiser", so its first letter is percent-encoded there. */
export function search(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => [name, String(one)]),
  )
  const text = new URLSearchParams(pairs).toString()
  return text && `?${text.replace(/^a(?=dvertiser)/, '%61')}`
}

const canReach = (url: string) =>
  request(url, { mode: 'no-cors', signal: AbortSignal.timeout(3000) }).then(
    () => true,
    () => false,
  )

/** A text body, such as a gateway's error page, is ignored. Any other body that is not JSON counts as a lost connection. */
async function dataOf(response: Response): Promise<unknown> {
  const text = await response.text()
  return text && !response.headers.get('content-type')?.startsWith('text/') ? JSON.parse(text) : undefined
}

/** Creates the HTTP client of a runtime. */
export function createApi({
  apiBase,
  session,
  applicationName,
  environment,
  onResponse,
  onClockAhead,
  onRefused,
  onBlocked,
  onFailed,
  ended,
}: ApiOptions): Send {
  const address = (path: string) => `${apiBase}/${path}`
  const addressOf = (endpoint: Endpoint, { path, query }: Parts) => address(fillPath(endpoint.path, path) + search(query))

  async function sendOnce(endpoint: Endpoint, parts: Parts, options: SendOptions, token: string | undefined) {
    const limit = options.limit ?? AbortSignal.timeout(options.timeoutMs ?? (endpoint.long ? timeoutMs * 3 : timeoutMs))
    const hasBody = parts.body !== undefined
    const response = await request(addressOf(endpoint, parts), {
      method: endpoint.method,
      ...(hasBody && { body: endpoint.csv ? csvOf(parts.body) : JSON.stringify(parts.body) }),
      headers: {
        Accept: 'application/json',
        ...(hasBody && { 'Content-Type': endpoint.csv ? 'text/csv; charset=utf-8' : 'application/json' }),
        'X-Application-Name': applicationName,
        'X-Environment': environment,
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(options.idempotencyKey && { 'Idempotency-Key': options.idempotencyKey }),
        ...(options.ifMatch && { 'If-Match': options.ifMatch }),
      },
      signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
    })
    const data = await (response.ok && options.consumeFile ? options.consumeFile(response) : dataOf(response))
    onResponse?.(response.status)
    const aheadMs = Number(response.headers.get('placard-ahead-ms') ?? 0)
    if (aheadMs > 0) onClockAhead?.(aheadMs)
    return { status: response.status, data, after: Number(response.headers.get('retry-after') ?? 0) }
  }

  async function sendWithToken(endpoint: Endpoint, parts: Parts, options: SendOptions) {
    const token = endpoint.open ? undefined : await session.token()
    const first = await sendOnce(endpoint, parts, options, token)
    const isRetried = first.status === 401 && token && codeOf(first.data) !== 'user_not_found'
    const final = isRetried ? await sendOnce(endpoint, parts, options, await session.refused(token)) : first
    if (token && final.status !== 401) session.accepted()
    else if (token) onRefused?.(codeOf(final.data))
    return final
  }

  async function sendWithRetries(endpoint: Endpoint, parts: Parts, options: SendOptions) {
    for (let attempt = 0; ; attempt++) {
      // An interrupted file download is not restarted automatically.
      const isLast = attempt >= retries || !isRead(endpoint) || options.consumeFile !== undefined
      const pauseMs = (retryAfter: number) => Math.max(retryAfter * 1000, 250 * 2 ** attempt) * (0.5 + Math.random())
      try {
        const reply = await sendWithToken(endpoint, parts, options)
        if (isLast || !retryableStatuses.has(reply.status) || reply.after > 5) return reply
        await wait(pauseMs(reply.after), options.signal)
      } catch (error) {
        if (isLast || error instanceof Problem || options.signal?.aborted) throw error
        await wait(pauseMs(0), options.signal)
      }
    }
  }

  /**
   * Browsers hide why a request failed. The health check tells whether the platform rejects this page. If only this URL cannot be reached,
   * it is blocked.
   */
  async function unreachable(url: string, cause: unknown): Promise<Problem> {
    // A timeout does not mean that the request was blocked.
    if (cause instanceof DOMException) return new Problem({ kind: 'unreachable', cause })
    const health = await request(address('health'), { signal: AbortSignal.timeout(3000) })
      .then(dataOf)
      .catch(() => undefined)
    if (isRecord(health) && isRecord(health.refused)) return new Problem({ kind: 'invalid', reply: health.refused, cause })
    // A blocker that stops one of the two health URLs rarely stops both.
    const isAlive = Boolean(health) || (await canReach(address('ready')))
    const problem = new Problem({ kind: isAlive && !(await canReach(url)) ? 'blocked' : 'unreachable', cause })
    if (problem.kind === 'blocked') onBlocked?.(problem)
    return problem
  }

  const signalOf = (endpoint: Endpoint, { signal }: SendOptions) => {
    if (!ended || !isRead(endpoint)) return signal
    return signal ? AbortSignal.any([signal, ended]) : ended
  }

  const sendCall: Send = async (endpoint, call, options = {}) => {
    const signal = signalOf(endpoint, options)
    const idempotencyKey = options.idempotencyKey ?? (endpoint.idempotent ? crypto.randomUUID() : undefined)
    const keyed = { ...options, ...(signal && { signal }), ...(idempotencyKey && { idempotencyKey }) }
    const parts = call as Parts // the endpoint's types guarantee these parts
    const reply = await sendWithRetries(endpoint, parts, keyed).catch(async (error: unknown) => {
      if (error instanceof Problem) throw error
      if (signal?.aborted) throw new DOMException('The call was cancelled', 'AbortError')
      throw await unreachable(addressOf(endpoint, parts), error)
    })
    return read(endpoint, reply) as never // validated by the endpoint's own struct
  }
  return (endpoint, call, options) =>
    sendCall(endpoint, call, options).catch((error: unknown) => {
      onFailed?.(error, `${endpoint.method} ${endpoint.path}`)
      throw error
    })
}

function read(endpoint: Endpoint, { status, data }: { status: number; data: unknown }): unknown {
  if (status === 200 && isRecord(data) && data.status === 'success') {
    if (!endpoint.result) return undefined
    try {
      return mask(data.result, endpoint.result)
    } catch (cause) {
      throw new Problem({ kind: 'broken', status, cause })
    }
  }
  const reply = isRecord(data) ? data : undefined
  // The platform refuses the page's origin, not the user, and its reply explains what to do.
  const kind = reply?.code === 'origin_refused' ? 'invalid' : (kinds[status] ?? 'broken')
  throw new Problem({ kind, status, ...(reply && { reply }) })
}
