import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useMemo, useRef, useState } from 'react'
import { maxBulkAdGroups } from '../../../contract/ad-groups/bulk.rules.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useLabel } from '../../../parts/scope/client.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { count } from '../../../ui/format/format.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { useCampaign } from '../campaign/gate.tsx'
import {
  addInternalIds,
  advertiserEntities,
  filtersOf,
  findByInternalIds,
  idsOf,
  readAllEntities,
  type FindChosen,
  type Owner,
  type SelectableEntity,
} from './sources.ts'
import { advertisers } from '../../../contract/advertisers/advertisers.ts'
import type { Send } from '../../../kit/api.ts'
import type { EntitySource } from '../../../parts/entity-picker/source.ts'
import type { GridFilter, GridQuery, GridRequest } from '../../../ui/table/query.ts'

const GroupPicker = lazyIdle(() => import('./picker.tsx'))
const maxShownNames = 5

/**
 * The chosen entities of a form field, with a picker source that reads and writes them. The form stores them,
 * so a restored form has them too. `inGroup` must be stable between renders.
 */
export function useChosenEntities(
  chosen: readonly SelectableEntity[],
  onChange: (chosen: readonly SelectableEntity[]) => void,
  inGroup?: FindChosen,
) {
  const { send } = useRuntime()
  const { at } = useCampaign()
  const entities = useMemo(() => new Map(chosen.map((entity) => [entity.entity_id, entity] as const)), [chosen])
  const latest = useRef<ReadonlyMap<number, SelectableEntity>>(entities)
  latest.current = entities
  const latestOnChange = useRef(onChange)
  latestOnChange.current = onChange
  const { memberGroupId, advertiserId } = at
  const source = useMemo(() => {
    const setEntities = (next: ReadonlyMap<number, SelectableEntity>) => {
      latest.current = next
      latestOnChange.current([...next.values()])
    }
    return collectingSource(send, { memberGroupId, advertiserId }, { entities: () => latest.current, put: setEntities, inGroup })
  }, [send, memberGroupId, advertiserId, inGroup])
  return { entities, source }
}

/** Number of chosen entities, some names, and the button that opens the picker. */
export function ChosenEntities({ basket }: { readonly basket: ReturnType<typeof useChosenEntities> }) {
  const { t, i18n } = useLingui()
  const label = useLabel()
  const [isOpen, setOpen] = useState(false)
  const { entities, source } = basket
  const names = [...entities.values()].slice(0, maxShownNames).map(({ name }) => name)
  const { plural } = label
  const most = count(maxBulkAdGroups, i18n.locale)
  const limit = t`Up to ${most} at once. Add more later on the ad group’s page.`
  const reasonOf = (error: unknown) => (error instanceof TooManyEntities ? limit : undefined)
  return (
    <>
      <p>
        {entities.size === 0 ? (
          <span className="quiet">{t`Nothing selected. You can add items later.`}</span>
        ) : (
          <>
            <Plural value={entities.size} one="# selected:" other="# selected:" /> {names.join(', ')}
            {entities.size > maxShownNames && '…'}
          </>
        )}
      </p>
      <div className="row">
        <Button onPress={() => setOpen(true)}>
          <Trans>Choose {plural}</Trans>
        </Button>
      </div>
      {isOpen && (
        <Modal
          heading={t`Choose ${plural}`}
          note={limit}
          size="5xl"
          answers={[{ does: 'continue', label: t`Done`, onPress: () => setOpen(false) }]}
          onClose={() => setOpen(false)}
        >
          <Suspense fallback={<LoadingSkeleton height={320} />}>
            <GroupPicker source={source} chosenCount={entities.size} reasonOf={reasonOf} />
          </Suspense>
        </Modal>
      )}
    </>
  )
}

/** Holds the chosen entities until they are added. */
interface ChosenEntityStore {
  readonly entities: () => ReadonlyMap<number, SelectableEntity>
  readonly put: (entities: ReadonlyMap<number, SelectableEntity>) => void
  /** Finds entities that the ad group already has, which cannot be chosen again. */
  readonly inGroup?: FindChosen | undefined
}

