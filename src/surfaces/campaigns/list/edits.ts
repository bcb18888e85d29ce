import type { CampaignChange } from '../../../contract/campaigns/edits.ts'
import { campaigns, type Campaign, type CampaignRow } from '../../../contract/campaigns/campaigns.ts'
import { ifMatch } from '../../../kit/api.ts'
import type { Staleness } from '../../../kit/cache.tsx'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useCampaigns, useCurrency, useInvalidateCampaigns } from '../context.tsx'
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useMemo, useRef } from 'react'
import { asProblem, problemText, type Problem } from '../../../kit/problem.ts'
import { fieldLabel } from '../../../parts/campaigns/labels.ts'
import { cellOutcome } from '../../../parts/resource/cell-outcome.ts'
import { type UndoResult, useUndo } from '../../../kit/undo.ts'
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
  const invalidate = useInvalidateCampaigns()
  return useRowEdits<CampaignRow, CampaignChange>(
    {
      write: async (row, body, version) => rowNow(row, await send(campaigns.change, { path: pathOf(row), body }, ifMatch(version))),
      read: async (row) => rowNow(row, await send(campaigns.one, { path: pathOf(row) })),
      before,
      invalidate,
      emitChange: ({ campaign_id }, change) => emit('ad-campaign-changed', { campaign_id, fields: Object.keys(change).join(',') }),
    },
    exceptHere,
  )
}

/** What it takes to undo the change of one row. */
interface RowUndo<Row, Change> {
  readonly before: Change
  /** The version after the change. */
  readonly version: number
  readonly isForced: boolean
  readonly write: (before: Change, version: number) => Promise<Row>
  readonly read: () => Promise<Row>
}

/**
 * Restores the old field values of a row. After a version conflict it reads the row again:
 * when the row has the old values already, an earlier undo succeeded although its response was lost.
 */
export async function undoRow<Row extends { readonly version: number }, Change extends object>(
  back: RowUndo<Row, Change>,
): Promise<'undone' | 'changed'> {
  const { before, version, isForced, write, read } = back
  try {
    await write(before, isForced ? (await read()).version : version)
    return 'undone'
  } catch (error) {
    if (asProblem(error).status !== 412 || isForced) throw error
    const now = new Map<string, unknown>(Object.entries(await read()))
    return Object.entries(before).every(([field, value]) => now.get(field) === value) ? 'undone' : 'changed'
  }
}

export type SaveRow<Row, Change> = (row: Row, change: Change) => Promise<EditResult<Row>>

/** Reads and writes rows of one kind, such as campaigns. */
interface RowAccess<Row, Change> {
  readonly write: (row: Row, change: Change, version: number) => Promise<Row>
  readonly read: (row: Row) => Promise<Row>
  /** Returns the old values of the changed fields. */
  readonly before: (row: Row, change: Change) => Change
  /** Invalidates all reads and lists that contain the row. */
  readonly invalidate: () => void
  readonly emitChange: (row: Row, change: Change) => void
}

/** The error text of a refused change. Field error texts are imported only when they are needed. */
async function reasonOf(problem: Problem, currency: CurrencyFormat, i18n: I18n) {
  if (problem.fields.length === 0) return problemText(problem, i18n)
  return (await import('../../../parts/campaigns/change-texts.ts')).refusalSentences(problem, { currency }, i18n)
}

/** Saves a cell with If-Match, offers Undo, emits the change event. The list of the cell keeps its rows: it has the saved one. */
export function useRowEdits<
  Row extends { readonly name: string; readonly version: number; readonly currency_code: string },
  Change extends object,
>(kind: RowAccess<Row, Change>, exceptHere: Staleness['exceptHere']): SaveRow<Row, Change> {
  const { i18n } = useLingui()
  const offer = useUndo()
  const currencyOf = useCurrency()
  const latest = useRef(kind)
  latest.current = kind
  return useMemo(() => {
    async function takeBack(row: Row, change: Change, version: number, isForced: boolean): Promise<UndoResult> {
      const { write, read, before } = latest.current
      const result = await undoRow({
        before: before(row, change),
        version,
        isForced,
        read: () => read(row),
        write: (was, seen) => write(row, was, seen),
      })
      if (result === 'changed') return result
      latest.current.invalidate()
      latest.current.emitChange(row, change)
      return 'undone'
    }
    return async (row, change) => {
      const { write, read } = latest.current
      const outcome = await cellOutcome(
        write(row, change, row.version),
        i18n,
        () => read(row),
        (problem) => reasonOf(problem, currencyOf(row.currency_code), i18n),
      )
      if ('refused' in outcome) return outcome
      exceptHere(latest.current.invalidate)
      latest.current.emitChange(row, change)
      const field = fieldLabel(Object.keys(change)[0] ?? '', i18n)
      offer({
        title: i18n._(msg`${{ field }} changed: ${{ name: outcome.row.name }}`),
        undo: ({ isForced }) => takeBack(row, change, outcome.row.version, isForced),
      })
      return outcome
    }
  }, [i18n, offer, currencyOf, exceptHere])
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
