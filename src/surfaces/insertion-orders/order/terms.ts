import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { OrderLine, OrderTerms } from '../../../contract/insertion-orders/insertion-orders.ts'
import { decimalOf, microsOf } from '../../../contract/money/money.ts'
import { signedMoney } from '../../../ui/format/amount.ts'
import { count, type CurrencyFormat, missingValue, money } from '../../../ui/format/format.ts'
import { dayText } from '../../../ui/format/moment.ts'
import { lineTypeWords } from '../words.ts'

/** Labels of the terms of an order and of its lines. */
export const termLabels: Readonly<Record<string, MessageDescriptor>> = {
  name: msg`Name`,
  start_date: msg`Start date`,
  end_date: msg`End date`,
  total: msg`Total`,
  po_number: msg`PO number`,
  notes: msg`Notes`,
  channel: msg`Channel`,
  type: msg`Pricing`,
  rate: msg`Rate`,
  quantity: msg`Quantity`,
  amount: msg`Amount`,
  is_hard_cap: msg`Hard cap`,
}

type Format = (value: never, currency: CurrencyFormat, i18n: I18n) => string

const plainText = (value: string | null) => value || missingValue
const day = (value: string, _: CurrencyFormat, { locale }: I18n) => dayText(value, locale, 'full')
const amount = (value: string | null, currency: CurrencyFormat, { locale }: I18n) => money(value, currency, locale)

/** A rate can have more digits than its currency, such as a CPC of 0.125. */
export function rateText(rate: string | null, currency: CurrencyFormat, i18n: I18n) {
  if (rate === null) return i18n._(msg`Auction`)
  const digits = rate.split('.')[1]?.length ?? 0
  return money(rate, { ...currency, currency_digits: Math.max(digits, currency.currency_digits) }, i18n.locale)
}

const termFormats = {
  name: plainText,
  start_date: day,
  end_date: day,
  total: amount,
  po_number: plainText,
  notes: plainText,
} satisfies { readonly [Field in keyof OrderTerms]?: Format }

const lineFormats = {
  name: plainText,
  channel: plainText,
  type: (value: OrderLine['type'], _: CurrencyFormat, i18n: I18n) => i18n._(lineTypeWords[value]),
  rate: rateText,
  quantity: (value: number | null, _: CurrencyFormat, i18n: I18n) => count(value, i18n.locale),
  amount,
  start_date: day,
  end_date: day,
  is_hard_cap: (value: boolean, _: CurrencyFormat, i18n: I18n) => i18n._(value ? msg`Yes` : msg`No`),
} satisfies { readonly [Field in keyof OrderLine]?: Format }

/** A changed value as text. */
export interface ValueChange {
  readonly field: string
  readonly label: string
  readonly before: string
  readonly after: string
  /** The difference of an amount. */
  readonly effect?: string
}

/** An added, changed or removed line. */
export interface LineChange {
  readonly lineId: number
  readonly kind: 'added' | 'changed' | 'removed'
  readonly name: string
  readonly fields: readonly ValueChange[]
  readonly effect: string
}

type Formats<Values> = { readonly [Field in keyof Values]?: Format }

function changedValues<Values extends object>(
  formats: Formats<Values>,
  before: Values,
  after: Values,
  currency: CurrencyFormat,
  i18n: I18n,
): ValueChange[] {
  const fields = Object.keys(formats) as (keyof Values & string)[] // Formats has only such keys
  return fields
    .filter((field) => before[field] !== after[field])
    .map((field) => {
      const text = (values: Values) => formats[field]?.(values[field] as never, currency, i18n) ?? missingValue // the format of this field
      const label = termLabels[field]
      const isAmount = field === 'total' || field === 'amount'
      return {
        field,
        label: label ? i18n._(label) : field,
        before: text(before),
        after: text(after),
        ...(isAmount && { effect: difference(String(before[field]), String(after[field]), currency, i18n) }),
      }
    })
}

const difference = (before: string, after: string, currency: CurrencyFormat, { locale }: I18n) =>
  signedMoney(decimalOf(microsOf(after) - microsOf(before)), currency, locale)

/** The terms that differ between two versions, without the lines. */
export const changedTerms = (before: OrderTerms, after: OrderTerms, currency: CurrencyFormat, i18n: I18n) =>
  changedValues<OrderTerms>(termFormats, before, after, currency, i18n)

/** The lines that differ between two versions. */
export function changedLines(before: OrderTerms, after: OrderTerms, currency: CurrencyFormat, i18n: I18n): LineChange[] {
  const oldLines = new Map(before.lines.map((line) => [line.line_id, line]))
  const newIds = new Set(after.lines.map(({ line_id }) => line_id))
  const kept = after.lines.flatMap((line): LineChange[] => {
    const old = oldLines.get(line.line_id)
    const { line_id: lineId, name } = line
    const effect = difference(old?.amount ?? '0', line.amount, currency, i18n)
    if (!old) return [{ lineId, name, kind: 'added', fields: [], effect }]
    const fields = changedValues<OrderLine>(lineFormats, old, line, currency, i18n)
    return fields.length > 0 ? [{ lineId, name, kind: 'changed', fields, effect }] : []
  })
  const removed = before.lines
    .filter(({ line_id }) => !newIds.has(line_id))
    .map(({ line_id: lineId, name, amount: lost }): LineChange => {
      const effect = difference(lost, '0', currency, i18n)
      return { lineId, name, kind: 'removed', fields: [], effect }
    })
  return [...kept, ...removed]
}
