import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { adGroupStatusOptions, adGroupStatuses } from '../../../contract/ad-groups/ad-groups.rules.ts'
import { type AdGroupRow, adGroups, type AdGroup } from '../../../contract/ad-groups/ad-groups.ts'
import { rowMetrics } from '../../../contract/reports/row-metrics.ts'
import { labelIn, periodLabels } from '../../../parts/campaigns/labels.ts'
import { columns, TwoLineCell } from '../../../parts/resource/columns.tsx'
import { money, type CurrencyFormat } from '../../../ui/format/format.ts'
import type { CellEdit, GridColumn } from '../../../ui/table/column.ts'
import { statusLabel } from '../../../ui/badge/status-labels.ts'
import { withBidDigits } from '../../../parts/scope/client.tsx'
import { formatCellAmount, lazyCheck, parseCellAmount, type SaveRow, useRowEdits } from '../cells/row-edits.ts'
import { metricColumn, PacingCell, StatusCell } from '../cells/cells.tsx'
import { strengthText } from '../../../parts/money/strength-bar.tsx'
import type { AdGroupChange } from '../../../contract/ad-groups/changes.ts'
import type { Staleness } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useCampaigns } from '../context.tsx'

type Column = GridColumn<AdGroupRow>

interface AdGroupColumnOptions {
  readonly i18n: I18n
  readonly currencyOf: (code: string) => CurrencyFormat
  /** The client's plural label for its entities. */
  readonly plural: string
}

const firstMetrics = ['return_on_ad_spend', 'impressions', 'clicks', 'click_through_rate', 'cost_per_click', 'revenue']

/** Status, bid and budget. */
const adGroupStatusColumns = ({ i18n, currencyOf }: AdGroupColumnOptions): Column[] => {
  const range = { isSortable: true, isFiltered: true }
  const currency = ({ currency_code }: AdGroupRow) => currencyOf(currency_code)
  return [
    columns.status('status', i18n._(msg`Status`), {
      i18n,
      statuses: adGroupStatuses,
      width: 184,
      isSortable: true,
      render: (row) => <StatusCell of={row} />,
    }),
    columns.money('base_bid', i18n._(msg`Base bid`), { ...range, width: 116, currencyOf: (row) => withBidDigits(currency(row)) }),
    columns.text('bid_strength', i18n._(msg`Bid strength`), {
      width: 140,
      value: (row) => strengthText(row.bid_strength, row.bid_lacks_rate_of, i18n),
    }),
    columns.money('budget', i18n._(msg`Budget`), {
      ...range,
      width: 132,
      card: 'figure-3',
      currencyOf: currency,
      render: ({ budget, budget_period, currency_code }) =>
        budget === null || budget_period === null ? (
          <span className="quiet">{i18n._(msg`From campaign`)}</span>
        ) : (
          <TwoLineCell value={money(budget, currencyOf(currency_code), i18n.locale)} note={labelIn(periodLabels, budget_period, i18n)} />
        ),
    }),
  ]
}

const figureColumns = (options: AdGroupColumnOptions): Column[] => {
  const { i18n } = options
  const otherMetrics = rowMetrics.map(({ id }) => id).filter((id) => id !== 'cost' && !firstMetrics.includes(id))
  return [
    metricColumn<AdGroupRow>('cost', options),
    columns.ratio('pacing_index', i18n._(msg`Pacing`), {
      width: 144,
      align: 'start',
      isOptional: true,
      value: ({ serving }) => serving.pacing_index,
      render: ({ budget, budget_period, status, serving }) => (
        <PacingCell budget={budget} period={budget_period} status={status} serving={serving} />
      ),
    }),
    ...firstMetrics.map((id) => metricColumn<AdGroupRow>(id, options)),
    ...otherMetrics.map((id) => metricColumn<AdGroupRow>(id, { ...options, isOptional: true })),
  ]
}

const aboutColumns = ({ i18n, plural }: AdGroupColumnOptions): Column[] => {
  const name = { isOptional: true, isSortable: true, isFiltered: true }
  const asCampaign = <span className="quiet">{i18n._(msg`Same as campaign`)}</span>
  return [
    columns.date('end_date', i18n._(msg`End date`), { width: 148, isSortable: true, isFiltered: true, none: asCampaign }),
    columns.number('entities', plural, { width: 112, isOptional: true, isSortable: true }),
    columns.text('campaign_name', i18n._(msg`Campaign`), name),
    columns.text('advertiser_name', i18n._(msg`Advertiser`), name),
    columns.text('currency_code', i18n._(msg`Currency`), { width: 96, isOptional: true }),
  ]
}

