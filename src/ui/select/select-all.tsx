import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { count } from '../format/format.ts'
import type { ShownOptions, Option } from './option.ts'

interface ChooseAllProps {
  readonly choices: ShownOptions
  readonly chosenCount: number
  readonly onAdd: (found: readonly Option[]) => void
  readonly onClear: () => void
}

/** Selects all matching options, loading them if needed, and clears the selection. */
export function SelectAll({ choices, chosenCount, onAdd, onClear }: ChooseAllProps) {
  const { i18n } = useLingui()
  const [state, setState] = useState<'still' | 'busy' | 'failed'>('still')
  const gathering = useRef<AbortController>(undefined)
  const add = useRef(onAdd)
  add.current = onAdd
  const { all, search, total } = choices
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search cancels the loading of all matches
  useEffect(() => {
    setState('still')
    return () => gathering.current?.abort()
  }, [search])
  const loadAll = async () => {
    const request = new AbortController()
    gathering.current = request
    setState('busy')
    const options = await all(request.signal).catch(() => undefined)
    if (request.signal.aborted) return
    setState(options ? 'still' : 'failed')
    if (options) add.current(options)
  }
  const matches = count(total, i18n.locale)
  const chosen = count(chosenCount, i18n.locale)
  return (
    <div className="choose-foot">
      {total > 0 && (
        <button
          type="button"
          className="choose-act"
          aria-disabled={state === 'busy'}
          aria-busy={state === 'busy'}
          onClick={state === 'busy' ? undefined : () => void loadAll()}
        >
          {search === '' ? <Trans>Select all {matches}</Trans> : <Trans>Select all {matches} matching</Trans>}
        </button>
      )}
      {state === 'failed' && (
        <small role="alert" className="choose-wrong">
          <Trans>The list couldn’t be loaded.</Trans>
        </small>
      )}
      <span className="grow" />
      {chosenCount > 0 && (
        <button type="button" className="choose-act" onClick={onClear}>
          <Trans>Clear {chosen} selected</Trans>
        </button>
      )}
    </div>
  )
}
