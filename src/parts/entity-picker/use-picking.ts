import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { useRefresh, useStaleness } from '../../kit/cache.tsx'
import { useMutate } from '../../kit/mutate.ts'
import { asProblem, problemText } from '../../kit/problem.ts'
import type { GridQuery } from '../../ui/table/query.ts'
import type { Selection } from '../../ui/table/selection.ts'
import type { EntitySource, SelectableEntity } from './source.ts'

export type PickList = 'available' | 'selected'

/** The result of the last action: done, or the error text. */
export type PickResult = { readonly done: 'added' | 'removed' } | { readonly refused: string }

const idsOf = (rows: Iterable<SelectableEntity>) => [...rows].map(({ entity_id }) => entity_id)

/** Adds and removes selected entities, then reloads both lists. */
export function usePicking(source: EntitySource, onChange: (() => void) | undefined, reasonOf?: (error: unknown) => string | undefined) {
  const { i18n } = useLingui()
  const { run } = useMutate()
  const invalidate = useRefresh()
  const { count: staleness } = useStaleness(...source.reads)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<PickResult>()
  const refresh = () => {
    invalidate(...source.reads)
    onChange?.()
  }
  async function act(done: 'added' | 'removed', send: () => Promise<unknown>) {
    setBusy(true)
    setOutcome(undefined)
    try {
      await run(send, { stale: source.reads, event: () => onChange?.() })
      setOutcome({ done })
    } catch (error) {
      setOutcome({ refused: reasonOf?.(error) ?? problemText(asProblem(error), i18n) })
    }
    setBusy(false)
  }
  const selected = (selection: Selection<SelectableEntity>) => ({
    ids: idsOf(selection.rows.values()),
    except: [...selection.except].map(Number),
  })
  return {
    staleness,
    isBusy,
    outcome,
    refresh,
    add: (selection: Selection<SelectableEntity>, query: GridQuery) => {
      const { ids, except } = selected(selection)
      return act('added', () => (selection.isAll ? source.addAll(query, except) : source.add(ids)))
    },
    remove: (selection: Selection<SelectableEntity>, query: GridQuery) => {
      const { ids, except } = selected(selection)
      return act('removed', () => (selection.isAll ? source.removeAll(query, except) : source.remove(ids)))
    },
  }
}
