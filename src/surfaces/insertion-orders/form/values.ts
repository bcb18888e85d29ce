import { is } from 'superstruct'
import { decimalsIn, isDecimal } from '../../../contract/fields/decimals.ts'
import { day } from '../../../contract/fields/days.rules.ts'
import { type FieldFault, type FieldRule, firstFault } from '../../../contract/fields/faults.ts'
import type { BillingAddress } from '../../../contract/advertisers/advertisers.ts'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { amount, number } from '../../../contract/fields/numbers.rules.ts'
import { IsoDay } from '../../../contract/ids.ts'
import type { OrderBilling } from '../../../contract/insertion-orders/billing.ts'
import type {
  InsertionOrder,
  InsertionOrderChange,
  LineType,
  NewOrderLine,
  OrderLine,
} from '../../../contract/insertion-orders/insertion-orders.ts'
import {
  allocationOf,
  type CheckedTerms,
  lineAmount,
  type OrderReason,
  termsFault,
} from '../../../contract/insertion-orders/insertion-orders.rules.ts'
import { defaultLocale, findLocale, type Locale } from '../../../contract/locales.ts'
import { microsOf } from '../../../contract/money/money.ts'
import type { CurrencyFormat } from '../../../ui/format/format.ts'
import type { SelectedOption } from '../../../ui/select/option.ts'

export const nameMax = 120
export const poNumberMax = 60
export const notesMax = 2000
export const contactMax = 120
/** Decimal places of a rate, in any currency. */
export const rateDigits = 6

/** One line as the form edits it. Numbers are decimal strings; an empty rate means that the auction sets it. */
export interface LineValues {
  /** Identifies the line on screen. */
  readonly key: string
  /** Undefined for a new line. */
  readonly line_id: number | undefined
  readonly name: string
  readonly channel: string
  /** Instead of a channel. */
  readonly experience?: OrderLine['experience']
  readonly type: LineType
  readonly rate: string
  readonly quantity: string
  readonly amount: string
  readonly start_date: string
  readonly end_date: string
  readonly is_hard_cap: boolean
}
/** The fields of a line that can have a fault. */
export const lineFields = ['name', 'channel', 'rate', 'quantity', 'amount', 'start_date', 'end_date'] as const
export type LineField = (typeof lineFields)[number]

/** An order as the form edits it. */
export type OrderValues = {
  /** Whether one advertiser spends from it, or all. */
  readonly advertiser_of: 'one' | 'all'
  readonly advertiser_id: SelectedOption | null
  readonly currency_code: string
  readonly name: string
  readonly start_date: string
  readonly end_date: string
  readonly total: string
  readonly po_number: string
  readonly notes: string
  readonly internal_notes: string
  /** The language of the legal text. */
  readonly locale: Locale
  readonly 'billing.funding_type_id': OrderBilling['funding_type_id']
  readonly 'billing.contact': string
  readonly 'billing.email': string
  /** Null for the address that the advertiser has when the order is saved. */
  readonly 'billing.address': BillingAddress | null
  readonly lines: readonly LineValues[]
  /** Where the campaigns of removed lines go. */
  readonly moves: readonly LineMove[]
}

export type LineMove = NonNullable<InsertionOrderChange['moves']>[number]

/** The billing of a new order. */
export const noBilling = {
  'billing.funding_type_id': null,
  'billing.contact': '',
  'billing.email': '',
  'billing.address': null,
} as const satisfies Partial<OrderValues>

const lineValuesOf = ({ channel, experience, rate, quantity, ...line }: OrderLine): LineValues => ({
  ...line,
  experience,
  key: `line-${line.line_id}`,
  channel: channel ?? '',
  rate: rate ?? '',
  quantity: quantity === null ? '' : String(quantity),
})

/** The values of an order: those of the version that waits for approval, if there is one. */
export function valuesOf(order: InsertionOrder): OrderValues {
  const { terms, locale } = order.proposed ?? order.current
  return {
    advertiser_of: order.advertiser_id === null ? 'all' : 'one',
    advertiser_id: order.advertiser_id === null ? null : { id: order.advertiser_id, label: order.advertiser_name ?? '' },
    currency_code: order.currency_code,
    name: terms.name,
    start_date: terms.start_date,
    end_date: terms.end_date,
    total: terms.total ?? '',
    po_number: order.po_number ?? '',
    notes: terms.notes,
    internal_notes: order.internal_notes ?? '',
    locale: findLocale(locale) ?? defaultLocale,
    'billing.funding_type_id': terms.billing?.funding_type_id ?? null,
    'billing.contact': terms.billing?.contact ?? '',
    'billing.email': terms.billing?.email ?? '',
    'billing.address': terms.billing?.address ?? null,
    lines: terms.lines.map(lineValuesOf),
    moves: [],
  }
}

export const newLine = ({ start_date, end_date }: Pick<OrderValues, 'start_date' | 'end_date'>): LineValues => ({
  key: crypto.randomUUID(),
  line_id: undefined,
  name: '',
  channel: '',
  experience: undefined,
  type: 'cpc',
  rate: '',
  quantity: '',
  amount: '',
  start_date,
  end_date,
  is_hard_cap: false,
})

/** A copy of a line, which is a line of its own. */
export const copyOf = (line: LineValues): LineValues => ({ ...line, key: crypto.randomUUID(), line_id: undefined })

const isAmount = (text: string) => isDecimal(text) && !text.startsWith('-') && decimalsIn(text) <= 6 && Number(text) > 0
const isQuantity = (text: string) => /^\d{1,13}$/.test(text) && Number(text) > 0

/** What a line costs, without input that is not a number. */
const pricedOf = ({ type, rate, quantity, amount: typed }: LineValues) => ({
  type,
  rate: isAmount(rate) ? rate : null,
  quantity: isQuantity(quantity) ? Number(quantity) : null,
  ...(isAmount(typed) && { amount: typed }),
})

