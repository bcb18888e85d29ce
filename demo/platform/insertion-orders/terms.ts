import {
  amountRule,
  type CheckedTerms,
  lineAmount,
  purchaseOrderRule,
  termsFault,
} from '../../../src/contract/insertion-orders/insertion-orders.rules.ts'
import { billingFields } from '../../../src/contract/insertion-orders/billing.rules.ts'
import type { InsertionOrderChange, NewOrderLine, OrderLine, OrderTerms } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import { fieldChanges } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { refuseField } from '../context/refusal.ts'
import { tenant } from '../sql/tenant.ts'
import { type OrderState, waitingVersion } from './actions.ts'
import { toBilling } from './billing.ts'
import { legalTextIn } from './config.ts'
import { linesOf } from './read.ts'
import { refuseTerm } from './refusals.ts'
import type { FullTerms } from './versions.ts'

/** The largest amount that the database driver reads exactly. */
const largest = BigInt(Number.MAX_SAFE_INTEGER)

function requireAmount(path: string, amount: string | null | undefined, digits: number) {
  const decimals = amount?.split('.')[1]?.length ?? 0
  if (decimals > digits) throw refuseField(path, `Expected at most ${digits} decimals`)
  if (amount && microsOf(amount) > largest) throw refuseField(path, `Expected at most ${decimalOf(largest)}`)
}

/** A decimal as it is read back. The hash depends on the spelling. */
const spelled = (decimal: string) => decimalOf(microsOf(decimal))

function toDecimal(path: string, decimal: string, digits: number): string {
  requireAmount(path, decimal, digits)
  return spelled(decimal)
}

/** The total of a request. */
export const toTotal = (total: string, digits: number) => toDecimal('total', total, digits)

/** The amount of an adjustment. */
export const toAmount = (amount: string, digits: number) => toDecimal('amount', amount, digits)

/** The lines that an order has or had. */
interface KnownLines {
  readonly ids: readonly number[]
  /** New lines get ids after this one. */
  readonly lastId: number
  /** The lines before the change. They keep the name of their experience, which both sides may have approved. */
  readonly lines: readonly OrderLine[]
}
export const noLines: KnownLines = { ids: [], lastId: 0, lines: [] }

/** The names of the client's experiences. */
async function experienceNames(context: Pick<Context, 'database' | 'scope'>, lines: readonly NewOrderLine[]) {
  if (!lines.some(({ experience_id }) => experience_id != null)) return new Map<number, string>()
  const rows = await context.database.kysely
    .selectFrom('experiences')
    .select(['experience_id', 'name'])
    .where('member_group_id', '=', tenant(context))
    .execute()
  return new Map(rows.map(({ experience_id, name }) => [experience_id, name]))
}

/** The experience of a line, with its name. */
function experienceOf(
  { line_id, channel = null, experience_id = null }: NewOrderLine,
  path: string,
  names: ReadonlyMap<number, string>,
  { lines }: KnownLines,
) {
  if (experience_id === null) return undefined
  if (channel !== null) throw refuseField(path, 'Choose a channel or an experience')
  const before = lines.find((line) => line.line_id === line_id)?.experience
  if (before?.experience_id === experience_id) return before
  const name = names.get(experience_id)
  if (name === undefined) throw refuseField(path, 'Choose an experience of this client')
  return { experience_id, name }
}

