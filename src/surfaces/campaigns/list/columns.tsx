import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { budgetPeriods, goalTypes } from '../../../contract/budgets/budgets.rules.ts'
import { type CampaignRow, campaigns, type Campaign } from '../../../contract/campaigns/campaigns.ts'
import { channelNames } from '../../../contract/reports/dimensions.ts'
import { rowMetrics } from '../../../contract/reports/row-metrics.ts'
import { noGate, servingGates } from '../../../contract/serving/serving.ts'
import { statuses } from '../../../contract/statuses.ts'
import { channelLabel, labelIn, pacingLabels, periodLabels } from '../../../parts/campaigns/labels.ts'
import { columns, TwoLineCell } from '../../../parts/resource/columns.tsx'
import { gateNames } from '../detail/serving-words.ts'
import { formatDecimal } from '../../../ui/form/decimal-text.ts'
import { money as moneyText, type CurrencyFormat } from '../../../ui/format/format.ts'
import type { CellEdit, GridColumn } from '../../../ui/table/column.ts'
import { PacingCell, SparkCell, StatusCell, metricColumn } from '../cells/cells.tsx'
import { useLingui } from '@lingui/react'
import { useMemo } from 'react'
import { maxCampaignNameLength } from '../../../contract/campaigns/campaigns.rules.ts'
import { useLabel, useCurrency } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { statusLabel } from '../../../ui/badge/status-labels.ts'
import { formatCellAmount, lazyCheck, parseCellAmount, type SaveRow, useRowEdits } from '../cells/row-edits.ts'
import type { CampaignChange } from '../../../contract/campaigns/edits.ts'
import type { Staleness } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useCampaigns } from '../context.tsx'

type Column = GridColumn<CampaignRow>

interface CampaignColumnOptions {
  readonly i18n: I18n
  readonly currencyOf: (code: string) => CurrencyFormat
  /** Hides the advertiser column. */
  readonly isOneAdvertiser: boolean
  /** The client's plural label for its entities. */
  readonly plural: string
}

const campaignStatuses = statuses.filter((status) => ['pending', 'active', 'paused', 'ended', 'invalid'].includes(status))
const firstMetrics = ['return_on_ad_spend', 'impressions', 'clicks', 'click_through_rate', 'cost_per_click', 'revenue']

const statusColumns = ({ i18n }: CampaignColumnOptions): Column[] => {
  const gates = servingGates.map((value) => ({ value, label: i18n._(gateNames[value]) }))
  const status = { i18n, statuses: campaignStatuses, width: 184, isSortable: true }
  return [
    columns.status('status', i18n._(msg`Status`), { ...status, render: (row) => <StatusCell of={row} /> }),
    columns.text('gate', i18n._(msg`Serving status`), {
      isOptional: true,
      options: [{ value: noGate, label: i18n._(msg`Serving`) }, ...gates],
      value: ({ serving }) => serving.gate ?? noGate,
    }),
  ]
}

const budgetColumns = ({ i18n, currencyOf }: CampaignColumnOptions): Column[] => {
  const money = { currencyOf: ({ currency_code }: CampaignRow) => currencyOf(currency_code) }
  const periods = budgetPeriods.map((value) => ({ value, label: labelIn(periodLabels, value, i18n) }))
  return [
    columns.money('budget', i18n._(msg`Budget`), {
      ...money,
      width: 120,
      card: 'figure-3',
      isSortable: true,
      isFiltered: true,
      render: ({ budget, budget_period, currency_code }) => (
        <TwoLineCell value={moneyText(budget, currencyOf(currency_code), i18n.locale)} note={labelIn(periodLabels, budget_period, i18n)} />
      ),
    }),
    columns.text('budget_period', i18n._(msg`Budget period`), { width: 128, isOptional: true, options: periods }),
    metricColumn<CampaignRow>('cost', { i18n, currencyOf }),
    columns.money('spent', i18n._(msg`Spend this period`), { ...money, isOptional: true, value: ({ serving }) => serving.spent_period }),
    columns.ratio('pacing_index', i18n._(msg`Pacing`), {
      width: 132,
      align: 'start',
      value: ({ serving }) => serving.pacing_index,
      render: ({ budget, budget_period, status, serving, submitted_at, created_at }) => (
        <PacingCell budget={budget} period={budget_period} status={status} serving={serving} since={submitted_at ?? created_at} />
      ),
    }),
  ]
}

