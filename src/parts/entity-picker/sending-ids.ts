import type { readIds } from '../../contract/id-lists.rules.ts'
import { type EntitySource, idsAtOnce } from './entity-source.ts'

/** Why a line of a list did not come in. */
export type LineCode = ReturnType<typeof readIds>['problems'][number]['code'] | 'unknown' | 'inactive'
/** One line of a list that did not come in. */
export interface LineProblem {
  readonly line: number
  readonly text: string
  readonly code: LineCode
}

/** What came of a whole list. */
export interface ListOutcome {
  readonly added: number
  readonly already: number
  readonly problems: readonly LineProblem[]
  /** How many of the list were asked for; fewer than all when it was stopped. */
  readonly sent: number
}

interface Way {
  readonly signal: AbortSignal
  readonly onProgress: (sent: number) => void
}

const inOrder = (problems: readonly LineProblem[]) => problems.toSorted((one, other) => one.line - other.line)

/** Sends a list in pieces; what was sent stays when it is stopped, and is told. */
export async function sendIds(
  source: Pick<EntitySource, 'addIds'>,
  list: ReturnType<typeof readIds>,
  { signal, onProgress }: Way,
): Promise<ListOutcome> {
  const lineOf = new Map(list.ids.map((id, index) => [id, list.lines[index] ?? 0]))
  const problems: LineProblem[] = [...list.problems]
  let [added, already, sent] = [0, 0, 0]
  while (sent < list.ids.length && !signal.aborted) {
    const piece = list.ids.slice(sent, sent + idsAtOnce)
    const outcome = await source.addIds(piece, signal)
    added += outcome.added
    already += outcome.already
    for (const { id, code } of outcome.refused) problems.push({ line: lineOf.get(id) ?? 0, text: id, code })
    sent += piece.length
    onProgress(sent)
  }
  return { added, already, problems: inOrder(problems), sent }
}
