import { dimensionOf } from '../../../src/contract/reports/dimensions.ts'
import type { Filter } from '../../../src/contract/list.ts'
import { operationsOf } from '../../../src/contract/reports/fields.ts'
import { filterRule, filterValueRule } from '../../../src/contract/reports/fields.rules.ts'
import { refuseField } from '../context/refusal.ts'
import { valuesOf } from '../sql/pieces.ts'

const sentences: Readonly<Record<string, string>> = {
  number: 'Expected a number',
  id: 'Expected an id',
  day: 'Expected a date as YYYY-MM-DD',
  required: 'Expected text',
  backwards: 'The second value must be greater than the first',
}

/** Throws for a filter that its field does not support, with the path of the wrong part. */
export function requireSupportedFilter(filter: Filter, path: string) {
  const allowed = operationsOf(filter.field)
  if (allowed.length === 0) throw refuseField(`${path}.field`, 'Reports can’t be filtered by this field')
  const result = filterRule(filter)
  if (result === true) return
  if (result.code === 'operation')
    throw refuseField(`${path}.operation`, `This filter is not available for this field. Expected one of ${allowed.join(', ')}`)
  const failed = valuesOf(filter, path).find(([value]) => filterValueRule(filter.field, value) !== true)
  const accepted = dimensionOf(filter.field)?.acceptedValues ?? []
  throw refuseField(failed?.[1] ?? `${path}.value`, sentences[result.code] ?? `Expected one of ${accepted.join(', ')}`)
}