/** The lines of a request with their ids and amounts. Ids of earlier lines stay; new lines get ids that the order never had. */
export async function toLines(
  context: Pick<Context, 'database' | 'scope'>,
  lines: readonly NewOrderLine[],
  known: KnownLines,
  digits: number,
): Promise<OrderLine[]> {
  let newId = known.lastId
  const ids = new Set<number>()
  const names = await experienceNames(context, lines)
  return lines.map((requested, index) => {
    const {
      line_id,
      name,
      channel = null,
      experience_id: _,
      rate = null,
      quantity = null,
      amount,
      is_hard_cap = false,
      ...line
    } = requested
    const experience = experienceOf(requested, `lines.${index}.experience_id`, names, known)
    if (line_id !== undefined && (!known.ids.includes(line_id) || ids.has(line_id)))
      throw refuseField(`lines.${index}.line_id`, 'Choose a line of the order, each once')
    requireAmount(`lines.${index}.amount`, amount, digits)
    // A price of one impression may be a fraction of the smallest coin.
    requireAmount(`lines.${index}.rate`, rate, 6)
    if (line_id === undefined) newId += 1
    const id = line_id ?? newId
    ids.add(id)
    const priced = { type: line.type, rate, quantity, ...(amount !== undefined && { amount }) }
    const result = amountRule(priced, digits)
    if (result !== true) throw refuseTerm(`lines.${index}.amount`, result)
    return {
      ...line,
      line_id: id,
      name: name.trim(),
      channel,
      ...(experience && { experience }),
      rate: rate === null ? null : spelled(rate),
      quantity,
      amount: decimalOf(lineAmount(priced, digits) ?? 0n),
      is_hard_cap,
    }
  })
}

/** Throws for the first fault of the days, the total and the lines. What approval needs is checked when they are submitted. */
export function requireValidPlan(terms: CheckedTerms, digits: number) {
  const fault = termsFault(terms, digits)
  if (fault) throw refuseTerm(fault.path, fault.reason)
}

/** Throws if a new number does not match the client's pattern, or if a needed one is missing. */
export function requireValidNumber(po_number: string | null, { config, isNeeded }: { config: OrderState['config']; isNeeded: boolean }) {
  const result = purchaseOrderRule(po_number, config)
  if (result !== true && (isNeeded || result.code === 'po_mismatch')) throw refuseTerm('po_number', result)
}

/** What a change affects: the terms of the version that waits, with the current number of the purchase order. */
interface ChangedTerms {
  readonly before: FullTerms
  readonly after: FullTerms
  /** The language of the legal text. */
  readonly locale: { readonly before: string; readonly after: string }
}

async function applied(context: Context, state: OrderState, change: InsertionOrderChange): Promise<ChangedTerms> {
  const { order, config } = state
  const waiting = waitingVersion(state)
  const before = { ...waiting.terms, po_number: order.po_number }
  const { lines, name, po_number, total, billing, moves: _, internal_notes: __, locale = waiting.locale, ...others } = change
  const stored = lines ? (await linesOf(context, order)).map(({ line_id }) => line_id) : []
  const known = { ids: stored, lastId: Math.max(0, ...stored), lines: before.lines }
  const { billing: billingBefore, ...unbilled } = before
  const billed =
    billing === undefined ? billingBefore : billing === null ? undefined : await toBilling(context, order.advertiser_id, billing)
  const after = {
    ...unbilled,
    ...others,
    ...(billed && { billing: billed }),
    ...(name !== undefined && { name: name.trim() }),
    ...(total !== undefined && { total: toTotal(total, order.currency_digits) }),
    ...(po_number !== undefined && { po_number: po_number?.trim() || null }),
    ...(lines && { lines: await toLines(context, lines, known, order.currency_digits) }),
  }
  return { before, after, locale: { before: waiting.locale, after: legalTextIn(config, locale).locale } }
}

const plan: readonly string[] = ['start_date', 'end_date', 'total', 'lines']

/** The terms after a change. Only what differs is checked: settings and currencies may have changed since the rest was written. */
export async function changedTerms(context: Context, state: OrderState, change: InsertionOrderChange): Promise<ChangedTerms> {
  const { order, config } = state
  const changed = await applied(context, state, change)
  const { before, after } = changed
  if (fieldChanges(before, after).some(({ field }) => plan.includes(field))) requireValidPlan(after, order.currency_digits)
  if (after.po_number !== before.po_number) requireValidNumber(after.po_number, { config, isNeeded: order.status !== 'open' })
  return changed
}

/** The fields of an order as its history shows them. */
export const historyOf = (
  { number: _, advertiser_id: __, currency_code: ___, billing, ...terms }: OrderTerms,
  { internal_notes, locale }: { readonly internal_notes: string; readonly locale: string },
) => ({ ...terms, ...billingFields(billing), internal_notes, locale })
