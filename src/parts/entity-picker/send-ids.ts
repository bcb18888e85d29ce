import type { parseIds } from '../../contract/registrations/id-lists.rules.ts'
import { asProblem } from '../../kit/problem.ts'
import { isOutcomeUnknown } from '../../kit/idempotent-write.ts'
import { type EntitySource, maxIdsPerRequest } from './source.ts'

/** Why a line was not added. */
export type LineCode = ReturnType<typeof parseIds>['problems'][number]['code'] | 'unknown' | 'inactive'
/** A line that was not added. */
export interface LineProblem {
  readonly line: number
  readonly text: string
  readonly code: LineCode
}

/** The result of a whole list. */
export interface IdListResult {
  readonly added: number
  readonly already: number
  readonly problems: readonly LineProblem[]
  /** The number of ids sent; fewer than all if it was stopped or failed. */
  readonly sent: number
  /** The error that ended it; undefined if the user stopped it. */
  readonly failed?: unknown
  /** The last request has an unknown result. */
  readonly isUnsure: boolean
}

interface SendIdsOptions {
  readonly signal: AbortSignal
  /** The result of an earlier attempt; only the remaining ids are sent. */
  readonly earlier?: IdListResult | undefined
  readonly onProgress: (sent: number) => void
}

const inOrder = (problems: readonly LineProblem[]) => problems.toSorted((a, b) => a.line - b.line)

/** Sends a list in batches. If it is stopped or fails, the result reports what was sent. */
export async function sendIds(
  source: Pick<EntitySource, 'addIds'>,
  list: ReturnType<typeof parseIds>,
  { signal, earlier, onProgress }: SendIdsOptions,
): Promise<IdListResult> {
  const lineOf = new Map(list.ids.map((id, index) => [id, list.lines[index] ?? 0]))
  const problems: LineProblem[] = [...(earlier ?? list).problems]
  let { added, already, sent } = earlier ?? { added: 0, already: 0, sent: 0 }
  const soFar = () => ({ added, already, problems: inOrder(problems), sent })
  while (sent < list.ids.length && !signal.aborted) {
    const piece = list.ids.slice(sent, sent + maxIdsPerRequest)
    let outcome: Awaited<ReturnType<EntitySource['addIds']>>
    try {
      outcome = await source.addIds(piece, signal)
    } catch (error) {
      if (signal.aborted) return { ...soFar(), isUnsure: true }
      return { ...soFar(), failed: error, isUnsure: isOutcomeUnknown(asProblem(error)) }
    }
    added += outcome.added
    already += outcome.already
    for (const { id, code } of outcome.refused) problems.push({ line: lineOf.get(id) ?? 0, text: id, code })
    sent += piece.length
    onProgress(sent)
  }
  return { ...soFar(), isUnsure: false }
}
