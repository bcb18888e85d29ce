import { useMemo, useState } from 'react'
import { addDays } from '../../../contract/dates/date-ranges.ts'
import { metricLabels } from '../../../contract/reports/metric-labels.ts'
import { metricOf } from '../../../contract/reports/metrics.ts'
import type { Report } from '../../../contract/reports/reports.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { DataTable } from '../../../parts/resource/data-table.tsx'
import { ViewerProvider } from '../../../parts/scope/viewer.tsx'
import { type ReportRow, reportSource } from '../../../parts/resource/report-source.ts'
import type { CellKind, GridColumn } from '../../../ui/table/column.ts'

const clientId = 1
const metricIds = ['cost', 'revenue', 'return_on_ad_spend', 'impressions', 'clicks', 'click_through_rate', 'units', 'transactions']
const kinds: Readonly<Record<string, CellKind>> = { money: 'money', ratio: 'ratio', percent: 'percent', count: 'number' }

const named = (key: string, header: string): GridColumn<ReportRow> => ({
  key,
  header,
  kind: 'text',
  isSortable: true,
  filter: { kind: 'contains' },
  value: ({ dimensions }) => dimensions[key] ?? null,
})

function metricColumn(id: string, currency: string): GridColumn<ReportRow> {
  const metric = metricOf(id)
  const format = metric?.format ?? 'count'
  return {
    key: id,
    header: metricLabels[id] ?? id,
    ...(format === 'money' && { unit: currency }),
    kind: kinds[format] ?? 'number',
    width: 148,
    isSortable: true,
    filter: { kind: 'between' },
    value: ({ metrics }) => metrics[id] ?? null,
  }
}

function Rows() {
  const { send } = useRuntime()
  const [meaning, setMeaning] = useState<Report>()
  const end = addDays(new Date().toISOString().slice(0, 10), -1)
  const source = useMemo(
    () =>
      reportSource(send, {
        request: {
          member_group_id: clientId,
          start_date: addDays(end, -29),
          end_date: end,
          metrics: metricIds,
          dimensions: ['entity_name', 'campaign_name', 'entity_id'],
        },
        onMeaning: (report) => setMeaning((known) => known ?? report),
      }),
    [send, end],
  )
  const currency = meaning?.currency_code ?? ''
  const columns = useMemo(
    () => [named('entity_name', 'Entity'), named('campaign_name', 'Campaign'), ...metricIds.map((id) => metricColumn(id, currency))],
    [currency],
  )
  return (
    <DataTable
      name="gallery-report"
      label="Entities, last 30 days"
      columns={columns}
      source={source}
      rowId={({ dimensions }) => `${dimensions.entity_id} ${dimensions.campaign_name}`}
      rowName={({ dimensions }) => String(dimensions.entity_name)}
      defaultSort={[{ key: 'cost', order: 'desc' }]}
      currency={meaning}
      zone={meaning?.time_zones.join(' ')}
      empty={{ heading: 'No data for these dates', text: 'Rows appear a few minutes after the first impression.' }}
    />
  )
}

/** A real report of the first client for the last 30 days; requires sign-in. */
export const ReportTable = () => (
  <ViewerProvider memberGroupId={clientId}>
    <Rows />
  </ViewerProvider>
)
