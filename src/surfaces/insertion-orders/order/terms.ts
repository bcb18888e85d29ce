import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { billingFields } from '../../../contract/insertion-orders/billing.rules.ts'
import type { OrderLine, OrderTerms } from '../../../contract/insertion-orders/insertion-orders.ts'
import { decimalOf, microsOf } from '../../../contract/money/money.ts'
import { channelLabel } from '../../../parts/campaigns/labels.ts'
import { fundingTypeText } from '../../../parts/billing/funding-type-words.ts'
import { signedMoney } from '../../../ui/format/amount.ts'
import { type CurrencyFormat, missingValue, money } from '../../../ui/format/format.ts'
import { isSame } from '../../../ui/form/is-same.ts'
import { dayText } from '../../../ui/format/moment.ts'
import { lineTypeWords, quantityText } from '../words.ts'

/** Labels of the terms of an order and of its lines. */
export const termLabels: Readonly<Record<string, MessageDescriptor>> = {
  name: msg`Name`,
  start_date: msg`Start date`,
  end_date: msg`End date`,
  total: msg`Total`,
  po_number: msg`PO number`,
  notes: msg`Notes`,
  funding_type_id: msg`Funding type`,
  billing_contact: msg`Billing contact`,
  billing_email: msg`Billing email`,
  billing_address: msg`Billing address`,
  channel: msg`Channel`,
  experience: msg`Experience`,
  type: msg`Pricing`,
  rate: msg`Rate`,
  quantity: msg`Quantity`,
  amount: msg`Amount`,
  is_hard_cap: msg`Hard cap`,
}

/** Text of a value; `values` are all values of the version or line. */
type Format = (value: never, currency: CurrencyFormat, i18n: I18n, values: never) => string

const plainText = (value: string | null) => value || missingValue
const channelText = (value: string | null, _: CurrencyFormat, i18n: I18n) => (value ? channelLabel(value, i18n) : missingValue)
const day = (value: string, _: CurrencyFormat, { locale }: I18n) => dayText(value, locale, 'full')
const amount = (value: string | null, currency: CurrencyFormat, { locale }: I18n) => money(value, currency, locale)

/** A rate can have more digits than its currency, such as a CPC of 0.125. Without one the auction sets it, but not that of a fixed price. */
export function rateText(rate: string | null, currency: CurrencyFormat, i18n: I18n, { type }: Pick<OrderLine, 'type'>) {
  if (rate === null) return type === 'fixed' ? missingValue : i18n._(msg`Auction`)
  const digits = rate.split('.')[1]?.length ?? 0
  return money(rate, { ...currency, currency_digits: Math.max(digits, currency.currency_digits) }, i18n.locale)
}

type FlatTerms = Omit<OrderTerms, 'billing'> & ReturnType<typeof billingFields>
const flat = ({ billing, ...terms }: OrderTerms): FlatTerms => ({ ...terms, ...billingFields(billing) })

const termFormats = {
  name: plainText,
  start_date: day,
  end_date: day,
  total: amount,
  po_number: plainText,
  notes: plainText,
  funding_type_id: (value: number | null, _: CurrencyFormat, i18n: I18n) => (value === null ? missingValue : fundingTypeText(value, i18n)),
  billing_contact: plainText,
  billing_email: plainText,
  billing_address: plainText,
} satisfies { readonly [Field in keyof FlatTerms]?: Format }

const lineFormats = {
  name: plainText,
  channel: channelText,
  experience: (value: OrderLine['experience']) => value?.name ?? missingValue,
  type: (value: OrderLine['type'], _: CurrencyFormat, i18n: I18n) => i18n._(lineTypeWords[value]),
  rate: rateText,
  quantity: (value: number | null, _: CurrencyFormat, i18n: I18n, line: OrderLine) => quantityText(value, line, i18n),
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
}

type Formats<Values> = { readonly [Field in keyof Values]?: Format }

const difference = (before: string, after: string, currency: CurrencyFormat, { locale }: I18n) =>
  signedMoney(decimalOf(microsOf(after) - microsOf(before)), currency, locale)

/** The fields that differ. Without `before` or `after`, all fields of the other one. */
function changedValues<Values extends object>(
  formats: Formats<Values>,
  before: Values | undefined,
  after: Values | undefined,
  currency: CurrencyFormat,
  i18n: I18n,
): ValueChange[] {
  const fields = Object.keys(formats) as (keyof Values & string)[] // Formats has only such keys
  return fields
    .filter((field) => !isSame(before?.[field], after?.[field]))
    .map((field) => {
      const text = (values: Values | undefined) =>
        (values && formats[field]?.(values[field] as never, currency, i18n, values as never)) ?? missingValue // the format of this field
      const label = termLabels[field]
      const isAmount = field === 'total' || field === 'amount'
      return {
        field,
        label: label ? i18n._(label) : field,
        before: text(before),
        after: text(after),
        ...(isAmount && { effect: difference(String(before?.[field] ?? 0), String(after?.[field] ?? 0), currency, i18n) }),
      }
    })
}

/** The terms that differ between two versions, without the lines. */
export const changedTerms = (before: OrderTerms, after: OrderTerms, currency: CurrencyFormat, i18n: I18n) =>
  changedValues<FlatTerms>(termFormats, flat(before), flat(after), currency, i18n)

/** The lines that differ between two versions, with their changed fields; an added or removed line has all its fields. */
export function changedLines(
  before: readonly OrderLine[],
  after: readonly OrderLine[],
  currency: CurrencyFormat,
  i18n: I18n,
): LineChange[] {
  const oldLines = new Map(before.map((line) => [line.line_id, line]))
  const newIds = new Set(after.map(({ line_id }) => line_id))
  const kept = after.flatMap((line): LineChange[] => {
    const old = oldLines.get(line.line_id)
    const fields = changedValues<OrderLine>(lineFormats, old, line, currency, i18n)
    return fields.length > 0 ? [{ lineId: line.line_id, name: line.name, kind: old ? 'changed' : 'added', fields }] : []
  })
  const removed = before
    .filter(({ line_id }) => !newIds.has(line_id))
    .map((line): LineChange => {
      const fields = changedValues<OrderLine>(lineFormats, line, undefined, currency, i18n)
      return { lineId: line.line_id, name: line.name, kind: 'removed', fields }
    })
  return [...kept, ...removed]
}

/** The label of a changed field of a line. */
export function lineFieldLabel({ kind, name }: LineChange, label: string, i18n: I18n): string {
  if (kind === 'added') return i18n._(msg`New line ${{ name }}: ${{ label }}`)
  return kind === 'removed' ? i18n._(msg`Removed line ${{ name }}: ${{ label }}`) : i18n._(msg`Line ${{ name }}: ${{ label }}`)
}
