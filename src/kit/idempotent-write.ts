import { asProblem, type Problem } from './problem.ts'

/** Whether the outcome of a write is unknown: its response was lost or is still pending. */
export const isOutcomeUnknown = ({ kind, status, reply }: Problem) =>
  ['unreachable', 'blocked', 'ended'].includes(kind) ||
  status === 429 ||
  status >= 500 ||
  (status === 409 && reply?.formatting?.subject === 'Idempotency-Key')

/** For writes that must happen once: the first body is sent again, with the same key, until the platform answers it. */
export function createIdempotentWrite<Body>() {
  let first: { readonly body: Body; readonly key: string } | undefined
  return async <Response>(
    body: Body,
    write: (body: Body, key: string) => Promise<Response>,
  ): Promise<{ response: Response; sent: Body }> => {
    first ??= { body, key: crypto.randomUUID() }
    const sent = first
    try {
      const response = await write(sent.body, sent.key)
      first = undefined
      return { response, sent: sent.body }
    } catch (error) {
      if (!isOutcomeUnknown(asProblem(error))) first = undefined
      throw error
    }
  }
}

/** For writes that may be repeated: the same call is sent again with the same key while its outcome is unknown. */
export function createRetryKeys() {
  const keys = new Map<string, string>()
  return async <Response>(call: string, write: (key: string) => Promise<Response>): Promise<Response> => {
    const key = keys.get(call) ?? crypto.randomUUID()
    keys.set(call, key)
    try {
      const response = await write(key)
      keys.delete(call)
      return response
    } catch (error) {
      if (!isOutcomeUnknown(asProblem(error))) keys.delete(call)
      throw error
    }
  }
}
