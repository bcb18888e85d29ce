import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { day } from '../../../contract/fields/days.rules.ts'
import type { FieldFault, FieldRuleResult } from '../../../contract/fields/faults.ts'
import { email, maxLength, required } from '../../../contract/fields/fields.rules.ts'
import type { InsertionOrder, InsertionOrderConfig } from '../../../contract/insertion-orders/insertion-orders.ts'
import {
  completeRule,
  type OrderRuleResult,
  purchaseOrderRule,
  totalRule,
} from '../../../contract/insertion-orders/insertion-orders.rules.ts'
import { microsOf } from '../../../contract/money/money.ts'
import type { FieldProblem } from '../../../contract/reply.ts'
import { Problem, problemText } from '../../../kit/problem.ts'
import { type RejectionTexts, ruleFault } from '../../../parts/resource/form-rejection.ts'
import { faultText } from '../../../ui/form/fault-text.tsx'
import type { FormRules } from '../../../ui/form/use-form.ts'
import type { CurrencyFormat } from '../../../ui/format/format.ts'
import { isReasonCode, useReasonText } from '../words.ts'
import {
  areTermsReadable,
  checkedTermsOf,
  contactMax,
  type LineFaults,
  type LineField,
  lineFaults,
  type LineValues,
  nameMax,
  notesMax,
  type OrderValues,
  poNumberMax,
  positive,
} from './values.ts'

const linePath = /^lines\.(\d+)\.(\w+)$/

/** The rules of the order form, and the texts of what the platform rejects. */
export function useOrderRules(
  config: InsertionOrderConfig,
  currencyOf: (code: string) => CurrencyFormat,
  order: Pick<InsertionOrder, 'money' | 'status'> | undefined,
) {
  const { t, i18n } = useLingui()
  const reasonOf = useReasonText()
  /** Rejected fields of lines; a line that the user edits is a new object, so its faults disappear. */
  const [refused, setRefused] = useState<ReadonlyMap<LineValues, LineFaults>>(new Map())
  const formatOf = ({ currency_code }: OrderValues) => currencyOf(currency_code)
  const checked = (rule: OrderRuleResult, values: OrderValues): FieldRuleResult =>
    rule === true || { code: 'custom', text: reasonOf(rule, formatOf(values)) }
  const faultsOf = (values: OrderValues) => lineFaults(values, formatOf(values), (reason) => reasonOf(reason, formatOf(values)))
  const ofLine = (index: number, text: string) => {
    const line = index + 1
    return t`Line ${line}: ${text}`
  }
  const lineRule = (_: readonly LineValues[], values: OrderValues): FieldRuleResult => {
    const { lines, all } = faultsOf(values)
    if (all !== undefined) return { code: 'custom', text: all }
    const index = lines.findIndex((faults) => Object.keys(faults).length > 0)
    const [fault] = Object.values(lines[index] ?? {})
    return fault === undefined || { code: 'custom', text: ofLine(index, faultText(fault, i18n)) }
  }
  /** The total of an order in force is reduced to no less than what is spent and committed. */
  const reducedRule = (total: string, values: OrderValues): FieldRuleResult => {
    const sums = order?.status === 'approved' && order.money
    if (!sums || microsOf(total) >= microsOf(sums.total)) return true
    return checked(totalRule(microsOf(total), { spent: microsOf(sums.spent), committed: microsOf(sums.committed) }), values)
  }
  const rules: FormRules<OrderValues> = {
    advertiser_id: [(option, { advertiser_of }) => advertiser_of === 'all' || required(option)],
    name: [required, maxLength(nameMax)],
    start_date: [required, day],
    end_date: [required, day, (end, values) => end >= values.start_date || checked({ code: 'days_backwards', values: {} }, values)],
    total: [required, (total, values) => positive(formatOf(values))(total), reducedRule],
    po_number: [maxLength(poNumberMax), (text, values) => text.trim() === '' || checked(purchaseOrderRule(text.trim(), config), values)],
    notes: [maxLength(notesMax)],
    internal_notes: [maxLength(notesMax)],
    'billing.contact': [maxLength(contactMax)],
    'billing.email': [(text) => email(text.trim())],
    lines: [lineRule],
  }
  const problemFault = ({ rule, code, values = {} }: FieldProblem, value: unknown, currency: CurrencyFormat): FieldFault => {
    if (code !== undefined && isReasonCode(code)) return { code: 'custom', text: reasonOf({ code, values }, currency) }
    return ruleFault(rule, value) ?? { code: 'custom', text: rule }
  }
  /** Remembers the rejected fields of lines, so that each is shown at its field. */
  const rememberRefused = (error: unknown, values: OrderValues) => {
    if (!(error instanceof Problem)) return
    const next = new Map<LineValues, LineFaults>()
    for (const problem of error.fields) {
      const [, index, field] = linePath.exec(problem.path) ?? []
      const line = values.lines[Number(index)]
      if (!line || field === undefined) continue
      const fault = problemFault(problem, line[field as keyof LineValues], formatOf(values)) // another name reads undefined
      next.set(line, { ...next.get(line), [field]: fault })
    }
    setRefused(next)
  }
  const textsOf = (values: () => OrderValues): RejectionTexts => ({
    field: (problem) => {
      const [, index, field] = linePath.exec(problem.path) ?? []
      if (problem.path === 'currency_code') return t`The advertiser has another currency. Reload the page and check the amounts.`
      if (field === undefined)
        return problem.code !== undefined && isReasonCode(problem.code)
          ? faultText(problemFault(problem, undefined, formatOf(values())), i18n)
          : undefined
      const value = values().lines[Number(index)]?.[field as keyof LineValues] // another name reads undefined
      return ofLine(Number(index), faultText(problemFault(problem, value, formatOf(values())), i18n))
    },
    all: (problem) => problemText(problem, i18n),
  })
  /** The fault of a field of a line. Input is judged after the first attempt to save. */
  const lineFaultOf = (values: OrderValues, isAttempted: boolean) => {
    const { lines } = faultsOf(values)
    return (line: LineValues, field: LineField): FieldFault | undefined =>
      refused.get(line)?.[field] ?? (isAttempted ? lines[values.lines.indexOf(line)]?.[field] : undefined)
  }
  /** Why valid terms cannot be submitted. Faults of fields are shown at the fields instead. */
  const submitRefusal = (values: OrderValues): string | undefined => {
    if (!areTermsReadable(values) || lineRule(values.lines, values) !== true) return undefined
    const currency = formatOf(values)
    const rule = completeRule(checkedTermsOf(values), config, currency.currency_digits)
    return rule === true ? undefined : reasonOf(rule, currency)
  }
  return { rules, textsOf, rememberRefused, lineFaultOf, submitRefusal }
}