/** Whether the amount follows from the rate and the quantity. */
export const isComputed = (line: LineValues) => isAmount(line.rate) && isQuantity(line.quantity)

/** The amount of a line in micros; undefined while it is incomplete. */
export const amountOfLine = (line: LineValues, digits: number) => lineAmount(pricedOf(line), digits)

/** Sum of the lines and the rest of the total, in micros; undefined without a valid total. */
export const allocationOfValues = ({ total, lines }: OrderValues, digits: number) =>
  isAmount(total) ? allocationOf(microsOf(total), lines.map(pricedOf), digits) : undefined

/** The fields of a request for a line. */
function lineOf(line: LineValues): NewOrderLine {
  const { rate, quantity, amount: typed } = pricedOf(line)
  return {
    ...(line.line_id !== undefined && { line_id: line.line_id }),
    name: line.name.trim(),
    channel: line.channel || null,
    ...(line.experience && { experience_id: line.experience.experience_id }),
    type: line.type,
    rate,
    quantity,
    ...(!isComputed(line) && typed !== undefined && { amount: typed }),
    start_date: line.start_date,
    end_date: line.end_date,
    is_hard_cap: line.is_hard_cap,
  }
}

/** The billing of a request. */
export const billingOf = (values: OrderValues) => ({
  funding_type_id: values['billing.funding_type_id'],
  contact: values['billing.contact'].trim(),
  email: values['billing.email'].trim(),
  ...(values['billing.address'] && { address: values['billing.address'] }),
})

/** The terms of a request. */
export const termsOf = (values: OrderValues) => ({
  name: values.name.trim(),
  start_date: values.start_date,
  end_date: values.end_date,
  total: values.total,
  notes: values.notes,
  locale: values.locale,
  lines: values.lines.map(lineOf),
})

/** A line is removed, and its campaigns go to another one, with those that were to go to it. */
export const removedLine = (
  { lines, moves }: OrderValues,
  line: LineValues,
  to_line_id: number | null,
): Pick<OrderValues, 'lines' | 'moves'> => ({
  lines: lines.filter(({ key }) => key !== line.key),
  moves: [
    ...moves.map((move) => (move.to_line_id === line.line_id ? { ...move, to_line_id } : move)),
    ...(line.line_id === undefined ? [] : [{ line_id: line.line_id, to_line_id }]),
  ],
})

/** The fields of a request that are not terms. */
export const notesOf = ({ po_number, internal_notes }: OrderValues) => ({ po_number: po_number.trim() || null, internal_notes })

/** Whether changes of fields need approval. The purchase order number of an approved order is not part of what both sides approved. */
export const changesTerms = (changes: object, { status }: Pick<InsertionOrder, 'status'>) =>
  Object.keys(changes).some((field) => field !== 'internal_notes' && (field !== 'po_number' || status !== 'approved'))

/** What `completeRule` checks. */
export const checkedTermsOf = (values: OrderValues): CheckedTerms => ({ ...termsOf(values), po_number: values.po_number.trim() || null })

/** All rules of an amount that must be greater than zero. */
export const positive = (currency: CurrencyFormat) =>
  amount({ ...currency, min: currency.currency_digits === 0 ? '1' : `0.${'1'.padStart(currency.currency_digits, '0')}` })

export type LineFaults = Readonly<Partial<Record<LineField, FieldFault>>>

const lineRules = (currency: CurrencyFormat): Readonly<Partial<Record<LineField, readonly FieldRule<string, LineValues>[]>>> => ({
  name: [required, maxLength(nameMax)],
  // A price of one click is less than the smallest coin.
  rate: [amount({ ...currency, currency_digits: rateDigits, min: '0.000001' })],
  quantity: [number({ isWhole: true, min: '1', max: '1000000000000' })],
  amount: [positive(currency)],
  start_date: [required, day],
  end_date: [required, day],
})

/** The faults of each line's own fields. */
function ownFaults(line: LineValues, currency: CurrencyFormat): LineFaults {
  const entries = Object.entries(lineRules(currency)).flatMap(([name, rules]) => {
    const field = name as LineField // a key of lineRules
    if (field === 'amount' && isComputed(line)) return []
    const fault = firstFault(rules, line[field], line)
    return fault ? [[field, fault] as const] : []
  })
  return Object.fromEntries(entries)
}

/** Whether total and dates can be compared with those of the lines. */
export const areTermsReadable = ({ total, start_date, end_date }: OrderValues) =>
  isAmount(total) && is(start_date, IsoDay) && is(end_date, IsoDay)

/** The faults of all lines by their position: of their own fields, else the first fault of the terms together. */
export function lineFaults(
  values: OrderValues,
  currency: CurrencyFormat,
  textOf: (reason: OrderReason) => string,
): { readonly lines: readonly LineFaults[]; readonly all: string | undefined } {
  const lines = values.lines.map((line) => ownFaults(line, currency))
  if (!areTermsReadable(values) || lines.some((faults) => Object.keys(faults).length > 0)) return { lines, all: undefined }
  const fault = termsFault(checkedTermsOf(values), currency.currency_digits)
  if (!fault) return { lines, all: undefined }
  const { path, reason } = fault
  if (path === 'lines') return { lines, all: textOf(reason) }
  const [, position, field] = /^lines\.(\d+)\.(\w+)$/.exec(path) ?? []
  if (position === undefined || field === undefined) return { lines, all: undefined }
  const faults: LineFaults = { [field]: { code: 'custom', text: textOf(reason) } }
  return { lines: lines.map((own, index) => (index === Number(position) ? faults : own)), all: undefined }
}
