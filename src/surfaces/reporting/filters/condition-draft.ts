import type { Filter, Operation } from '../../../contract/list.ts'
import { metricOf } from '../../../contract/reports/metrics.ts'
import type { RuleResult } from '../../../contract/reply.ts'
import { checkFilter } from '../../../contract/reports/fields.rules.ts'
import { operationsOf } from '../../../contract/reports/fields.ts'
import { toFilter } from '../query/conditions.ts'

/** A filter being edited; values are the typed texts. */
export interface FilterDraft {
  readonly field: string
  readonly operation: Operation
  readonly texts: readonly string[]
}

const isPercent = (field: string) => metricOf(field)?.format === 'percent'
const shift = (text: string, places: 2 | -2) => {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(text) ?? []
  if (whole === '' && rest === '') return text
  const digits = places === 2 ? `${whole}${rest.padEnd(2, '0')}` : `${whole.padStart(3, '0')}${rest}`
  const point = places === 2 ? whole.length + 2 : Math.max(whole.length, 3) - 2
  const front = digits.slice(0, point).replace(/^0+(?=\d)/, '')
  const back = digits.slice(point).replace(/0+$/, '')
  return `${sign}${front || '0'}${back && `.${back}`}`
}

/** Converts between a typed percentage and a stored share, digit by digit to avoid rounding. */
export const toPercent = (share: string) => shift(share, 2)
export const fromPercent = (percent: string) => shift(percent, -2)

export const newDraft = (field: string): FilterDraft => ({ field, operation: operationsOf(field)[0] ?? '=', texts: [''] })

export function draftOfFilter(filter: Filter): FilterDraft {
  const values = filter.operation === 'IS NULL' ? [''] : [filter.value].flat().map(String)
  return { field: filter.field, operation: filter.operation, texts: isPercent(filter.field) ? values.map(toPercent) : values }
}

/** Keeps the values that fit a new operation. */
export function withOperation({ field, texts }: FilterDraft, operation: Operation): FilterDraft {
  const kept = operation === 'BETWEEN' ? [texts[0] ?? '', texts[1] ?? ''] : operation === 'IN' ? texts : [texts[0] ?? '']
  return { field, operation, texts: kept }
}

/** Validates a draft: returns the filter or the error. */
export function validateDraft({ field, operation, texts }: FilterDraft): { filter: Filter } | { fault: Exclude<RuleResult, true> } {
  const trimmed = texts.map((text) => text.trim())
  const said = operation === 'IN' ? trimmed.filter(Boolean) : trimmed
  if (operation !== 'IS NULL' && (said.length === 0 || said.includes(''))) return { fault: { code: 'required' } }
  const filter = toFilter(field, operation, isPercent(field) ? said.map(fromPercent) : said)
  const answer = checkFilter(filter)
  return answer === true ? { filter } : { fault: answer }
}
