import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '../../../src/contract/reply.ts'
import type { OfrepFailure } from '../../../src/contract/session/config.ts'
import { DatabaseProblem, isOutOfResources, StatementTooLong, StatementCanceled } from '../database/problems.ts'
import { guards as allGuards } from './guards/guards.ts'
import { fileHeaders, fileStream } from './file-response.ts'
import { runHandler } from './perform.ts'
import { Refused } from '../context/refusal.ts'
import { type RequestDeps, type Guard, releaseFile, type RequestState } from './request-state.ts'

/** Runs a request through the guards and its handler, logs it, and turns errors into refusals. */
export function requestPath(deps: RequestDeps, guards: readonly Guard[] = allGuards) {
  return async (request: Request, address: string, disconnect: () => void): Promise<Response> => {
    const state: RequestState = {
      request,
      address,
      disconnect,
      deps,
      database: deps.database,
      url: new URL(request.url),
      requestId: randomUUID(),
      path: {},
      query: undefined,
      text: '',
      body: undefined,
      result: undefined,
      scope: { memberGroupId: undefined, advertisers: [] },
    }
    const began = performance.now()
    const response = await run(state, guards).catch((error: unknown) => releaseFile(state).then(() => refusal(state, error)))
    const isFailure = response.status >= 500 && !request.signal.aborted
    deps.log(isFailure ? 'error' : 'info', 'request', {
      request_id: state.requestId,
      method: request.method,
      path: state.route?.endpoint.path ?? state.url.pathname,
      status: response.status,
      ms: Math.round(performance.now() - began),
      caller: state.caller?.name,
    })
    return response
  }
}

/** Runs the remaining guards in order, then the handler. */
async function runGuards(state: RequestState, [guard, ...otherGuards]: readonly Guard[]): Promise<void> {
  if (!guard) return runHandler(state)
  if ('around' in guard) return guard.around(state, () => runGuards(state, otherGuards))
  await guard.check(state)
  return runGuards(state, otherGuards)
}

async function run(state: RequestState, guards: readonly Guard[]): Promise<Response> {
  const { requestMs, fileMs } = state.deps.limits
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    const timeoutAfter = (limitMs: number) => {
      state.isOver = true
      reject(new StatementTooLong(limitMs))
    }
    const look = () => {
      const { file, maxBodyBytes } = state.route?.endpoint ?? {}
      if (file || maxBodyBytes !== undefined) timer = setTimeout(timeoutAfter, fileMs - requestMs, fileMs)
      else timeoutAfter(requestMs)
    }
    timer = setTimeout(look, requestMs)
  })
  try {
    await Promise.race([runGuards(state, guards), limit])
    const { file } = state
    return file ? reply(state, 200, fileStream(file, fileStreamOptions(state)), fileHeaders(file)) : reply(state, 200, state.reply ?? '')
  } finally {
    clearTimeout(timer)
  }
}

const fileStreamOptions = ({ deps: { log, limits }, requestId, disconnect, leave }: RequestState) => ({
  log,
  disconnect,
  requestId,
  left: leave ?? (() => undefined),
  stallMs: limits.fileStallMs,
  wholeMs: limits.fileWholeMs,
})

/** A client of OFREP reads refusals of addresses without an endpoint, too, such as that of a flag with an empty key. */
const isOfrep = ({ route, url }: RequestState) => route?.endpoint.ofrep ?? url.pathname.startsWith('/ofrep/')

function refusal(state: RequestState, error: unknown): Response {
  const refusal = asRefused(state, error)
  if (isOfrep(state)) return ofrepFailure(state, refusal)
  const { code, reason, fields, headers, status } = refusal
  const body = { status: 'error', error: refusal.message, code, formatting: reason, ...(fields && { fields }), request_id: state.requestId }
  return reply(state, status, JSON.stringify(body), headers)
}

/** The OFREP codes of refusals; all others are GENERAL. */
const ofrepCodes: Partial<Readonly<Record<ErrorCode, OfrepFailure['errorCode']>>> = {
  malformed: 'PARSE_ERROR',
  too_large: 'PARSE_ERROR',
  unsupported_type: 'PARSE_ERROR',
  invalid: 'INVALID_CONTEXT',
  not_found: 'FLAG_NOT_FOUND',
}

/** A refusal in the form of OFREP. Its clients know the status 400 of a context that cannot be evaluated, not 422. */
function ofrepFailure(state: RequestState, { code, message, headers, status }: Refused): Response {
  const errorCode = ofrepCodes[code] ?? 'GENERAL'
  const key = state.path.key
  const failure: OfrepFailure = { ...(key !== undefined && { key: String(key) }), errorCode, errorDetails: message }
  return reply(state, code === 'invalid' ? 400 : status, JSON.stringify(failure), headers)
}

/** Converts any error to a refusal. Details of unexpected errors go to the log only. */
function asRefused(state: RequestState, error: unknown): Refused {
  if (error instanceof Refused) return error
  const simple = (code: ErrorCode, rule: string, headers = {}) => new Refused(code, { subject: 'Platform', rule }, undefined, headers)
  if (error instanceof StatementTooLong) return simple('unavailable', 'The request took too long; request less data')
  if (error instanceof StatementCanceled) return simple('unavailable', 'The request was canceled')
  if (error instanceof DatabaseProblem && error.isPassing) {
    state.deps.log('warn', 'busy', { request_id: state.requestId, message: error.message })
    return simple('unavailable', 'The server is busy; try again in a few seconds', { 'Retry-After': '3' })
  }
  if (isOutOfResources(error)) {
    state.deps.log('error', 'resources', { request_id: state.requestId, message: error.message })
    return simple('unavailable', 'The server is busy; try again in a few seconds', { 'Retry-After': '30' })
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  state.deps.log('error', 'surprise', { request_id: state.requestId, message, stack })
  return simple('internal', 'Something went wrong')
}

/** Responses are data: never rendered as a page, and never framed. */
const securityHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

const reply = (
  state: RequestState,
  status: number,
  text: string | ReadableStream<Uint8Array>,
  headers: Readonly<Record<string, string>> = {},
) =>
  new Response(text, {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Request-Id': state.requestId,
      ...securityHeaders,
      ...(state.isReplayed && { 'Idempotent-Replayed': 'true' }),
      ...headers,
    },
  })
