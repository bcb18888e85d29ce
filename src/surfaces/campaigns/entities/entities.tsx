import { Trans, useLingui } from '@lingui/react/macro'
import { msg } from '@lingui/core/macro'
import { useCallback, useMemo } from 'react'
import type { I18n } from '@lingui/core'
import { adGroupEntities, type EntityRow } from '../../../contract/ad-groups/entities.ts'
import { rowMetrics } from '../../../contract/reports/row-metrics.ts'
import { useRead, useStaleness } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useClient, useLabel } from '../../../parts/scope/client.tsx'
import { DataTable } from '../../../parts/resource/data-table.tsx'
import { useDisabledReason } from '../../../parts/scope/gate.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, LoadingSkeleton } from '../../../ui/states.tsx'
import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { labelSlug } from './label-slug.ts'
import type { CurrencyFormat } from '../../../ui/format/format.ts'
import type { GridColumn } from '../../../ui/table/column.ts'
import { StatusBadge } from '../../../ui/badge/status-badge.tsx'
import { statusLabel } from '../../../ui/badge/status-labels.ts'
import { bidDigits } from '../../../parts/money/bid-digits.ts'
import { useCurrency } from '../currency.ts'
import { type ListDates, useListDates } from '../list/dates.ts'
import { ListTotals } from '../list/totals.tsx'
import { useListAdvertisers } from '../list/provider.tsx'
import { useExportContext } from '../list/use-export-context.ts'
import { ListLayout } from '../list/layout.tsx'
import { ListNote } from '../list/note.tsx'
import { ListSearch } from '../../../parts/resource/list-search.tsx'
import { metricColumn } from '../list/metric-columns.ts'
import { NameCell } from '../list/name-cell.tsx'
import { useComparisonCall } from '../list/use-comparison-call.ts'
import { type ListRequest, type ListPage, useSource } from '../list/use-source.ts'
import { strengthText } from '../../../parts/money/bid-strength-text.ts'
import { ViewsMenu } from '../views/menu.tsx'

type Column = GridColumn<EntityRow>
interface Ground {
  readonly i18n: I18n
  readonly currencyOf: (code: string) => CurrencyFormat
  /** The client's label for one entity. */
  readonly singular: string
}

const usualSort = [{ key: 'cost', order: 'desc' }] as const
const rowId = (row: EntityRow) => String(row.entity_id)
const rowName = (row: EntityRow) => row.name
const entityStatuses = ['open', 'approved', 'pending', 'closed', 'active', 'inactive']
const shown = ['cost', 'return_on_ad_spend', 'impressions', 'clicks', 'click_through_rate', 'cost_per_click', 'revenue']

const aboutColumns = ({ i18n, singular }: Ground): Column[] => [
  {
    key: 'name',
    header: singular,
    kind: 'text',
    width: 300,
    isSortable: true,
    filter: { kind: 'contains' },
    isFilteredElsewhere: true,
    value: rowName,
    render: (row) => <NameCell name={row.name} note={`${row.internal_id} · ${row.advertiser_name}`} />,
  },
  {
    key: 'status',
    header: i18n._(msg`Status`),
    kind: 'status',
    isSortable: true,
    filter: { kind: 'one-of', options: entityStatuses.map((value) => ({ value, label: statusLabel(value, i18n) })) },
    value: ({ status }) => status,
    render: ({ status }) => <StatusBadge status={status} />,
  },
  {
    key: 'category',
    header: i18n._(msg`Category`),
    kind: 'text',
    width: 160,
    isSortable: true,
    filter: { kind: 'contains' },
    value: ({ category }) => category,
  },
  { key: 'campaigns', header: i18n._(msg`Campaigns`), kind: 'number', width: 116, isSortable: true, value: (row) => row.campaigns },
  { key: 'ad_groups', header: i18n._(msg`Ad groups`), kind: 'number', width: 116, isSortable: true, value: (row) => row.ad_groups },
]

/** Bids for the entity, in its own currency. */
const bidColumns = ({ i18n, currencyOf }: Ground): Column[] => {
  const amount = { kind: 'money', width: 116, currencyOf: (row: EntityRow) => bidDigits(currencyOf(row.currency_code)) } as const
  return [
    { key: 'least_bid', header: i18n._(msg`Lowest bid`), value: ({ least_bid }) => least_bid, ...amount },
    { key: 'most_bid', header: i18n._(msg`Highest bid`), value: ({ most_bid }) => most_bid, ...amount },
    {
      key: 'bid_strength',
      header: i18n._(msg`Bid strength`),
      kind: 'text',
      width: 148,
      value: ({ bid_strength, bid_lacks_rate_of }) => strengthText(bid_strength, bid_lacks_rate_of, i18n),
    },
  ]
}