/** All ad group columns except the name, which the screen adds with its actions. */
export const groupColumns = (options: AdGroupColumnOptions): Column[] =>
  [adGroupStatusColumns, figureColumns, aboutColumns].flatMap((columnsOf) => columnsOf(options))

/** The editable columns and how each one validates and saves. */
export function groupEdits(save: SaveAdGroup, { i18n, currencyOf }: AdGroupColumnOptions): Readonly<Record<string, CellEdit<AdGroupRow>>> {
  const currency = ({ currency_code }: AdGroupRow) => currencyOf(currency_code)
  const endedText = ({ status }: AdGroupRow) =>
    status === 'ended' || status === 'invalid' ? i18n._(msg`This ad group has ended`) : undefined
  return {
    name: {
      kind: 'text',
      check: (text) => lazyCheck(({ checkName }) => checkName(text, 120, i18n), true),
      readonlyBecause: endedText,
      save: (row, text) => save(row, { name: text.trim() }),
    },
    status: {
      kind: 'choice',
      optionsOf: (row) =>
        adGroupStatusOptions(row.status, row.status !== 'pending').map((value) => ({ value, label: statusLabel(value, i18n) })),
      readonlyBecause: endedText,
      save: (row, text) => {
        const status = (['active', 'paused', 'pending'] as const).find((item) => item === text)
        return status ? save(row, { status }) : Promise.resolve({ row })
      },
    },
    base_bid: {
      kind: 'number',
      text: (row) => formatCellAmount(row.base_bid, withBidDigits(currency(row)), i18n),
      check: (text, row) => lazyCheck(({ checkAmount }) => checkAmount(text, withBidDigits(currency(row)), i18n), true),
      readonlyBecause: endedText,
      save: (row, text) => save(row, { base_bid: parseCellAmount(text, i18n) ?? row.base_bid }),
    },
    budget: {
      kind: 'number',
      currencyOf: currency,
      text: (row) => formatCellAmount(row.budget, currency(row), i18n),
      warn: (text, row) => lazyCheck(({ spentWarning }) => spentWarning(text, row, currency(row), i18n), undefined),
      check: (text, row) => lazyCheck(({ checkAmount }) => checkAmount(text, currency(row), i18n), true),
      readonlyBecause: (row) => endedText(row) ?? (row.budget === null ? i18n._(msg`Uses the campaign budget`) : undefined),
      save: (row, text) => save(row, { budget: parseCellAmount(text, i18n) ?? row.budget }),
    },
    end_date: {
      kind: 'date',
      hint: i18n._(msg`Leave empty to use the campaign’s end date`),
      readonlyBecause: endedText,
      save: (row, text) => save(row, text === '' ? { end_date: null, always_on: true } : { end_date: text, always_on: false }),
    },
  }
}

export type SaveAdGroup = SaveRow<AdGroupRow, AdGroupChange>

const pathOf = (row: AdGroupRow) => ({ memberGroupId: row.member_group_id, advertiserId: row.advertiser_id, adGroupId: row.ad_group_id })
/** Merges a saved ad group into its row. Keeps the row's metrics, because the response has none for the selected dates. */
const rowNow = (row: AdGroupRow, now: AdGroup): AdGroupRow => ({ ...row, ...now, metrics: row.metrics })

/** Returns the old values of the changed fields. */
function before(row: AdGroupRow, change: AdGroupChange): AdGroupChange {
  const status = (['active', 'paused', 'pending'] as const).find((one) => one === row.status)
  const all: AdGroupChange = {
    name: row.name,
    base_bid: row.base_bid,
    budget: row.budget,
    budget_period: row.budget_period,
    end_date: row.end_date,
    always_on: row.always_on,
    ...(status && { status }),
  }
  return Object.fromEntries(Object.entries(all).filter(([field]) => field in change))
}

/** Returns the function that saves an edited ad group cell. */
export function useAdGroupEdits(exceptHere: Staleness['exceptHere']): SaveAdGroup {
  const { send } = useRuntime()
  const { emit } = useCampaigns()
  const { mutate } = useMutate()
  return useRowEdits<AdGroupRow, AdGroupChange>(
    {
      write: async (row, body, mutation) => rowNow(row, await mutate(adGroups.change, { path: pathOf(row), body }, mutation)),
      read: async (row) => rowNow(row, await send(adGroups.one, { path: pathOf(row) })),
      before,
      emitChange: ({ campaign_id }) => emit('ad-campaign-changed', { campaign_id, fields: 'ad_groups' }),
    },
    exceptHere,
  )
}
