import { containsPattern, shownValues, type Filter, type Operation } from '../../../contract/list.ts'
import { metricOf } from '../../../contract/reports/metrics.ts'
import type { RuleResult } from '../../../contract/reply.ts'
import { filterRule } from '../../../contract/reports/fields.rules.ts'
import { operationsOf } from '../../../contract/reports/fields.ts'
import { toFilter } from '../query/query.ts'

/** A filter being edited; values are the typed texts. */
export interface FilterDraft {
  readonly field: string
  readonly operation: Operation
  readonly texts: readonly string[]
}

const isPercent = (field: string) => metricOf(field)?.format === 'percent'
const shift = (text: string, digitCount: 2 | -2) => {
  const [, sign = '', integerPart = '', fraction = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(text) ?? []
  if (integerPart === '' && fraction === '') return text
  const digits = digitCount === 2 ? `${integerPart}${fraction.padEnd(2, '0')}` : `${integerPart.padStart(3, '0')}${fraction}`
  const point = digitCount === 2 ? integerPart.length + 2 : Math.max(integerPart.length, 3) - 2
  const integerDigits = digits.slice(0, point).replace(/^0+(?=\d)/, '')
  const back = digits.slice(point).replace(/0+$/, '')
  return `${sign}${integerDigits || '0'}${back && `.${back}`}`
}

/** Converts between a typed percentage and a stored share, digit by digit to avoid rounding. */
export const toPercent = (share: string) => shift(share, 2)
export const fromPercent = (percent: string) => shift(percent, -2)

export const newDraft = (field: string): FilterDraft => ({ field, operation: operationsOf(field)[0] ?? '=', texts: [''] })

export function draftOfFilter(filter: Filter): FilterDraft {
  const values = filter.operation === 'IS NULL' ? [''] : shownValues(filter).map(String)
  return { field: filter.field, operation: filter.operation, texts: isPercent(filter.field) ? values.map(toPercent) : values }
}

/** Keeps the values that fit a new operation. */
export function withOperation({ field, texts }: FilterDraft, operation: Operation): FilterDraft {
  const values = operation === 'BETWEEN' ? [texts[0] ?? '', texts[1] ?? ''] : operation === 'IN' ? texts : [texts[0] ?? '']
  return { field, operation, texts: values }
}

/** Validates a draft: returns the filter or the error. */
export function validateDraft({ field, operation, texts }: FilterDraft): { filter: Filter } | { fault: Exclude<RuleResult, true> } {
  const trimmed = texts.map((text) => text.trim())
  const values = operation === 'IN' ? trimmed.filter(Boolean) : trimmed
  if (operation !== 'IS NULL' && (values.length === 0 || values.includes(''))) return { fault: { code: 'required' } }
  const sent = operation === 'ILIKE' ? values.map(containsPattern) : values
  const filter = toFilter(field, operation, isPercent(field) ? sent.map(fromPercent) : sent)
  const result = filterRule(filter)
  return result === true ? { filter } : { fault: result }
}
