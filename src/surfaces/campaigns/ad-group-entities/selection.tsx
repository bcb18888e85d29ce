import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useMemo, useRef, useState } from 'react'
import { maxEntitiesPerRequest } from '../../../contract/ad-groups/ad-groups.rules.ts'
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
  type FindIncluded,
  type AdvertiserPath,
  type AdvertiserEntity,
} from './sources.ts'
import { advertisers } from '../../../contract/advertisers/advertisers.ts'
import type { Send } from '../../../kit/api.ts'
import type { EntitySource } from '../../../parts/entity-picker/source.ts'
import type { GridFilter, GridQuery, GridRequest } from '../../../ui/table/query.ts'

const AdGroupEntityPicker = lazyIdle(() => import('./picker.tsx'))
const maxShownNames = 5

/**
 * The selected entities of a form field, with a picker source that reads and writes them. The form stores them,
 * so a restored form has them too. `findInAdGroup` must be stable between renders.
 */
export function useSelectedEntities(
  selected: readonly AdvertiserEntity[],
  onChange: (selected: readonly AdvertiserEntity[]) => void,
  findInAdGroup?: FindIncluded,
) {
  const { send } = useRuntime()
  const { at } = useCampaign()
  const entities = useMemo(() => new Map(selected.map((entity) => [entity.entity_id, entity] as const)), [selected])
  const latest = useRef<ReadonlyMap<number, AdvertiserEntity>>(entities)
  latest.current = entities
  const latestOnChange = useRef(onChange)
  latestOnChange.current = onChange
  const { memberGroupId, advertiserId } = at
  const source = useMemo(() => {
    const setEntities = (next: ReadonlyMap<number, AdvertiserEntity>) => {
      latest.current = next
      latestOnChange.current([...next.values()])
    }
    return collectingSource(send, { memberGroupId, advertiserId }, { getEntities: () => latest.current, setEntities, findInAdGroup })
  }, [send, memberGroupId, advertiserId, findInAdGroup])
  return { entities, source }
}

/** Number of selected entities, some names, and the button that opens the picker. */
export function SelectedEntities({ selection }: { readonly selection: ReturnType<typeof useSelectedEntities> }) {
  const { t, i18n } = useLingui()
  const label = useLabel()
  const [isOpen, setOpen] = useState(false)
  const { entities, source } = selection
  const names = [...entities.values()].slice(0, maxShownNames).map(({ name }) => name)
  const { plural } = label
  const max = count(maxEntitiesPerRequest, i18n.locale)
  const limit = t`Up to ${max} at once. Add more later on the ad group’s page.`
  const reasonOf = (error: unknown) => (error instanceof TooManyEntities ? limit : undefined)
  return (
    <>
      <p>
        {entities.size === 0 ? (
          <span className="quiet">{t`No ${plural} selected. You can add them later.`}</span>
        ) : (
          <>
            <Plural value={entities.size} one="# selected:" other="# selected:" /> {names.join(', ')}
            {entities.size > maxShownNames && '…'}
          </>
        )}
      </p>
      <div className="row">
        <Button onPress={() => setOpen(true)}>
          <Trans>Select {plural}</Trans>
        </Button>
      </div>
      {isOpen && (
        <Modal
          heading={t`Select ${plural}`}
          note={limit}
          size="5xl"
          actions={[{ does: 'continue', label: t`Done`, onPress: () => setOpen(false) }]}
          onClose={() => setOpen(false)}
        >
          <Suspense fallback={<LoadingSkeleton height={320} />}>
            <AdGroupEntityPicker source={source} selectedCount={entities.size} reasonOf={reasonOf} />
          </Suspense>
        </Modal>
      )}
    </>
  )
}

/** Holds the selected entities until the form is submitted. */
interface SelectionStore {
  readonly getEntities: () => ReadonlyMap<number, AdvertiserEntity>
  readonly setEntities: (entities: ReadonlyMap<number, AdvertiserEntity>) => void
  /** Finds entities that the ad group already has; they cannot be selected again. */
  readonly findInAdGroup?: FindIncluded | undefined
}

