import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { budgetPeriods, goalTypes } from '../../../contract/budgets/budgets.ts'
import type { CampaignRow } from '../../../contract/campaigns/campaigns.ts'
import { channelNames } from '../../../contract/reports/dimensions.ts'
import { rowMetrics } from '../../../contract/reports/row-metrics.ts'
import { servingGates, noGate } from '../../../contract/serving/serving.ts'
import { statuses } from '../../../contract/statuses.ts'
import { channelLabel } from '../../../parts/campaigns/channel-label.ts'
import { pacingLabels, periodLabels, labelIn } from '../../../parts/campaigns/labels.ts'
import { gateNames } from '../detail/serving-words.ts'
import { formatDecimal } from '../../../ui/form/decimal-text.ts'
import { type CurrencyFormat, money } from '../../../ui/format/format.ts'
import type { GridColumn } from '../../../ui/table/column.ts'
import { statusLabel } from '../../../ui/badge/status-labels.ts'
import { DateText } from '../../../ui/format/date-text.tsx'
import { metricColumn } from './metric-columns.ts'
import { TwoLineCell } from './name-cell.tsx'
import { PacingCell, SparkCell } from './pacing-cell.tsx'
import { StatusCell } from './status-cell.tsx'

type Column = GridColumn<CampaignRow>

export interface CampaignColumnOptions {
  readonly i18n: I18n
  readonly currencyOf: (code: string) => CurrencyFormat
  /** Hides the advertiser column. */
  readonly isOneAdvertiser: boolean
  /** The client's plural label for its entities. */
  readonly plural: string
}

const campaignStatuses = statuses.filter((status) => ['pending', 'active', 'paused', 'ended', 'invalid'].includes(status))
const shown = ['return_on_ad_spend', 'impressions', 'clicks', 'click_through_rate', 'cost_per_click', 'revenue']

const statusColumns = ({ i18n }: CampaignColumnOptions): Column[] => [
  {
    key: 'status',
    header: i18n._(msg`Status`),
    kind: 'status',
    width: 248,
    isSortable: true,
    filter: { kind: 'one-of', options: campaignStatuses.map((value) => ({ value, label: statusLabel(value, i18n) })) },
    value: ({ status }) => status,
    render: (row) => <StatusCell of={row} />,
  },
  {
    key: 'gate',
    header: i18n._(msg`Serving status`),
    kind: 'text',
    isOptional: true,
    filter: {
      kind: 'one-of',
      options: [
        { value: noGate, label: i18n._(msg`Serving`) },
        ...servingGates.map((value) => ({ value, label: i18n._(gateNames[value]) })),
      ],
    },
    value: ({ serving }) => serving.gate ?? noGate,
  },
]

const budgetColumns = ({ i18n, currencyOf }: CampaignColumnOptions): Column[] => [
  {
    key: 'budget',
    header: i18n._(msg`Budget`),
    kind: 'money',
    width: 132,
    isSortable: true,
    filter: { kind: 'between' },
    value: ({ budget }) => budget,
    currencyOf: ({ currency_code }) => currencyOf(currency_code),
    render: ({ budget, budget_period, currency_code }) => (
      <TwoLineCell value={money(budget, currencyOf(currency_code), i18n.locale)} note={labelIn(periodLabels, budget_period, i18n)} />
    ),
  },
  {
    key: 'budget_period',
    header: i18n._(msg`Budget period`),
    kind: 'text',
    width: 128,
    isOptional: true,
    filter: { kind: 'one-of', options: budgetPeriods.map((value) => ({ value, label: labelIn(periodLabels, value, i18n) })) },
    value: ({ budget_period }) => budget_period,
  },
  metricColumn<CampaignRow>('cost', { i18n, currencyOf }),
  {
    key: 'spent',
    header: i18n._(msg`Spend this period`),
    kind: 'money',
    isOptional: true,
    value: ({ serving }) => serving.spent_period,
    currencyOf: ({ currency_code }) => currencyOf(currency_code),
  },
  {
    key: 'pacing_index',
    header: i18n._(msg`Pacing`),
    kind: 'ratio',
    width: 144,
    align: 'start',
    value: ({ serving }) => serving.pacing_index,
    render: ({ budget, budget_period, status, serving }) => (
      <PacingCell budget={budget} period={budget_period} status={status} serving={serving} />
    ),
  },
]

