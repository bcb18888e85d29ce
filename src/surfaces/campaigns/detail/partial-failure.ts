import { asProblem, Problem } from '../../../kit/problem.ts'
import { isUnanswered } from '../../../kit/until-answered.ts'

/** By what an answer is taken back; nothing where nothing was done. */
export interface Answer {
  readonly batch: string | null
}
export const batchesOf = (answers: readonly Answer[]) => answers.flatMap(({ batch }) => batch ?? [])

/** How far many changes came before something failed. */
interface Reached {
  readonly done: number
  readonly all: number
  readonly batches: readonly string[]
}

/** Some of it is done and the rest failed, for the reason of the problem that this is. */
export class HalfDone extends Problem {
  readonly reached: Reached
  /** Nobody knows what became of the part that failed. */
  readonly isUnknown: boolean

  constructor(problem: Problem, reached: Reached) {
    const { kind, status, code, reply, requestId } = problem
    super({ kind, status, code, ...(reply && { reply }), ...(requestId && { requestId }), cause: problem })
    this.reached = reached
    this.isUnknown = isUnanswered(problem)
  }
}

/** Does something to many in calls of so many, one after the other; what was done before one fails is told with it. */
export async function inParts<T, R extends Answer>(all: readonly T[], most: number, send: (some: T[]) => Promise<R>): Promise<R[]> {
  const answers: R[] = []
  for (let at = 0; at < all.length; at += most)
    try {
      answers.push(await send(all.slice(at, at + most)))
    } catch (error) {
      if (answers.length === 0) throw error
      throw new HalfDone(asProblem(error), { done: at, all: all.length, batches: batchesOf(answers) })
    }
  return answers
}