/** More entities than one request accepts. */
export class TooManyEntities extends Error {}

/** Fields for filters and sort order. */
const fields: Readonly<Record<string, (entity: SelectableEntity) => string>> = {
  name: ({ name }) => name,
  internal_id: ({ internal_id }) => internal_id,
  category: ({ category }) => category,
  status: ({ status }) => status,
}

/** Evaluates a filter in the same way as the platform. */
function meets(text: string, filter: GridFilter): boolean {
  if (filter.kind === 'contains') return text.toLowerCase().includes(filter.text.toLowerCase())
  if (filter.kind === 'one-of') return filter.values.includes(text)
  return (filter.from === undefined || text >= filter.from) && (filter.to === undefined || text <= filter.to)
}

/** Filters and sorts the chosen entities. */
export function filterAndSort(
  entities: Iterable<SelectableEntity>,
  { filters, sort }: Pick<GridQuery, 'filters'> & Partial<Pick<GridRequest, 'sort'>>,
): SelectableEntity[] {
  const conditions = Object.entries(filters)
  const matches = [...entities].filter((entity) => conditions.every(([field, filter]) => meets(fields[field]?.(entity) ?? '', filter)))
  const order = (a: SelectableEntity, b: SelectableEntity) => {
    for (const { key, order: direction } of sort ?? []) {
      const answer = (fields[key]?.(a) ?? '').localeCompare(fields[key]?.(b) ?? '')
      if (answer !== 0) return direction === 'asc' ? answer : -answer
    }
    return 0
  }
  return sort?.length ? matches.sort(order) : matches
}

const noneChosen: FindChosen = async () => new Set()

/** Picker source that collects entities in memory; the ad group may not exist yet. */
export function collectingSource(send: Send, owner: Owner, { entities, put, inGroup = noneChosen }: ChosenEntityStore): EntitySource {
  const available = advertiserEntities(send, owner, async (ids) => new Set(ids.filter((id) => entities().has(id))))
  const add = async (more: readonly SelectableEntity[]) => {
    // `readAllEntities` stops reading above the maximum, so the rest is unknown.
    if (more.length > maxBulkAdGroups) throw new TooManyEntities()
    const existing = await inGroup(idsOf(more))
    const newEntities = more.filter(({ entity_id }) => !existing.has(entity_id))
    const next = new Map([...entities(), ...newEntities.map((entity) => [entity.entity_id, entity] as const)])
    if (next.size > maxBulkAdGroups) throw new TooManyEntities()
    const already = more.length - (next.size - entities().size)
    put(next)
    return { added: more.length - already, already }
  }
  const without = (removedIds: ReadonlySet<number>) => put(new Map([...entities()].filter(([id]) => !removedIds.has(id))))
  return {
    // A choice is not sent, but it changes how these rows are marked.
    reads: [advertisers.entitiesReport],
    available: async (request) => {
      const { rows, ...page } = await available(request)
      const existing = await inGroup(idsOf(rows), request.signal)
      return { ...page, rows: rows.map((row) => ({ ...row, is_in_group: existing.has(row.entity_id) })) }
    },
    chosen: async ({ start, count, ...question }) => {
      const rows = filterAndSort(entities().values(), question)
      return { rows: rows.slice(start, start + count).map((entity) => ({ ...entity, is_chosen: true })), total: rows.length }
    },
    add: async (ids) => {
      const filters = [{ field: 'entity_id', operation: 'IN' as const, value: [...ids] }]
      return add(await readAllEntities(send, owner, filters, { most: maxBulkAdGroups }))
    },
    addAll: async (question, except) => add(await readAllEntities(send, owner, filtersOf(question), { except, most: maxBulkAdGroups })),
    remove: async (ids) => without(new Set(ids)),
    removeAll: async (question, except) => {
      const exceptIds = new Set(except)
      without(new Set(idsOf(filterAndSort(entities().values(), question)).filter((id) => !exceptIds.has(id))))
    },
    addIds: (internalIds, signal) => addInternalIds(() => findByInternalIds(send, owner, internalIds, signal), internalIds, add),
  }
}