const campaignMetricColumns = ({ i18n, currencyOf }: CampaignColumnOptions): Column[] => {
  const [first = '', ...others] = shown
  const more = rowMetrics.map(({ id }) => id).filter((id) => id !== 'cost' && !shown.includes(id))
  return [
    metricColumn<CampaignRow>(first, { i18n, currencyOf }),
    {
      key: 'spark',
      header: i18n._(msg`Spend by day`),
      kind: 'text',
      width: 140,
      value: ({ spark }) => spark.join(' '),
      render: ({ spark, name }) => <SparkCell values={spark} name={name} />,
    },
    ...others.map((id) => metricColumn<CampaignRow>(id, { i18n, currencyOf })),
    ...more.map((id) => metricColumn<CampaignRow>(id, { i18n, currencyOf, isOptional: true })),
  ]
}

const dayColumns = ({ i18n }: CampaignColumnOptions): Column[] => [
  {
    key: 'start_date',
    header: i18n._(msg`Start date`),
    kind: 'date',
    width: 124,
    isOptional: true,
    isSortable: true,
    filter: { kind: 'between' },
    value: ({ start_date }) => start_date,
  },
  {
    key: 'end_date',
    header: i18n._(msg`End date`),
    kind: 'date',
    width: 124,
    isSortable: true,
    filter: { kind: 'between' },
    value: ({ end_date }) => end_date,
    render: ({ end_date }) => (end_date === null ? i18n._(msg`Always on`) : <DateText day={end_date} />),
  },
]

const aboutColumns = ({ i18n, isOneAdvertiser, plural }: CampaignColumnOptions): Column[] => [
  ...(isOneAdvertiser
    ? []
    : [
        {
          key: 'advertiser_name',
          header: i18n._(msg`Advertiser`),
          kind: 'text',
          isOptional: true,
          isSortable: true,
          filter: { kind: 'contains' },
          value: ({ advertiser_name }) => advertiser_name,
        } satisfies Column,
      ]),
  {
    key: 'channel',
    header: i18n._(msg`Channel`),
    kind: 'text',
    width: 132,
    isOptional: true,
    isSortable: true,
    filter: { kind: 'one-of', options: channelNames.map((value) => ({ value, label: channelLabel(value, i18n) })) },
    value: ({ channel }) => channelLabel(channel, i18n),
  },
  {
    key: 'goal_type',
    header: i18n._(msg`Goal`),
    kind: 'text',
    width: 112,
    isOptional: true,
    filter: { kind: 'one-of', options: goalTypes.map((value) => ({ value, label: value })) },
    value: ({ goal_type, goal_roas }) =>
      goal_type && goal_roas ? `${goal_type} ${formatDecimal(goal_roas, { locale: i18n.locale, digits: 2 })}` : goal_type,
  },
  {
    key: 'pacing',
    header: i18n._(msg`Pacing`),
    kind: 'text',
    isOptional: true,
    value: ({ pacing }) => labelIn(pacingLabels, pacing, i18n),
  },
  { key: 'ad_groups', header: i18n._(msg`Ad groups`), kind: 'number', width: 112, isOptional: true, value: (row) => row.ad_groups },
  { key: 'entities', header: plural, kind: 'number', width: 112, isOptional: true, value: (row) => row.entities },
  {
    key: 'currency_code',
    header: i18n._(msg`Currency`),
    kind: 'text',
    width: 96,
    isOptional: true,
    value: ({ currency_code }) => currency_code,
  },
  {
    key: 'campaign_id',
    header: i18n._(msg`ID`),
    kind: 'text',
    width: 96,
    isOptional: true,
    isSortable: true,
    value: (row) => String(row.campaign_id),
  },
]

/** All campaign columns except the first. Each screen adds its own name column with its own actions. */
export const campaignColumns = (ground: CampaignColumnOptions): Column[] =>
  [statusColumns, budgetColumns, campaignMetricColumns, dayColumns, aboutColumns].flatMap((columns) => columns(ground))
