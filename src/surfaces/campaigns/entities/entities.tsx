import { Trans, useLingui } from '@lingui/react/macro'
import { msg } from '@lingui/core/macro'
import { useMemo } from 'react'
import type { I18n } from '@lingui/core'
import { adGroupEntities, type EntityRow } from '../../../contract/ad-groups/entities.ts'
import { rowMetrics } from '../../../contract/reports/row-metrics.ts'
import { usePath } from '../../../kit/path.ts'
import { useClient, useLabel, useCurrency, withBidDigits } from '../../../parts/scope/client.tsx'
import { columns } from '../../../parts/resource/columns.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, LoadingSkeleton } from '../../../ui/states.tsx'
import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { labelSlug, useListAdvertisers } from '../list/layout.tsx'
import type { CurrencyFormat } from '../../../ui/format/format.ts'
import type { GridColumn } from '../../../ui/table/column.ts'
import { MetricList, useMetricList } from '../list/metric-list.tsx'
import { metricColumn } from '../cells/cells.tsx'
import { strengthText } from '../../../parts/money/strength-bar.tsx'

type Column = GridColumn<EntityRow>
interface ColumnOptions {
  readonly i18n: I18n
  readonly currencyOf: (code: string) => CurrencyFormat
  /** The client's label for one entity. */
  readonly singular: string
}

const rowId = (row: EntityRow) => String(row.entity_id)
const entityStatuses = ['open', 'approved', 'pending', 'closed', 'active', 'inactive']
const firstMetrics = ['cost', 'return_on_ad_spend', 'impressions', 'clicks', 'click_through_rate', 'cost_per_click', 'revenue']

const aboutColumns = ({ i18n, singular }: ColumnOptions): Column[] => {
  const note = (row: EntityRow) => `${row.internal_id} · ${row.advertiser_name}`
  return [
    columns.link('name', singular, { width: 300, isSortable: true, isSearched: true, note }),
    columns.status('status', i18n._(msg`Status`), { i18n, statuses: entityStatuses, isSortable: true }),
    columns.text('category', i18n._(msg`Category`), { width: 160, isSortable: true, isFiltered: true }),
    columns.number('campaigns', i18n._(msg`Campaigns`), { width: 116, isSortable: true }),
    columns.number('ad_groups', i18n._(msg`Ad groups`), { width: 116, isSortable: true }),
  ]
}

/** Bids for the entity, in its own currency. */
const bidColumns = ({ i18n, currencyOf }: ColumnOptions): Column[] => {
  const amount = { width: 116, currencyOf: (row: EntityRow) => withBidDigits(currencyOf(row.currency_code)) }
  const strength = (row: EntityRow) => strengthText(row.bid_strength, row.bid_lacks_rate_of, i18n)
  return [
    columns.money('least_bid', i18n._(msg`Lowest bid`), amount),
    columns.money('most_bid', i18n._(msg`Highest bid`), amount),
    columns.text('bid_strength', i18n._(msg`Bid strength`), { width: 148, value: strength }),
  ]
}

const otherColumns = ({ i18n }: ColumnOptions): Column[] => {
  const name = { isOptional: true, isSortable: true, isFiltered: true }
  return [
    columns.text('internal_id', i18n._(msg`ID`), { ...name, width: 140 }),
    columns.text('advertiser_name', i18n._(msg`Advertiser`), name),
    columns.text('currency_code', i18n._(msg`Currency`), { width: 96, isOptional: true }),
  ]
}

function columnsOf(options: ColumnOptions): Column[] {
  const otherMetrics = rowMetrics.map(({ id }) => id).filter((id) => !firstMetrics.includes(id))
  return [
    ...aboutColumns(options),
    ...bidColumns(options),
    ...firstMetrics.map((id) => metricColumn<EntityRow>(id, options)),
    ...otherMetrics.map((id) => metricColumn<EntityRow>(id, { ...options, isOptional: true })),
    ...otherColumns(options),
  ]
}

/** Advertised entities with the metrics of all their campaigns. */
function EntityList() {
  const { i18n } = useLingui()
  const { singular, plural } = useLabel()
  const currencyOf = useCurrency()
  const shownColumns = useMemo(() => columnsOf({ i18n, currencyOf, singular }), [i18n, currencyOf, singular])
  const list = useMetricList({ endpoint: adGroupEntities.clientReport, field: 'entities', columns: shownColumns })
  return (
    <MetricList
      list={list}
      currentTab="entities"
      name="entities"
      label={plural}
      views={{ name: 'entities' }}
      columns={shownColumns}
      rowId={rowId}
      noSelection
      tools={<RegisterButton />}
      empty={{
        heading: <Trans>Nothing advertised yet</Trans>,
        text: <Trans>Items appear here once a campaign has delivered them.</Trans>,
      }}
    />
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

/** The page exists at the client's own label for entities, and at `entities`. */
export default function Entities({ params }: { readonly params: ScreenParams }) {
  const { state } = useClient()
  const { plural } = useLabel()
  const slug = params.entityLabel ?? ''
  if (state === 'idle' || state.startsWith('pending')) return <LoadingSkeleton height={320} />
  if (slug !== labelSlug(plural) && slug !== 'entities')
    return <EmptyState heading={<Trans>Page not found</Trans>} text={<Trans>Check the address for typos.</Trans>} />
  return <EntityList />
}
