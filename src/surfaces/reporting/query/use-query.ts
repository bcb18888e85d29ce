import { useCallback, useMemo } from 'react'
import { usePath } from '../../../kit/path.ts'
import { joinPath } from '../../../kit/split-path.ts'
import { outsideOf } from '../../../contract/reports/fields.rules.ts'
import type { Fields } from '../fields/own-fields.ts'
import { type Asked, askedIn, askedWords, queryOf, saidIn, wordsIn, wordsOf } from './query.ts'

/** What the address says of one row, which may be gone. */
const ofRow = { row: undefined, ledger: undefined }
/** The same, of columns. */
const ofColumns = { columns: undefined, ...ofRow }

/** The report of an address, over the one that it began from, and the way to ask otherwise; an address that says nothing has somebody's own fields. */
export function useAsked(base: Asked, own?: Fields) {
  const { pathname, query, go } = usePath()
  const begun = useMemo(() => wordsOf(base), [base])
  const isNew = own !== undefined && !askedWords.some((word) => query.has(word))
  const text = JSON.stringify(isNew ? wordsOf({ ...base, ...own }) : wordsIn(query, begun))
  const asked = useMemo(() => askedIn(JSON.parse(text) as Record<string, string>, base), [text, base]) // written two lines above
  /** Fields that the address names and the context does not have. */
  const outside = useMemo(() => {
    const said = saidIn(JSON.parse(text) as Record<string, string>, base) // written above
    return outsideOf(said, said.context)
  }, [text, base])
  const pathTo = useCallback(
    (next: Partial<Asked>) => {
      const isOfColumns = next.dimensions !== undefined || next.metrics !== undefined || next.compare !== undefined
      const said = queryOf({ ...asked, ...next }, begun)
      // One that says nothing would have those fields again.
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
