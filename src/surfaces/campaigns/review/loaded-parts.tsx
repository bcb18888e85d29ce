import { Trans, useLingui } from '@lingui/react/macro'
import { createContext, useCallback, useContext, useLayoutEffect, useState } from 'react'
import type { Call, Endpoint } from '../../../contract/endpoint.ts'
import { useRead } from '../../../kit/cache.tsx'
import { type Problem, problemText } from '../../../kit/problem.ts'
import { Button } from '../../../ui/button.tsx'

type Tell = (part: string, isRead: boolean) => void
/** Hears of each part of what is looked at whether it is there. */
export const Reading = createContext<Tell>(() => undefined)

/** The parts that are not there yet; nobody passes what could not be seen. */
export function useReading() {
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set())
  const tell = useCallback<Tell>((part, isRead) => {
    setMissing((before) => {
      if (before.has(part) !== isRead) return before
      const next = new Set(before)
      if (isRead) next.delete(part)
      else next.add(part)
      return next
    })
  }, [])
  return { isWhole: missing.size === 0, tell }
}

/** Says of a part whether it is there; what is taken from the page holds up nothing. */
export function usePartRead(part: string, isRead: boolean) {
  const tell = useContext(Reading)
  useLayoutEffect(() => {
    tell(part, isRead)
    return () => tell(part, true)
  }, [tell, part, isRead])
}

/** Asks for a part whenever it comes on the screen; what an earlier answer shows is not there until it is confirmed. */
export function usePart<E extends Endpoint>(part: string, endpoint: E, call: Call<E>) {
  const answer = useRead(endpoint, call, { freshForMs: 0 })
  usePartRead(part, answer.data !== undefined && !answer.isValidating)
  return answer
}

/** A part that could not be read says so where it would stand. */
export function PartFailed({ name, problem, onRetry }: { readonly name: string; readonly problem: Problem; readonly onRetry: () => void }) {
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
