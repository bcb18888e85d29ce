import { randomUUID } from 'node:crypto'
import type { Refusal } from '../../src/contract/reply.ts'
import { StatementTooLong } from './database/problems.ts'
import { guards as allGuards } from './guards.ts'
import { perform } from './perform.ts'
import { Refused } from './refusal.ts'
import type { Ground, Guard, RequestState } from './request-state.ts'

/** Leads a request past the guards to its handler, and back. */
export function requestPath(ground: Ground, guards: readonly Guard[] = allGuards) {
  return async (request: Request, address: string): Promise<Response> => {
    const state: RequestState = {
      request,
      address,
      ground,
      url: new URL(request.url),
      requestId: randomUUID(),
      path: {},
      query: undefined,
      text: '',
      body: undefined,
      scope: { memberGroupId: undefined, advertisers: [] },
    }
    const began = performance.now()
    const response = await run(state, guards).catch((error: unknown) => refusal(state, error))
    ground.log(response.status >= 500 ? 'error' : 'info', 'request', {
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

async function run(state: RequestState, guards: readonly Guard[]): Promise<Response> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StatementTooLong(state.ground.limits.requestMs)), state.ground.limits.requestMs)
  })
  const work = async () => {
    for (const { check } of guards) await check(state)
    await perform(state)
    return reply(state, 200, state.reply ?? '')
  }
  try {
    return await Promise.race([work(), limit])
  } finally {
    clearTimeout(timer)
  }
}

function refusal(state: RequestState, error: unknown): Response {
  const refused = asRefused(state, error)
  const { code, reason, fields, headers, status } = refused
  const body = { status: 'error', error: refused.message, code, formatting: reason, ...(fields && { fields }), request_id: state.requestId }
  return reply(state, status, JSON.stringify(body), headers)
}

/** A surprise is told to the log alone. */
function asRefused(state: RequestState, error: unknown): Refused {
  if (error instanceof Refused) return error
  const simple = (code: Refusal, rule: string) => new Refused(code, { subject: 'Platform', rule })
  if (error instanceof StatementTooLong) return simple('unavailable', 'This took too long; ask for less at once')
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  state.ground.log('error', 'surprise', { request_id: state.requestId, message, stack })
  return simple('internal', 'Something went wrong')
}

const reply = (state: RequestState, status: number, text: string, headers: Readonly<Record<string, string>> = {}) =>
  new Response(text, {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Request-Id': state.requestId,
      'X-Content-Type-Options': 'nosniff',
      ...(state.isReplayed && { 'Idempotent-Replayed': 'true' }),
      ...headers,
    },
  })
