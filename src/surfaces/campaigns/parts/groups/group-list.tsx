import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { type AdGroupRow, adGroups } from '../../../../contract/ad-groups.ts'
import { useRead } from '../../../../kit/cache.tsx'
import { usePath } from '../../../../kit/path.ts'
import { useRuntime } from '../../../../kit/runtime.tsx'
import { useClient, useLabel } from '../../../../parts/client.tsx'
import { DataTable } from '../../../../parts/data-table.tsx'
import { useMayDo } from '../../../../parts/gate.tsx'
import { questionIn } from '../../../../parts/table-address.ts'
import { todayIn } from '../../../../parts/today.ts'
import { useWhose } from '../../../../parts/whose.tsx'
import type { GridColumn } from '../../../../ui/grid/grid-column.ts'
import type { Selection } from '../../../../ui/grid/grid-selection.ts'
import type { Act } from '../../../../ui/overlay/act-menu.tsx'
import { adGroupRun, type SelectedAdGroups } from '../bulk/bulk-calls.ts'
import { ActButtons } from '../bulk/bulk-tools.tsx'
import type { BulkValues } from '../bulk/bulk-values.ts'
import { useCurrency } from '../currency.ts'
import { type Elsewhere, useElsewhere } from '../elsewhere.ts'
import { type ListDates, useListDates } from '../list/dates.ts'
import { ListFigures } from '../list/figures.tsx'
import { useListAdvertisers } from '../list/ground.tsx'
import { listFilters } from '../list/list-filters.ts'
import { ListFrame } from '../list/list-frame.tsx'
import { ListNote } from '../list/list-note.tsx'
import { ListSearch } from '../list/list-search.tsx'
import { NameCell } from '../list/name-cell.tsx'
import { useBeforeCall } from '../list/use-before-call.ts'
import { type ListAsk, type ListPage, useReload, useSource } from '../list/use-source.ts'
import { ViewsMenu } from '../views/views-menu.tsx'
import { groupColumns, groupEdits } from './group-columns.tsx'
import { type SaveAdGroup, useAdGroupEdits } from './group-edits.ts'

const BulkDialog = lazy(() => import('../bulk/bulk-dialog.tsx'))

const usualSort = [{ key: 'cost', order: 'desc' }] as const
const rowId = (row: AdGroupRow) => String(row.ad_group_id)
const rowName = (row: AdGroupRow) => row.name

const groupTarget = (row: AdGroupRow, elsewhere: Elsewhere) =>
  elsewhere.campaign(row.campaign_id, row.name, `/ad_groups/${row.ad_group_id}`)

/** The first column: the name, which opens the ad group, its campaign and its menu. */
function useNameColumn(): GridColumn<AdGroupRow> {
  const { t } = useLingui()
  const elsewhere = useElsewhere()
  return useMemo(() => {
    const acts: Act[] = [
      { id: 'open', label: t`Open` },
      { id: 'campaign', label: t`Open its campaign` },
    ]
    const act = (row: AdGroupRow, id: string) =>
      (id === 'campaign' ? elsewhere.campaign(row.campaign_id, row.campaign_name) : groupTarget(row, elsewhere)).onGo()
    return {
      key: 'name',
      header: t`Ad group`,
      kind: 'text',
      width: 300,
      isSortable: true,
      isPressed: true,
      filter: { kind: 'contains' },
      isFilteredElsewhere: true,
      value: rowName,
      render: (row) => (
        <NameCell
          name={row.name}
          target={groupTarget(row, elsewhere)}
          note={`${row.campaign_name} · ${row.advertiser_name}`}
          acts={acts}
          onAct={(id) => act(row, id)}
        />
      ),
    }
  }, [t, elsewhere])
}

/** The columns, with what of them this person can change. */
function useColumns(save: SaveAdGroup): readonly GridColumn<AdGroupRow>[] {
  const { i18n } = useLingui()
  const { isReadonly } = useWhose()
  const currencyOf = useCurrency()
  const name = useNameColumn()
  const label = useLabel()
  const mayChange = useMayDo()({ permissions: ['ad_groups.change'] }) === undefined
  return useMemo(() => {
    const ground = { i18n, currencyOf, plural: label.plural }
    const edits = mayChange && !isReadonly ? groupEdits(save, ground) : {}
    return [name, ...groupColumns(ground)].map((column) => {
      const edit = edits[column.key]
      return edit ? { ...column, edit } : column
    })
  }, [i18n, currencyOf, label.plural, isReadonly, mayChange, name, save])
}

