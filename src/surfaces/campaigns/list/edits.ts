import type { CampaignChange } from '../../../contract/campaigns/edits.ts'
import { campaigns, type Campaign, type CampaignRow } from '../../../contract/campaigns/campaigns.ts'
import type { Staleness } from '../../../kit/cache.tsx'
import { type Mutation, useMutate } from '../../../kit/mutate.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useCampaigns, useCurrency } from '../context.tsx'
import { useStableCallback } from '../detail/use-stable-callback.ts'
import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { asProblem, problemText } from '../../../kit/problem.ts'
import type { CurrencyFormat } from '../../../ui/format/format.ts'
import type { EditResult } from '../../../ui/table/column.ts'
import type { FieldRuleResult } from '../../../contract/fields/faults.ts'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { amount } from '../../../contract/fields/numbers.rules.ts'
import { formatDecimal, parseDecimal } from '../../../ui/form/decimal-text.ts'
import { faultText } from '../../../ui/form/fault-text.tsx'

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

export type SaveRow<Row, Change> = (row: Row, change: Change) => Promise<EditResult<Row>>

export interface EditableRow {
  readonly name: string
  readonly version: number
  readonly currency_code: string
}
export interface RowChange {
  readonly name?: string | undefined
}

/** Reads and writes rows of one kind, such as campaigns. */
export interface RowAccess<Row, Change> {
  readonly write: (row: Row, change: Change, mutation: Mutation<{ readonly version: number }>) => Promise<Row>
  readonly read: (row: Row) => Promise<Row>
  /** Returns the old values of the changed fields. */
  readonly before: (row: Row, change: Change) => Change
  readonly emitChange: (row: Row, change: Change) => void
}

/** Returns the function that saves an edited cell. Its code loads with the first change. */
export function useRowEdits<Row extends EditableRow, Change extends RowChange>(
  access: RowAccess<Row, Change>,
  exceptHere: Staleness['exceptHere'],
): SaveRow<Row, Change> {
  const { i18n } = useLingui()
  const currencyOf = useCurrency()
  return useStableCallback(async (row: Row, change: Change): Promise<EditResult<Row>> => {
    const currency = currencyOf(row.currency_code)
    try {
      const { saveRow } = await import('./save-row.ts')
      return await saveRow(access, row, change, { i18n, currency, exceptHere })
    } catch (error) {
      return { refused: problemText(asProblem(error), i18n) }
    }
  })
}

/** Formats an amount for a cell's text field. */
export const formatCellAmount = (value: string | null, { currency_digits: digits }: CurrencyFormat, { locale }: I18n) =>
  value === null ? '' : formatDecimal(value, { locale, digits, isPadded: true })

/** Parses a cell's text into a decimal string; undefined when the text is not an amount. */
export const parseCellAmount = (text: string, { locale }: I18n) => parseDecimal(text, locale)

const text = (ruleResult: FieldRuleResult, i18n: I18n) => ruleResult === true || faultText(ruleResult, i18n)

/** Validates the amount in a cell; returns true or an error text. Only the platform checks the minimum. */
export function checkAmount(cellText: string, currency: CurrencyFormat, i18n: I18n): true | string {
  const value = parseCellAmount(cellText, i18n)
  return text(value === undefined ? { code: 'format', digits: currency.currency_digits } : amount(currency)(value), i18n)
}

/** Validates the name in a cell; returns true or an error text. */
export function checkName(cellText: string, max: number, i18n: I18n): true | string {
  const ruleResult = required(cellText)
  return text(ruleResult === true ? maxLength(max)(cellText.trim()) : ruleResult, i18n)
}
