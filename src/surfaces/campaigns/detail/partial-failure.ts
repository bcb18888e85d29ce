import { asProblem, Problem } from '../../../kit/problem.ts'
import { isOutcomeUnknown } from '../../../kit/idempotent-write.ts'

/** A response with the batch to undo; null when nothing changed. */
export interface BatchResponse {
  readonly batch: string | null
}
export const batchesOf = (answers: readonly BatchResponse[]) => answers.flatMap(({ batch }) => batch ?? [])

/** How far a series of requests got before one failed. */
interface PartialProgress {
  readonly done: number
  readonly all: number
  readonly batches: readonly string[]
}

/** A problem after which some of the changes are already saved. */
export class PartialFailure extends Problem {
  readonly reached: PartialProgress
  /** True when the failed request may have been applied, because its response was lost. */
  readonly isUnknown: boolean

  constructor(problem: Problem, reached: PartialProgress) {
    const { kind, status, code, reply, requestId } = problem
    super({ kind, status, code, ...(reply && { reply }), ...(requestId && { requestId }), cause: problem })
    this.reached = reached
    this.isUnknown = isOutcomeUnknown(problem)
  }

  /** The rejected fields are those of one request, not of the form that started all of them. */
  override get fields() {
    return []
  }
}

/** Sends items in chunks of `most`, one request after another. If a later chunk fails, the error contains the saved part. */
export async function sendInChunks<T, R extends BatchResponse>(
  all: readonly T[],
  chunkSize: number,
  send: (some: T[]) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = []
  for (let at = 0; at < all.length; at += chunkSize)
    try {
      answers.push(await send(all.slice(at, at + chunkSize)))
    } catch (error) {
      if (answers.length === 0) throw error
      throw new PartialFailure(asProblem(error), { done: at, all: all.length, batches: batchesOf(answers) })
    }
  return answers
}