const campaignMetricColumns = ({ i18n, currencyOf }: CampaignColumnOptions): Column[] => {
  const [first = '', ...others] = firstMetrics
  const otherMetrics = rowMetrics.map(({ id }) => id).filter((id) => id !== 'cost' && !firstMetrics.includes(id))
  return [
    metricColumn<CampaignRow>(first, { i18n, currencyOf }),
    columns.text('spark', i18n._(msg`Spend by day`), {
      width: 128,
      value: ({ spark }) => spark.join(' '),
      render: ({ spark, name }) => <SparkCell values={spark} name={name} />,
    }),
    ...others.map((id) => metricColumn<CampaignRow>(id, { i18n, currencyOf })),
    ...otherMetrics.map((id) => metricColumn<CampaignRow>(id, { i18n, currencyOf, isOptional: true })),
  ]
}

const dayColumns = ({ i18n }: CampaignColumnOptions): Column[] => {
  const day = { width: 124, isSortable: true, isFiltered: true }
  return [
    columns.date('start_date', i18n._(msg`Start date`), { ...day, isOptional: true }),
    columns.date('end_date', i18n._(msg`End date`), { ...day, none: i18n._(msg`Always on`) }),
  ]
}

const aboutColumns = ({ i18n, isOneAdvertiser, plural }: CampaignColumnOptions): Column[] => {
  const channels = channelNames.map((value) => ({ value, label: channelLabel(value, i18n) }))
  const goals = goalTypes.map((value) => ({ value, label: value }))
  const optional = { isOptional: true }
  const sortable = { isOptional: true, isSortable: true }
  const goalOf = ({ goal_type, goal_roas }: CampaignRow) =>
    goal_type && goal_roas ? `${goal_type} ${formatDecimal(goal_roas, { locale: i18n.locale, digits: 2 })}` : goal_type
  const all: Column[] = [
    columns.text('advertiser_name', i18n._(msg`Advertiser`), { ...sortable, isFiltered: true }),
    columns.text('channel', i18n._(msg`Channel`), {
      ...sortable,
      width: 132,
      options: channels,
      value: ({ channel }) => channelLabel(channel, i18n),
    }),
    columns.text('goal_type', i18n._(msg`Goal`), { ...optional, width: 112, options: goals, value: goalOf }),
    columns.text('pacing', i18n._(msg`Pacing`), { ...optional, value: ({ pacing }) => labelIn(pacingLabels, pacing, i18n) }),
    columns.number('ad_groups', i18n._(msg`Ad groups`), { ...optional, width: 112 }),
    columns.number('entities', plural, { ...optional, width: 112 }),
    columns.text('currency_code', i18n._(msg`Currency`), { ...optional, width: 96 }),
    columns.text('campaign_id', i18n._(msg`ID`), { ...sortable, width: 96, value: (row) => String(row.campaign_id) }),
  ]
  return isOneAdvertiser ? all.slice(1) : all
}

/** All campaign columns except the first. Each screen adds its own name column with its own actions. */
const campaignColumns = (options: CampaignColumnOptions): Column[] =>
  [statusColumns, budgetColumns, campaignMetricColumns, dayColumns, aboutColumns].flatMap((columnsOf) => columnsOf(options))

type Edits = Readonly<Record<string, CellEdit<CampaignRow>>>

/** The platform decides which statuses a row can change to. */
const choicesOf = (row: CampaignRow) => row.choices

