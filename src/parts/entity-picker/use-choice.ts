import { useRef, useState } from 'react'
import type { GridQuery } from '../../ui/table/query.ts'
import { emptySelection, rangeBetween } from '../../ui/table/selection.ts'
import type { GridChoice } from '../../ui/table/use-grid.ts'
import type { Windows } from '../../ui/table/windows.ts'
import type { SelectableEntity } from './source.ts'
import type { PickList } from './use-picking.ts'

/** The new state of a checkbox that is not saved yet. */
interface PendingTick {
  readonly entity: SelectableEntity
  readonly isChosen: boolean
}
type PendingTicks = ReadonlyMap<number, PendingTick>

const idsOf = (ticks: PendingTicks, isChosen: boolean) =>
  [...ticks.values()].filter((tick) => tick.isChosen === isChosen).map(({ entity }) => entity.entity_id)

/** Requests of the picker; each resolves with false if it failed. */
export interface ChoiceRequests {
  /** Called before the first batch of a run. */
  readonly startRun: () => void
  readonly addIds: (ids: readonly number[]) => Promise<boolean>
  readonly removeIds: (ids: readonly number[]) => Promise<boolean>
  readonly addAll: (query: GridQuery, matching: number) => Promise<boolean>
  readonly removeAll: (query: GridQuery) => Promise<boolean>
}

interface ChoiceOptions extends ChoiceRequests {
  /** The open list. */
  readonly list: PickList
  readonly query: GridQuery
  /** Called with the requests that a checkbox has started; they resolve with false if one of them failed. */
  readonly onPending: (pending: Promise<boolean>) => void
  /** Called for an entity that cannot be chosen. */
  readonly onInactive: (entity: SelectableEntity) => void
  /** Called when the rows of a range could not be loaded, so that none of them was chosen. */
  readonly onLoadError: (error: unknown) => void
}

/**
 * Saves the checkboxes that changed, in batches: changes during a request are sent after it.
 * `onSent` receives each batch and whether it succeeded.
 */
export function createSaveQueue(
  requests: Pick<ChoiceRequests, 'startRun' | 'addIds' | 'removeIds'>,
  onSent: (batch: PendingTicks, isDone: boolean) => void,
) {
  let waiting = new Map<number, PendingTick>()
  let sending: Promise<boolean> | undefined
  async function run() {
    let isEveryBatchDone = true
    requests.startRun()
    while (waiting.size > 0) {
      const batch = waiting
      waiting = new Map()
      const added = idsOf(batch, true)
      const removed = idsOf(batch, false)
      const isAdded = added.length === 0 || (await requests.addIds(added))
      const isRemoved = removed.length === 0 || (await requests.removeIds(removed))
      const isDone = isAdded && isRemoved
      if (!isDone) isEveryBatchDone = false
      onSent(batch, isDone)
    }
    // In the same turn as the check of the loop. Later, a new tick would wait for a run that has ended.
    sending = undefined
    return isEveryBatchDone
  }
  return {
    /** Resolves when nothing is left to save, with false if a batch failed. */
    put(entities: readonly SelectableEntity[], isChosen: boolean): Promise<boolean> {
      for (const entity of entities) waiting.set(entity.entity_id, { entity, isChosen })
      sending ??= run()
      return sending
    },
    isWaiting: (id: number) => waiting.has(id),
  }
}

/** Compares filters by value, because a query from the URL is a new object in each render. */
const filterKey = ({ filters }: GridQuery) => JSON.stringify(Object.entries(filters).toSorted(([one], [other]) => (one < other ? -1 : 1)))

/** A ticked row is saved immediately; the box shows the new state meanwhile. */
export function useChoice(options: ChoiceOptions): GridChoice<SelectableEntity> {
  const latest = useRef(options)
  latest.current = options
  const [pendingTicks, setPendingTicks] = useState<PendingTicks>(new Map())
  // Rows that were saved but not loaded again. A reload brings new objects, which are right.
  const [saved] = useState(() => new WeakMap<SelectableEntity, boolean>())
  /** The filters of which all entities were added. */
  const [allOf, setAllOf] = useState<string>()
  const untickCount = useRef(0)
  const anchor = useRef(0)
  const [queue] = useState(() =>
    createSaveQueue(
      {
        startRun: () => latest.current.startRun(),
        addIds: (ids) => latest.current.addIds(ids),
        removeIds: (ids) => latest.current.removeIds(ids),
      },
      (batch, isDone) => {
        for (const { entity, isChosen } of batch.values()) if (isDone) saved.set(entity, isChosen)
        setPendingTicks((before) => new Map([...before].filter(([id]) => !batch.has(id) || queue.isWaiting(id))))
      },
    ),
  )
  const isChosen = (row: SelectableEntity) => pendingTicks.get(row.entity_id)?.isChosen ?? saved.get(row) ?? row.is_selected
  const forgetAll = () => {
    untickCount.current += 1
    setAllOf(undefined)
  }
  const choose = (rows: readonly SelectableEntity[], isOn: boolean) => {
    const inactive = isOn ? rows.find(({ status }) => status === 'inactive') : undefined
    const changed = rows.filter((row) => isChosen(row) !== isOn && !(isOn && row.status === 'inactive'))
    if (changed.length > 0) {
      if (!isOn) forgetAll()
      setPendingTicks((before) => new Map([...before, ...changed.map((entity) => [entity.entity_id, { entity, isChosen: isOn }] as const)]))
      options.onPending(queue.put(changed, isOn))
    }
    // After the start of a run, which removes earlier messages.
    if (inactive) options.onInactive(inactive)
  }
  const { list, query } = options
  const isSelectedList = list === 'selected'
  const addAll = async (total: number) => {
    const untickCountBefore = untickCount.current
    const isDone = await options.addAll(query, total)
    if (isDone && untickCount.current === untickCountBefore) setAllOf(filterKey(query))
    return isDone
  }
  const removeAll = async () => {
    const isDone = await options.removeAll(query)
    if (isDone) forgetAll()
    return isDone
  }
  return {
    isChosen,
    picked: isSelectedList || allOf === filterKey(query) ? 'all' : 'none',
    select: (windows: Windows<SelectableEntity>) => ({
      selection: emptySelection,
      isReading: false,
      toggle: (index) => {
        anchor.current = index
        const row = windows.row(index)
        if (row !== undefined) choose([row], !isChosen(row))
      },
      extendTo: (index) => {
        const { first, last } = rangeBetween(anchor.current, index)
        void windows.read(first, last, new AbortController().signal).then((rows) => choose(rows, true), options.onLoadError)
      },
      // Everything in the list of selected entities is selected already.
      all: () => {
        if (!isSelectedList) options.onPending(addAll(windows.state().total ?? 0))
      },
      clear: () => {
        if (windows.state().total !== 0) options.onPending(removeAll())
      },
      // The list has no actions for selected rows.
      replace: () => undefined,
      anchorAt: (index) => {
        anchor.current = index
      },
    }),
  }
}
