import { Plural, Trans, useLingui } from '@lingui/react/macro'
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
import { DebouncedSearch } from '../resource/list.tsx'
import { useEntityColumns } from './columns.tsx'
import css from './entity-picker.css'
import type { EntitySource, SelectableEntity } from './source.ts'
import { useChoice } from './use-choice.ts'
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
  /** The number of selected entities, if known. */
  readonly selectedCount?: number | undefined
  readonly isReadonly?: boolean
  readonly noUpload?: boolean
  /** A ticked row is saved immediately; without it, the ticked rows are added or removed with a button. */
  readonly savesImmediately?: boolean
  /** Called with the requests of ticked rows; they resolve with false if one of them failed. */
  readonly onPending?: (pending: Promise<boolean>) => void
  /** Called when the selected entities change. */
  readonly onChange?: () => void
  readonly pickerState?: PickerState
  readonly onPickerState?: (pickerState: PickerState) => void
  readonly maxHeight?: number
  /** The source's own text for an error, if it has one. */
  readonly reasonOf?: (error: unknown) => string | undefined
}

const initialState: PickerState = { list: 'available', query: emptyGridQuery }
const noPreferences: readonly ColumnPreference[] = []

interface PickTableProps extends EntityPickerProps {
  readonly picking: ReturnType<typeof usePicking>
  readonly at: PickerState
}

const ignore = () => undefined

/** The open list: all entities to add from, or the selected ones to remove from. */
function PickTable(props: PickTableProps) {
  const { picking, at, source, label, categories, isReadonly = false, savesImmediately = false, maxHeight = 480, onPickerState } = props
  const { t, i18n } = useLingui()
  const [choices, setChoices] = useState(noPreferences)
  const isSelectedList = at.list === 'selected'
  const columns = useEntityColumns(label, categories, !isSelectedList && !savesImmediately)
  const choice = useChoice({ ...picking, list: at.list, query: at.query, onPending: props.onPending ?? ignore })
  const { plural } = label
  const errorDetailsOf = (error: unknown) => {
    const problem = asProblem(error)
    return { reason: problemText(problem, i18n), requestId: problem.requestId }
  }
  const noneYet = { heading: t`Nothing selected yet`, text: t`Choose what to advertise from the list of all ${plural}.` }
  const noneAtAll = { heading: t`No ${plural} yet`, text: t`The advertiser must register them before they can be advertised.` }
  const nameFilter = at.query.filters.name
  const searchText = nameFilter?.kind === 'contains' ? nameFilter.text : ''
  const search = (text: string) => onPickerState?.({ ...at, query: withFilter(at.query, 'name', { kind: 'contains', text }) })
  return (
    <Grid<SelectableEntity>
      label={isSelectedList ? t`Selected ${plural}` : t`All ${plural}`}
      columns={columns}
      source={source[at.list]}
      staleness={picking.staleness}
      rowId={({ entity_id }) => String(entity_id)}
      rowName={({ name }) => name}
      query={at.query}
      onQuery={(query) => onPickerState?.({ ...at, query })}
      preferences={choices}
      onPreferences={setChoices}
      errorDetailsOf={errorDetailsOf}
      noSelection={isReadonly}
      choice={savesImmediately ? choice : undefined}
      toolbarStart={<DebouncedSearch label={t`Search by name`} value={searchText} onSearch={search} />}
      maxHeight={maxHeight}
      empty={isSelectedList ? noneYet : noneAtAll}
      selectionTools={(selection, clear) => (
        <button
          type="button"
          className="bare-act"
          aria-disabled={picking.isBusy}
          onClick={() => {
            if (picking.isBusy) return
            void picking[isSelectedList ? 'remove' : 'add'](selection, at.query).then(clear)
          }}
        >
          {isSelectedList ? <Trans>Remove</Trans> : <Trans>Add</Trans>}
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
  const { source, label, selectedCount, isReadonly = false, onChange, pickerState, onPickerState } = props
  const { t } = useLingui()
  const idBase = useId()
  const [ownState, setOwnState] = useState(initialState)
  const [isPasting, setPasting] = useState(false)
  const picking = usePicking(source, onChange, props.reasonOf)
  const at = pickerState ?? ownState
  const setState = useMemo(() => onPickerState ?? setOwnState, [onPickerState])
  const { outcome } = picking
  const words = { added: t`Added`, removed: t`Removed` }
  const { plural } = label
  const inactiveName = picking.inactive?.name
  const tabs = [
    { id: 'available', label: t`All ${plural}` },
    { id: 'selected', label: t`Selected`, ...(selectedCount !== undefined && { count: selectedCount }) },
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
            onChoose={(id) => setState({ list: id === 'selected' ? 'selected' : 'available', query: emptyGridQuery })}
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
      {outcome && 'done' in outcome && outcome.leftOut !== undefined && (
        <Callout
          kind="info"
          isAnnounced
          heading={<Plural value={outcome.leftOut} one="# can’t be advertised" other="# can’t be advertised" />}
        >
          <Trans>Inactive {plural} can’t be selected. All others are selected.</Trans>
        </Callout>
      )}
      {picking.inactive && (
        <Callout kind="info" isAnnounced heading={<Trans>{inactiveName} can’t be advertised</Trans>}>
          <Trans>It is inactive.</Trans>
        </Callout>
      )}
      {props.categories?.length === 0 && (
        <p className="quiet">
          <Trans>No categories. Filter the list by name, ID or status.</Trans>
        </p>
      )}
      <div role="tabpanel" id={`${idBase}-panel-${at.list}`} aria-labelledby={`${idBase}-tab-${at.list}`}>
        <PickTable key={at.list} {...props} picking={picking} at={at} onPickerState={setState} />
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