/** The editable columns and how each one validates and saves. */
function editsOf(save: SaveCampaign, { i18n, currencyOf }: CampaignColumnOptions): Edits {
  const currency = ({ currency_code }: CampaignRow) => currencyOf(currency_code)
  const endedText = ({ status }: CampaignRow) =>
    ['ended', 'invalid', 'archived'].includes(status) ? i18n._(msg`This campaign has ended. Copy it to run it again`) : undefined
  return {
    name: {
      kind: 'text',
      check: (text) => lazyCheck(({ checkName }) => checkName(text, maxCampaignNameLength, i18n), true),
      readonlyBecause: endedText,
      save: (row, text) => save(row, { name: text.trim() }),
    },
    status: {
      kind: 'choice',
      optionsOf: (row) => choicesOf(row).map((value) => ({ value, label: statusLabel(value, i18n) })),
      readonlyBecause: (row) => endedText(row) ?? (choicesOf(row).length < 2 ? i18n._(msg`The status can’t be changed now`) : undefined),
      save: (row, text) => {
        const status = (['active', 'pending', 'paused'] as const).find((item) => item === text)
        return status ? save(row, { status }) : Promise.resolve({ row })
      },
    },
    budget: {
      kind: 'number',
      currencyOf: currency,
      text: (row) => formatCellAmount(row.budget, currency(row), i18n),
      warn: (text, row) => lazyCheck(({ spentWarning }) => spentWarning(text, row, currency(row), i18n), undefined),
      check: (text, row) => lazyCheck(({ checkAmount }) => checkAmount(text, currency(row), i18n), true),
      readonlyBecause: endedText,
      save: (row, text) => save(row, { budget: parseCellAmount(text, i18n) ?? row.budget }),
    },
    start_date: {
      kind: 'date',
      readonlyBecause: endedText,
      check: (text) => text !== '' || i18n._(msg`Enter a date as YYYY-MM-DD`),
      save: (row, text) => save(row, { start_date: text }),
    },
    end_date: {
      kind: 'date',
      hint: i18n._(msg`Leave empty for always on`),
      readonlyBecause: endedText,
      save: (row, text) => save(row, text === '' ? { end_date: null, always_on: true } : { end_date: text, always_on: false }),
    },
  }
}

/** The list's columns; cells are editable when the user has permission. */
export function useCampaignColumns(name: GridColumn<CampaignRow>, save: SaveCampaign): readonly GridColumn<CampaignRow>[] {
  const { i18n } = useLingui()
  const { isReadonly, advertiserId } = useScope()
  const currencyOf = useCurrency()
  const { plural } = useLabel()
  const mayChange = useDisabledReason()({ permissions: ['campaigns.change'] }) === undefined
  return useMemo(() => {
    const options = { i18n, currencyOf, isOneAdvertiser: advertiserId !== undefined, plural }
    const edits = mayChange && !isReadonly ? editsOf(save, options) : {}
    return [name, ...campaignColumns(options)].map((column) => {
      const edit = edits[column.key]
      return edit ? { ...column, edit } : column
    })
  }, [i18n, currencyOf, isReadonly, advertiserId, plural, mayChange, name, save])
}

export type SaveCampaign = SaveRow<CampaignRow, CampaignChange>

const pathOf = (row: CampaignRow) => ({
  memberGroupId: row.member_group_id,
  advertiserId: row.advertiser_id,
  campaignId: row.campaign_id,
})

/** Merges a saved campaign into its row. Keeps the row's metrics, because the response has none for the selected dates. */
const rowNow = (row: CampaignRow, now: Campaign): CampaignRow => ({ ...row, ...now, metrics: row.metrics, spark: row.spark })

/** Returns the old values of the changed fields. */
function before(row: CampaignRow, change: CampaignChange): CampaignChange {
  const all: CampaignChange = {
    name: row.name,
    budget: row.budget,
    start_date: row.start_date,
    end_date: row.end_date,
    always_on: row.always_on,
    // A saved status is normally one that the field offers.
    status: row.status as NonNullable<CampaignChange['status']>, // the platform refuses any other status
  }
  return Object.fromEntries(Object.entries(all).filter(([field]) => field in change))
}

/** Returns the function that saves an edited campaign cell. */
export function useCampaignEdits(exceptHere: Staleness['exceptHere']): SaveCampaign {
  const { send } = useRuntime()
  const { emit } = useCampaigns()
  const { mutate } = useMutate()
  return useRowEdits<CampaignRow, CampaignChange>(
    {
      write: async (row, body, mutation) => rowNow(row, await mutate(campaigns.change, { path: pathOf(row), body }, mutation)),
      read: async (row) => rowNow(row, await send(campaigns.one, { path: pathOf(row) })),
      before,
      emitChange: ({ campaign_id }, change) => emit('ad-campaign-changed', { campaign_id, fields: Object.keys(change).join(',') }),
    },
    exceptHere,
  )
}
