import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { is, number, type } from 'superstruct'
import { useRefresh, useStaleness } from '../../kit/cache.tsx'
import { useMutate } from '../../kit/mutate.ts'
import { asProblem, problemText } from '../../kit/problem.ts'
import type { GridQuery } from '../../ui/table/query.ts'
import type { Selection } from '../../ui/table/selection.ts'
import type { EntitySource, SelectableEntity } from './source.ts'

export type PickList = 'available' | 'selected'

/** The result of the last action: done, or the error text. */
export type PickResult = { readonly done: 'added' | 'removed'; readonly leftOut?: number } | { readonly refused: string }

const idsOf = (rows: Iterable<SelectableEntity>) => [...rows].map(({ entity_id }) => entity_id)

const AddReply = type({ added: number(), already: number() })
/** The number of entities that are selected after "add all"; Infinity if the reply has no counts. */
const countIn = (reply: unknown) => (is(reply, AddReply) ? reply.added + reply.already : Number.POSITIVE_INFINITY)

/** Adds and removes selected entities, then reloads both lists. */
export function usePicking(source: EntitySource, onChange: (() => void) | undefined, reasonOf?: (error: unknown) => string | undefined) {
  const { i18n } = useLingui()
  const { run } = useMutate()
  const invalidate = useRefresh()
  const { count: staleness } = useStaleness(...source.reads)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<PickResult>()
  const [inactive, setInactive] = useState<SelectableEntity>()
  const refresh = () => {
    invalidate(...source.reads)
    onChange?.()
  }
  const showFailure = (error: unknown) => setOutcome({ refused: reasonOf?.(error) ?? problemText(asProblem(error), i18n) })
  const clearMessages = () => {
    setOutcome(undefined)
    setInactive(undefined)
  }
  /** Saves a batch of ticks. Its success does not replace the error of another batch. */
  async function saveBatch(done: 'added' | 'removed', send: () => Promise<unknown>, matching = 0) {
    setBusy(true)
    try {
      const reply = await run(send, { stale: source.reads, event: () => onChange?.() })
      const leftOut = matching - countIn(reply)
      const success: PickResult = { done, ...(done === 'added' && leftOut > 0 && { leftOut }) }
      setOutcome((before) => (before && 'refused' in before ? before : success))
      return true
    } catch (error) {
      showFailure(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  /** Saves one action. `matching` is the number of entities that "add all" should add. */
  const act = (done: 'added' | 'removed', send: () => Promise<unknown>, matching?: number) => {
    clearMessages()
    return saveBatch(done, send, matching)
  }
  const selected = (selection: Selection<SelectableEntity>) => ({
    ids: idsOf(selection.rows.values()),
    except: [...selection.except].map(Number),
  })
  return {
    staleness,
    isBusy,
    outcome,
    /** The inactive entity that the user tried to select last. */
    inactive,
    onInactive: setInactive,
    onLoadError: showFailure,
    refresh,
    startRun: clearMessages,
    addIds: (ids: readonly number[]) => saveBatch('added', () => source.add(ids)),
    removeIds: (ids: readonly number[]) => saveBatch('removed', () => source.remove(ids)),
    addAll: (query: GridQuery, matching: number) => act('added', () => source.addAll(query, []), matching),
    removeAll: (query: GridQuery) => act('removed', () => source.removeAll(query, [])),
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
