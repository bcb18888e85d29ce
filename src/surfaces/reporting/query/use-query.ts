import { useCallback, useMemo } from 'react'
import { usePath } from '../../../kit/path.ts'
import { joinPath } from '../../../kit/split-path.ts'
import { outsideOf } from '../../../contract/reports/fields.rules.ts'
import type { Fields } from '../fields/own-fields.ts'
import { type Asked, askedIn, askedWords, queryOf, saidIn, wordsIn, wordsOf } from './query.ts'

/** Clears the parameters of a single row, because the row may no longer exist. */
const ofRow = { row: undefined, ledger: undefined }
/** Clears column settings too. */
const ofColumns = { columns: undefined, ...ofRow }

/** The report query of the URL over `base`, with functions that change it. Without parameters, a new report uses the user's own fields. */
export function useAsked(base: Asked, own?: Fields) {
  const { pathname, query, go } = usePath()
  const begun = useMemo(() => wordsOf(base), [base])
  const isNew = own !== undefined && !askedWords.some((word) => query.has(word))
  const text = JSON.stringify(isNew ? wordsOf({ ...base, ...own }) : wordsIn(query, begun))
  const asked = useMemo(() => askedIn(JSON.parse(text) as Record<string, string>, base), [text, base]) // stringified above
  /** Fields in the URL that the context does not offer. */
  const outside = useMemo(() => {
    const said = saidIn(JSON.parse(text) as Record<string, string>, base) // stringified above
    return outsideOf(said, said.context)
  }, [text, base])
  const pathTo = useCallback(
    (next: Partial<Asked>) => {
      const isOfColumns = next.dimensions !== undefined || next.metrics !== undefined || next.compare !== undefined
      const said = queryOf({ ...asked, ...next }, begun)
      // Keeps one parameter: an empty query would select the user's own fields again.
      const isBare = own !== undefined && Object.values(said).every((value) => value === undefined)
      const words = { ...said, ...(isBare && { context: base.context }), ...(isOfColumns ? ofColumns : ofRow) }
      const left = new URLSearchParams(query)
      for (const [word, value] of Object.entries(words)) {
        if (value === undefined) left.delete(word)
        else left.set(word, value)
      }
      return joinPath(pathname, left)
    },
    [asked, base, begun, own, pathname, query],
  )
  const change = useCallback((next: Partial<Asked>) => go(pathTo(next)), [go, pathTo])
  const isChanged = useMemo(() => Object.values(queryOf(asked, begun)).some((word) => word !== undefined), [asked, begun])
  return { asked, outside, change, pathTo, isChanged }
}
export type AskedState = ReturnType<typeof useAsked>