/** What a page of the list is asked, beside its rows. */
function useAsk({ days }: Pick<ListDates, 'days'>) {
  const { send } = useRuntime()
  const { clientId } = useWhose()
  const ids = useListAdvertisers()
  const whole = useMemo(() => ({ ...days, ...(ids && { advertiser_ids: [...ids] }) }), [days, ids])
  const ask = useCallback(
    async (body: ListAsk, signal: AbortSignal): Promise<ListPage<AdGroupRow>> => {
      const call = { path: { memberGroupId: clientId }, body: { ...body, ...whole } }
      const { ad_groups: rows, ...page } = await send(adGroups.report, call, { signal })
      return { rows, ...page }
    },
    [send, clientId, whole],
  )
  return { ask, whole }
}
type Whole = ReturnType<typeof useAsk>['whole']

interface Wanted {
  readonly selection: Selection<AdGroupRow>
  readonly first: Partial<BulkValues>
  readonly clear: () => void
}

/** What can be done with the ad groups that are selected; all that match are named by their question, which has no exceptions. */
function useGroupBulk({ columns, whole, onDone }: { columns: readonly GridColumn<AdGroupRow>[]; whole: Whole; onDone: () => void }) {
  const { t } = useLingui()
  const { send } = useRuntime()
  const { clientId, isReadonly } = useWhose()
  const { query } = usePath()
  const mayNot = useMayDo()({ permissions: ['ad_groups.change'] })
  const [wanted, setWanted] = useState<Wanted>()
  const run = useMemo(() => {
    if (!wanted) return undefined
    const { isAll, rows } = wanted.selection
    const filters = listFilters(questionIn(query, columns), columns)
    const report = { ...whole, ...(filters.length > 0 && { filters }) }
    const selected: SelectedAdGroups = isAll
      ? { all_selected: true, report }
      : { ad_group_ids: [...rows.values()].map(({ ad_group_id }) => ad_group_id) }
    return adGroupRun(selected, { send, clientId, days: whole })
  }, [query, columns, wanted, whole, send, clientId])
  const count = wanted?.selection.rows.size ?? 0
  const words = wanted?.selection.isAll ? t`All ad groups that match` : t`${plural(count, { one: '# ad group', other: '# ad groups' })}`
  const excepted = t`All that match are changed together: select them without exceptions`
  return {
    tools: (selection: Selection<AdGroupRow>, clear: () => void) =>
      isReadonly ? null : (
        <ActButtons
          mayNot={mayNot ?? (selection.except.size > 0 ? excepted : undefined)}
          onAsk={(first) => setWanted({ selection, first, clear })}
        />
      ),
    dialog: wanted && run && (
      <Suspense>
        <BulkDialog
          of="ad_groups"
          selected={words}
          today={todayIn(new Date())}
          first={wanted.first}
          run={run}
          onDone={() => {
            wanted.clear()
            onDone()
          }}
          onClose={() => setWanted(undefined)}
        />
      </Suspense>
    ),
  }
}

/** The ad groups of all campaigns, changed in their cells or many at once. */
export function GroupList() {
  const { t } = useLingui()
  const dates = useListDates()
  const { advertiser } = useClient()
  const currencyOf = useCurrency()
  const [asked, reload] = useReload()
  const columns = useColumns(useAdGroupEdits(reload))
  const { ask, whole } = useAsk(dates)
  const { source, meaning } = useSource(columns, ask, asked)
  const before = useRead(adGroups.report, useBeforeCall(dates, columns, whole.advertiser_ids), { keepPreviousData: true })
  const bulk = useGroupBulk({ columns, whole, onDone: reload })
  return (
    <ListFrame here="ad_groups" dates={dates} beside={<ViewsMenu name="ad_groups" />}>
      <ListFigures totals={meaning?.totals} before={dates.value.compared && before.data?.totals} currencyCode={meaning?.currency_code} />
      <DataTable
        name="ad-groups"
        label={t`Ad groups`}
        columns={columns}
        source={source}
        rowId={rowId}
        rowName={rowName}
        usualSort={usualSort}
        density="comfortable"
        zone={advertiser?.time_zone}
        currency={meaning && currencyOf(meaning.currency_code)}
        lead={<ListSearch label={t`Find by name`} />}
        selectionTools={bulk.tools}
        empty={{
          heading: <Trans>No ad groups yet</Trans>,
          text: <Trans>An ad group says what a campaign shows, for whom and for how much.</Trans>,
        }}
      />
      <ListNote meaning={meaning} />
      {bulk.dialog}
    </ListFrame>
  )
}
