import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useMemo } from 'react'
import { type AdGroupRow, adGroups } from '../../../contract/ad-groups/ad-groups.ts'
import { useRead, useStaleness } from '../../../kit/cache.tsx'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useClient, useLabel } from '../../../parts/scope/client.tsx'
import { DataTable } from '../../../parts/resource/data-table.tsx'
import { useDisabledReason } from '../../../parts/scope/gate.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import type { GridColumn } from '../../../ui/table/column.ts'
import { useCurrency } from '../currency.ts'
import { useCampaignLinks } from '../host-links.ts'
import { type ListDates, useListDates } from '../list/dates.ts'
import { ListTotals } from '../list/totals.tsx'
import { useListAdvertisers } from '../list/provider.tsx'
import { useExportContext } from '../list/use-export-context.ts'
import { ListLayout } from '../list/layout.tsx'
import { ListNote } from '../list/note.tsx'
import { ListSearch } from '../../../parts/resource/list-search.tsx'
import { NameCell } from '../list/name-cell.tsx'
import { useComparisonCall } from '../list/use-comparison-call.ts'
import { type ListRequest, type ListPage, useSource } from '../list/use-source.ts'
import { ViewsMenu } from '../views/menu.tsx'
import { type AdGroupRowActions, adGroupLink, useAdGroupRowActions } from './row-actions.tsx'
import { useGroupBulk } from './use-bulk.tsx'
import { groupColumns, groupEdits } from './columns.tsx'
import { type SaveAdGroup, useAdGroupEdits } from './edits.ts'

const usualSort = [{ key: 'cost', order: 'desc' }] as const
const rowId = (row: AdGroupRow) => String(row.ad_group_id)
const rowName = (row: AdGroupRow) => row.name

/** The first column: a link to the ad group, its campaign and its action menu. */
function useNameColumn({ acts, act }: AdGroupRowActions): GridColumn<AdGroupRow> {
  const { t } = useLingui()
  const elsewhere = useCampaignLinks()
  return useMemo(
    () => ({
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
          target={adGroupLink(row, elsewhere)}
          note={`${row.campaign_name} · ${row.advertiser_name}`}
          acts={acts}
          onAct={(id) => act(row, id)}
        />
      ),
    }),
    [t, elsewhere, acts, act],
  )
}

/** The list's columns; cells are editable when the user has permission. */
function useColumns(save: SaveAdGroup, acts: AdGroupRowActions): readonly GridColumn<AdGroupRow>[] {
  const { i18n } = useLingui()
  const { isReadonly } = useScope()
  const currencyOf = useCurrency()
  const name = useNameColumn(acts)
  const label = useLabel()
  const mayChange = useDisabledReason()({ permissions: ['ad_groups.change'] }) === undefined
  return useMemo(() => {
    const ground = { i18n, currencyOf, plural: label.plural }
    const edits = mayChange && !isReadonly ? groupEdits(save, ground) : {}
    return [name, ...groupColumns(ground)].map((column) => {
      const edit = edits[column.key]
      return edit ? { ...column, edit } : column
    })
  }, [i18n, currencyOf, label.plural, isReadonly, mayChange, name, save])
}

/** Returns the request function of the list, with the scope and the date range already filled in. */
function useAdGroupListQuery({ days }: Pick<ListDates, 'days'>) {
  const { send } = useRuntime()
  const { clientId } = useScope()
  const ids = useListAdvertisers()
  const whole = useMemo(() => ({ ...days, ...(ids && { advertiser_ids: [...ids] }) }), [days, ids])
  const ask = useCallback(
    async (body: ListRequest, signal: AbortSignal): Promise<ListPage<AdGroupRow>> => {
      const call = { path: { memberGroupId: clientId }, body: { ...body, ...whole } }
      const { ad_groups: rows, ...page } = await send(adGroups.report, call, { signal })
      return { rows, ...page }
    },
    [send, clientId, whole],
  )
  return { ask, whole }
}
/** All ad groups of a client or advertiser, with inline editing and bulk actions. */
export default function AdGroupList() {
  const { t } = useLingui()
  const dates = useListDates()
  const { advertiser } = useClient()
  const currencyOf = useCurrency()
  const { count: staleness, exceptHere } = useStaleness(adGroups.report)
  const { question, ...acts } = useAdGroupRowActions()
  const columns = useColumns(useAdGroupEdits(exceptHere), acts)
  const { ask, whole } = useAdGroupListQuery(dates)
  const { source, meaning, isUnread } = useSource(columns, ask)
  const figures = useExportContext(dates, meaning)
  const before = useRead(adGroups.report, useComparisonCall(dates, columns, whole.advertiser_ids), { keepPreviousData: true })
  const bulk = useGroupBulk({ columns, whole })
  return (
    <ListLayout currentTab="ad_groups" dates={dates} tabTools={<ViewsMenu name="ad_groups" />}>
      {!isUnread && (
        <ListTotals totals={meaning?.totals} before={dates.value.compared && before.data?.totals} currencyCode={meaning?.currency_code} />
      )}
      <DataTable
        name="ad-groups"
        label={t`Ad groups`}
        columns={columns}
        source={source}
        staleness={staleness}
        rowId={rowId}
        rowName={rowName}
        usualSort={usualSort}
        density="comfortable"
        zone={advertiser?.time_zone}
        figures={figures}
        currency={meaning && currencyOf(meaning.currency_code)}
        lead={<ListSearch label={t`Search by name`} />}
        selectionTools={bulk.tools}
        empty={{
          heading: <Trans>No ad groups yet</Trans>,
          text: <Trans>Ad groups set what a campaign advertises, who sees it and how much you bid.</Trans>,
        }}
      />
      <ListNote meaning={meaning} days={dates.days} />
      {question}
      {bulk.dialog}
    </ListLayout>
  )
}