/** Thrown when more entities would be selected than one request accepts. */
export class TooManyEntities extends Error {}

/** Fields for filters and sort order. */
const fields: Readonly<Record<string, (entity: AdvertiserEntity) => string>> = {
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

/** Filters and sorts the selected entities. */
export function filterAndSort(
  entities: Iterable<AdvertiserEntity>,
  { filters, sort }: Pick<GridQuery, 'filters'> & Partial<Pick<GridRequest, 'sort'>>,
): AdvertiserEntity[] {
  const conditions = Object.entries(filters)
  const matches = [...entities].filter((entity) => conditions.every(([field, filter]) => meets(fields[field]?.(entity) ?? '', filter)))
  const order = (a: AdvertiserEntity, b: AdvertiserEntity) => {
    for (const { key, order: direction } of sort ?? []) {
      const comparison = (fields[key]?.(a) ?? '').localeCompare(fields[key]?.(b) ?? '')
      if (comparison !== 0) return direction === 'asc' ? comparison : -comparison
    }
    return 0
  }
  return sort?.length ? matches.sort(order) : matches
}

const noneInAdGroup: FindIncluded = async () => new Set()

/** Picker source that collects entities in memory; the ad group may not exist yet. */
export function collectingSource(
  send: Send,
  advertiser: AdvertiserPath,
  { getEntities, setEntities, findInAdGroup = noneInAdGroup }: SelectionStore,
): EntitySource {
  const available = advertiserEntities(send, advertiser, async (ids) => new Set(ids.filter((id) => getEntities().has(id))))
  const add = async (more: readonly AdvertiserEntity[]) => {
    // `readAllEntities` stops reading above the maximum, so the rest is unknown.
    if (more.length > maxEntitiesPerRequest) throw new TooManyEntities()
    const existing = await findInAdGroup(idsOf(more))
    const newEntities = more.filter(({ entity_id }) => !existing.has(entity_id))
    const next = new Map([...getEntities(), ...newEntities.map((entity) => [entity.entity_id, entity] as const)])
    if (next.size > maxEntitiesPerRequest) throw new TooManyEntities()
    const already = more.length - (next.size - getEntities().size)
    setEntities(next)
    return { added: more.length - already, already }
  }
  const removeIds = (ids: ReadonlySet<number>) => setEntities(new Map([...getEntities()].filter(([id]) => !ids.has(id))))
  return {
    // The selection is not sent, but it changes how these rows are marked.
    reads: [advertisers.entitiesReport],
    available: async (request) => {
      const { rows, ...page } = await available(request)
      const existing = await findInAdGroup(idsOf(rows), request.signal)
      return { ...page, rows: rows.map((row) => ({ ...row, is_in_group: existing.has(row.entity_id) })) }
    },
    selected: async ({ start, count, ...query }) => {
      const rows = filterAndSort(getEntities().values(), query)
      return { rows: rows.slice(start, start + count).map((entity) => ({ ...entity, is_selected: true })), total: rows.length }
    },
    add: async (ids) => {
      const filters = [{ field: 'entity_id', operation: 'IN' as const, value: [...ids] }]
      return add(await readAllEntities(send, advertiser, filters, { max: maxEntitiesPerRequest }))
    },
    addAll: async (query, except) => add(await readAllEntities(send, advertiser, filtersOf(query), { except, max: maxEntitiesPerRequest })),
    remove: async (ids) => removeIds(new Set(ids)),
    removeAll: async (query, except) => {
      const exceptIds = new Set(except)
      removeIds(new Set(idsOf(filterAndSort(getEntities().values(), query)).filter((id) => !exceptIds.has(id))))
    },
    addIds: (internalIds, signal) => addInternalIds(internalIds, (ids) => findByInternalIds(send, advertiser, ids, signal), add),
  }
}
