import { asProblem, type Problem } from './problem.ts'

/** Whether nobody knows what became of a write: its answer was lost, or is still being made. */
export const isUnanswered = ({ kind, status, reply }: Problem) =>
  ['unreachable', 'blocked', 'ended'].includes(kind) ||
  status === 429 ||
  status >= 500 ||
  (status === 409 && reply?.formatting?.subject === 'Idempotency-Key')

/** Something that must be done once: what was sent first is sent again, word for word and under its key, until it is answered. */
export function untilAnswered<Body>() {
  let first: { readonly body: Body; readonly key: string } | undefined
  return async <Answer>(body: Body, write: (body: Body, key: string) => Promise<Answer>): Promise<{ answer: Answer; sent: Body }> => {
    first ??= { body, key: crypto.randomUUID() }
    const sent = first
    try {
      const answer = await write(sent.body, sent.key)
      first = undefined
      return { answer, sent: sent.body }
    } catch (error) {
      if (!isUnanswered(asProblem(error))) first = undefined
      throw error
    }
  }
}
