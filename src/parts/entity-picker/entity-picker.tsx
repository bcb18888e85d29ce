import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, Suspense, useId, useMemo, useState } from 'react'
import { asProblem, problemText } from '../../kit/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Grid } from '../../ui/table/grid.tsx'
import { emptyGridQuery, type GridQuery, withFilter } from '../../ui/table/query.ts'
import type { ColumnPreference } from '../../ui/table/column-choice.ts'
import { lazyIdle } from '../../ui/lazy-idle.ts'
import { TabBar } from '../../ui/navigation/tab-bar.tsx'
import { addStyles } from '../../ui/theme/styles.ts'
import type { Label } from '../scope/client.tsx'
import { DebouncedSearch } from '../resource/list-search.tsx'
import { useEntityColumns } from './columns.tsx'
import css from './entity-picker.css'
import type { EntitySource, PickableEntity } from './source.ts'
import { type PickList, usePicking } from './use-picking.ts'

addStyles(css)

/** Loaded on demand, because few users paste a list of ids. */
const IdsDialog = lazyIdle(() => import('./ids-dialog.tsx'))

/** The open list and its query, for a caller that stores them in the URL. */
export interface PickerState {
  readonly list: PickList
  readonly query: GridQuery
}

export interface EntityPickerProps {
  readonly source: EntitySource
  /** The client's names for entities. */
  readonly label: Label
  /** The categories to filter by; undefined while unknown. */
  readonly categories: readonly string[] | undefined
  /** The number of chosen entities, if known. */
  readonly chosenCount?: number | undefined
  readonly isReadonly?: boolean
  readonly noUpload?: boolean
  /** Called when the chosen entities change. */
  readonly onChange?: () => void
  readonly place?: PickerState
  readonly onPlace?: (place: PickerState) => void
  readonly maxHeight?: number
  /** The source's own text for an error, if it has one. */
  readonly reasonOf?: (error: unknown) => string | undefined
}

const initialState: PickerState = { list: 'available', query: emptyGridQuery }
const noPreferences: readonly ColumnPreference[] = []

/** The open list: all entities to add from, or the chosen ones to remove from. */
function PickTable(props: EntityPickerProps & { readonly picking: ReturnType<typeof usePicking>; readonly at: PickerState }) {
  const { picking, at, source, label, categories, isReadonly = false, maxHeight = 480, onPlace } = props
  const { t, i18n } = useLingui()
  const [choices, setChoices] = useState(noPreferences)
  const isChosenList = at.list === 'chosen'
  const columns = useEntityColumns(label, categories, !isChosenList)
  const { plural } = label
  const errorDetailsOf = (error: unknown) => {
    const problem = asProblem(error)
    return { reason: problemText(problem, i18n), requestId: problem.requestId }
  }
  const noneYet = { heading: t`Nothing selected yet`, text: t`Choose what to advertise from the list of all ${plural}.` }
  const noneAtAll = { heading: t`No ${plural} yet`, text: t`The advertiser must register them before they can be advertised.` }
  const nameFilter = at.query.filters.name
  const searchText = nameFilter?.kind === 'contains' ? nameFilter.text : ''
  const search = (text: string) => onPlace?.({ ...at, query: withFilter(at.query, 'name', { kind: 'contains', text }) })
  return (
    <Grid<PickableEntity>
      label={isChosenList ? t`Selected ${plural}` : t`All ${plural}`}
      columns={columns}
      source={source[at.list]}
      staleness={picking.staleness}
      rowId={({ entity_id }) => String(entity_id)}
      rowName={({ name }) => name}
      query={at.query}
      onQuery={(question) => onPlace?.({ ...at, query: question })}
      preferences={choices}
      onPreferences={setChoices}
      errorDetailsOf={errorDetailsOf}
      noSelection={isReadonly}
      toolbarStart={<DebouncedSearch label={t`Search by name`} value={searchText} onSearch={search} />}
      maxHeight={maxHeight}
      empty={isChosenList ? noneYet : noneAtAll}
      selectionTools={(selection, clear) => (
        <button
          type="button"
          className="bare-act"
          aria-disabled={picking.isBusy}
          onClick={() => {
            if (picking.isBusy) return
            void picking[isChosenList ? 'remove' : 'add'](selection, at.query).then(clear)
          }}
        >
          {isChosenList ? <Trans>Remove</Trans> : <Trans>Add</Trans>}
        </button>
      )}
    />
  )
}

/** Enter in a search field must not submit the surrounding form. */
function preventFormSubmit(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget } = event
  if (key === 'Enter' && target instanceof HTMLInputElement && target.form?.contains(currentTarget)) event.preventDefault()
}

/** Chooses the entities to advertise: one by one from a list of any length, all that match, or by a list of ids. */
export function EntityPicker(props: EntityPickerProps) {
  const { source, label, chosenCount, isReadonly = false, onChange, place, onPlace } = props
  const { t } = useLingui()
  const idBase = useId()
  const [ownState, setOwnState] = useState(initialState)
  const [isPasting, setPasting] = useState(false)
  const picking = usePicking(source, onChange, props.reasonOf)
  const at = place ?? ownState
  const setState = useMemo(() => onPlace ?? setOwnState, [onPlace])
  const { outcome } = picking
  const words = { added: t`Added`, removed: t`Removed` }
  const { plural } = label
  const tabs = [
    { id: 'available', label: t`All ${plural}` },
    { id: 'chosen', label: t`Selected`, ...(chosenCount !== undefined && { count: chosenCount }) },
  ]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys that its fields leave
    <div className="entity-picker" onKeyDown={preventFormSubmit}>
      <div className="head">
        <div className="grow">
          <TabBar
            label={plural}
            tabs={tabs}
            chosen={at.list}
            idBase={idBase}
            onChoose={(id) => setState({ list: id === 'chosen' ? 'chosen' : 'available', query: emptyGridQuery })}
          />
        </div>
        {!isReadonly && (
          <Button onPress={() => setPasting(true)}>
            <Trans>Add by ID</Trans>
          </Button>
        )}
      </div>
      {outcome && 'refused' in outcome && (
        <Callout kind="error" isAnnounced heading={t`No changes made`}>
          {outcome.refused}
        </Callout>
      )}
      {props.categories?.length === 0 && (
        <p className="quiet">
          <Trans>No categories. Filter the list by name, ID or status.</Trans>
        </p>
      )}
      <div role="tabpanel" id={`${idBase}-panel-${at.list}`} aria-labelledby={`${idBase}-tab-${at.list}`}>
        <PickTable key={at.list} {...props} picking={picking} at={at} onPlace={setState} />
      </div>
      <span className="unseen" role="status">
        {outcome && 'done' in outcome && words[outcome.done]}
      </span>
      {isPasting && (
        <Suspense fallback={null}>
          <IdsDialog {...props} onClose={() => setPasting(false)} onAdded={picking.refresh} />
        </Suspense>
      )}
    </div>
  )
}
