import { Trans, useLingui } from '@lingui/react/macro'
import { createContext, useCallback, useContext, useLayoutEffect, useState } from 'react'
import type { Call, Endpoint } from '../../../contract/endpoint.ts'
import { useRead } from '../../../kit/cache.tsx'
import { type Problem, problemText } from '../../../kit/problem.ts'
import { Button } from '../../../ui/button.tsx'

type MarkLoaded = (part: string, isRead: boolean) => void
/** Collects which parts of the review page have loaded. */
export const LoadedPartsContext = createContext<MarkLoaded>(() => undefined)

/** Tracks the parts that are not loaded. Approval is disabled until all are. */
export function useLoadedParts() {
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set())
  const markLoaded = useCallback<MarkLoaded>((part, isRead) => {
    setMissing((before) => {
      if (before.has(part) !== isRead) return before
      const next = new Set(before)
      if (isRead) next.delete(part)
      else next.add(part)
      return next
    })
  }, [])
  return { isWhole: missing.size === 0, tell: markLoaded }
}

/** Reports whether a part is loaded. A part that unmounts no longer blocks approval. */
export function useMarkLoaded(part: string, isRead: boolean) {
  const markLoaded = useContext(LoadedPartsContext)
  useLayoutEffect(() => {
    markLoaded(part, isRead)
    return () => markLoaded(part, true)
  }, [markLoaded, part, isRead])
}

/** Reads a part every time it appears. Cached data counts as loaded only after it is revalidated. */
export function useReviewPart<E extends Endpoint>(part: string, endpoint: E, call: Call<E>) {
  const read = useRead(endpoint, call, { freshForMs: 0 })
  useMarkLoaded(part, read.data !== undefined && !read.isValidating)
  return read
}

/** Error text in place of a part that failed to load. */
export function PartError({ name, problem, onRetry }: { readonly name: string; readonly problem: Problem; readonly onRetry: () => void }) {
  const { i18n } = useLingui()
  return (
    <p role="alert">
      <b>{name}</b>: {problemText(problem, i18n)}{' '}
      <Button kind="plain" onPress={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </p>
  )
}