const otherColumns = ({ i18n }: Ground): Column[] => [
  {
    key: 'internal_id',
    header: i18n._(msg`ID`),
    kind: 'text',
    width: 140,
    isOptional: true,
    isSortable: true,
    filter: { kind: 'contains' },
    value: (row) => row.internal_id,
  },
  {
    key: 'advertiser_name',
    header: i18n._(msg`Advertiser`),
    kind: 'text',
    isOptional: true,
    isSortable: true,
    filter: { kind: 'contains' },
    value: (row) => row.advertiser_name,
  },
  { key: 'currency_code', header: i18n._(msg`Currency`), kind: 'text', width: 96, isOptional: true, value: (row) => row.currency_code },
]

function columnsOf(ground: Ground): Column[] {
  const more = rowMetrics.map(({ id }) => id).filter((id) => !shown.includes(id))
  return [
    ...aboutColumns(ground),
    ...bidColumns(ground),
    ...shown.map((id) => metricColumn<EntityRow>(id, ground)),
    ...more.map((id) => metricColumn<EntityRow>(id, { ...ground, isOptional: true })),
    ...otherColumns(ground),
  ]
}

function useAsk({ days }: Pick<ListDates, 'days'>) {
  const { send } = useRuntime()
  const { clientId } = useScope()
  const ids = useListAdvertisers()
  const ask = useCallback(
    async (body: ListRequest, signal: AbortSignal): Promise<ListPage<EntityRow>> => {
      const call = { path: { memberGroupId: clientId }, body: { ...body, ...days, ...(ids && { advertiser_ids: [...ids] }) } }
      const { entities: rows, ...page } = await send(adGroupEntities.clientReport, call, { signal })
      return { rows, ...page }
    },
    [send, clientId, days, ids],
  )
  return { ask, ids }
}

/** Advertised entities with the metrics of all their campaigns. */
function EntityList() {
  const { i18n } = useLingui()
  const dates = useListDates()
  const { advertiser } = useClient()
  const { singular, plural } = useLabel()
  const currencyOf = useCurrency()
  const { count: staleness } = useStaleness(adGroupEntities.clientReport)
  const columns = useMemo(() => columnsOf({ i18n, currencyOf, singular }), [i18n, currencyOf, singular])
  const { ask, ids } = useAsk(dates)
  const { source, meaning, isUnread } = useSource(columns, ask)
  const figures = useExportContext(dates, meaning)
  const before = useRead(adGroupEntities.clientReport, useComparisonCall(dates, columns, ids), { keepPreviousData: true })
  return (
    <ListLayout currentTab="entities" dates={dates} tabTools={<ViewsMenu name="entities" />}>
      {!isUnread && (
        <ListTotals totals={meaning?.totals} before={dates.value.compared && before.data?.totals} currencyCode={meaning?.currency_code} />
      )}
      <DataTable
        name="entities"
        label={plural}
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
        noSelection
        lead={<EntitySearch />}
        tools={<RegisterButton />}
        empty={{
          heading: <Trans>Nothing advertised yet</Trans>,
          text: <Trans>Items appear here once a campaign has delivered them.</Trans>,
        }}
      />
      <ListNote meaning={meaning} days={dates.days} />
    </ListLayout>
  )
}

/** Opens the registrations, for the listed advertiser when there is exactly one. */
function RegisterButton() {
  const { t } = useLingui()
  const { go } = usePath()
  const { plural } = useLabel()
  const { isReadonly, advertiserId } = useScope()
  const ids = useListAdvertisers()
  const mayDo = useDisabledReason()
  if (mayDo({ permissions: ['entity_registrations.read'] }) !== undefined) return null
  const isMaking = !isReadonly && mayDo({ permissions: ['entity_registrations.create'] }) === undefined
  const label = isMaking ? t`Register ${plural}` : t`Registrations`
  const query = advertiserId === undefined && ids?.length === 1 ? `?advertiser=${ids[0]}` : ''
  return <Button onPress={() => go(`entity_registrations${query}`, label)}>{label}</Button>
}

function EntitySearch() {
  const { t } = useLingui()
  return <ListSearch label={t`Search by name`} />
}

/** The page exists at the client's own label for entities, and at `entities`. */
export default function Entities({ params }: { readonly params: ScreenParams }) {
  const { state } = useClient()
  const { plural } = useLabel()
  const said = params.entityLabel ?? ''
  if (state === 'idle' || state.startsWith('pending')) return <LoadingSkeleton height={320} />
  if (said !== labelSlug(plural) && said !== 'entities')
    return <EmptyState heading={<Trans>Page not found</Trans>} text={<Trans>Check the address for typos.</Trans>} />
  return <EntityList />
}
