import { useRef, useState } from 'react'
import type { GridQuery } from '../../ui/table/query.ts'
import { emptySelection, rangeBetween } from '../../ui/table/selection.ts'
import type { GridChoice } from '../../ui/table/use-grid.ts'
import type { Windows } from '../../ui/table/windows.ts'
import type { SelectableEntity } from './source.ts'

interface Wish {
  readonly entity: SelectableEntity
  readonly isChosen: boolean
}
type Wishes = ReadonlyMap<number, Wish>

const idsOf = (wishes: Wishes, isChosen: boolean) =>
  [...wishes.values()].filter((wish) => wish.isChosen === isChosen).map(({ entity }) => entity.entity_id)

/** Requests of the picker; each resolves with false if it failed. */
export interface ChoiceRequests {
  readonly addIds: (ids: readonly number[]) => Promise<boolean>
  readonly removeIds: (ids: readonly number[]) => Promise<boolean>
  readonly addAll: (query: GridQuery, matching: number) => Promise<boolean>
  readonly removeAll: (query: GridQuery) => Promise<boolean>
}

interface ChoiceOptions extends ChoiceRequests {
  readonly query: GridQuery
  /** Called with the requests that a checkbox has started. */
  readonly onPending: (pending: Promise<unknown>) => void
  /** Called for an entity that cannot be chosen. */
  readonly onInactive: (entity: SelectableEntity) => void
  /** Called when the rows of a range could not be loaded, so that none of them was chosen. */
  readonly onUnread: (error: unknown) => void
}

/**
 * Sends the checkboxes that changed, in batches: changes during a request are sent after it.
 * `onSent` receives each batch and whether it succeeded.
 */
export function createWishQueue(requests: Pick<ChoiceRequests, 'addIds' | 'removeIds'>, onSent: (batch: Wishes, isDone: boolean) => void) {
  let waiting = new Map<number, Wish>()
  let sending: Promise<void> | undefined
  async function run() {
    while (waiting.size > 0) {
      const batch = waiting
      waiting = new Map()
      const added = idsOf(batch, true)
      const removed = idsOf(batch, false)
      const isAdded = added.length === 0 || (await requests.addIds(added))
      const isRemoved = removed.length === 0 || (await requests.removeIds(removed))
      onSent(batch, isAdded && isRemoved)
    }
  }
  return {
    put(entities: readonly SelectableEntity[], isChosen: boolean): Promise<void> {
      for (const entity of entities) waiting.set(entity.entity_id, { entity, isChosen })
      sending ??= run().finally(() => {
        sending = undefined
      })
      return sending
    },
    isWaiting: (id: number) => waiting.has(id),
  }
}

/** A ticked row is chosen at once; the box shows the new state while it is saved. */
export function useChoice(options: ChoiceOptions): GridChoice<SelectableEntity> {
  const latest = useRef(options)
  latest.current = options
  const [wishes, setWishes] = useState<Wishes>(new Map())
  // Rows that were saved but not loaded again. A reload brings new objects, which are right.
  const [saved] = useState(() => new WeakMap<SelectableEntity, boolean>())
  const [allOf, setAllOf] = useState<GridQuery>()
  const anchor = useRef(0)
  const [queue] = useState(() =>
    createWishQueue(
      {
        addIds: (ids) => latest.current.addIds(ids),
        removeIds: (ids) => latest.current.removeIds(ids),
      },
      (batch, isDone) => {
        for (const { entity, isChosen } of batch.values()) if (isDone) saved.set(entity, isChosen)
        setWishes((before) => new Map([...before].filter(([id]) => !batch.has(id) || queue.isWaiting(id))))
      },
    ),
  )
  const isChosen = (row: SelectableEntity) => wishes.get(row.entity_id)?.isChosen ?? saved.get(row) ?? row.is_selected
  const choose = (rows: readonly SelectableEntity[], isOn: boolean) => {
    const inactive = isOn ? rows.find(({ status }) => status === 'inactive') : undefined
    if (inactive) options.onInactive(inactive)
    const changed = rows.filter((row) => isChosen(row) !== isOn && !(isOn && row.status === 'inactive'))
    if (changed.length === 0) return
    if (!isOn) setAllOf(undefined)
    setWishes((before) => new Map([...before, ...changed.map((entity) => [entity.entity_id, { entity, isChosen: isOn }] as const)]))
    options.onPending(queue.put(changed, isOn))
  }
  const isAll = allOf !== undefined && allOf.filters === options.query.filters
  const toggleAll = (total: number) => {
    const { query } = options
    setAllOf(isAll ? undefined : query)
    options.onPending(isAll ? options.removeAll(query) : options.addAll(query, total))
  }
  return {
    isChosen,
    picked: isAll ? 'all' : 'none',
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
        void windows.read(first, last, new AbortController().signal).then((rows) => choose(rows, true), options.onUnread)
      },
      all: () => toggleAll(windows.state().total ?? 0),
      clear: () => undefined,
      anchorAt: (index) => {
        anchor.current = index
      },
    }),
  }
}
