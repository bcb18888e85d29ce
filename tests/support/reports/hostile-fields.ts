import type { SeededRandom } from '../../../demo/platform/delivery/chance.ts'
import { dimensions } from '../../../src/contract/reports/dimensions.ts'
import type { Filter } from '../../../src/contract/list.ts'
import { metrics } from '../../../src/contract/reports/metrics.ts'
import { reportContexts } from '../../../src/contract/reports/contexts.ts'
import { outsideContext, showsMetric } from '../../../src/contract/reports/fields.ts'

type Several = [string, ...string[]]
const metricIds = metrics.map(({ id }) => id) as Several // not empty
const dimensionIds = dimensions.map(({ id }) => id) as Several // likewise
const ids = [...metricIds, ...dimensionIds] as Several // likewise

const around: readonly (readonly [string, string])[] = [
  ['', '; drop table users'],
  ['', ' desc, (select password_hash from users limit 1)'],
  ['', '--'],
  ['', '/**/'],
  ["' or ''='", ''],
  ['1) or (1=1', ''],
  ['"', '"'],
  ['facts_daily.', ''],
  ['(select ', ')'],
  ['sum(', ')'],
  ['', '::text'],
  ['', " union all select email from users where 'a'='a"],
  ['before_', ''],
  ['$1', ''],
  ['${', '}'],
  ['\\', ''],
]
const letters: readonly (readonly [RegExp, string])[] = [
  [/c/, 'с'],
  [/o/, 'о'],
  [/a/, 'а'],
  [/e/, 'е'],
  [/i/, 'ı'],
  [/_/, '＿'],
  [/$/, '\u200b'],
  [/^/, '\u202e'],
  [/$/, '\u0301'],
  [/s/, 'ſ'],
  [/$/, '🙂'],
]
const inherited: Several = [
  'constructor',
  '__proto__',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'prototype',
  '__defineGetter__',
  'isPrototypeOf',
  'length',
  '0',
  'at',
  'size',
]
const ownWords: Several = [
  'member_group_id',
  'currency_code',
  'facts',
  'total',
  'is_now',
  'summed',
  'grouped',
  'name',
  'password_hash',
  'report_rows',
]

const kinds: Record<string, (chance: SeededRandom) => string> = {
  'a fragment of a statement': (chance) => {
    const [before, after] = chance.pick(around as [(typeof around)[number]]) // not empty
    return `${before}${chance.pick(ids)}${after}`
  },
  'a letter that looks alike': (chance) => {
    const fitting = letters.map(
      ([letter, other]) =>
        (id: string) =>
          id.replace(letter, other),
    ) as [(id: string) => string] // not empty
    const id = chance.pick(ids)
    const changed = chance.pick(fitting)(id)
    return changed === id ? `${id}\u00a0` : changed
  },
  'a name that every object has': (chance) => chance.pick(inherited),
  'another case': (chance) => {
    const id = chance.pick(ids)
    return chance.pick([
      id.toUpperCase(),
      id.replace(/^./, (letter) => letter.toUpperCase()),
      id.replace(/.$/, (letter) => letter.toUpperCase()),
    ])
  },
  'a space': (chance) =>
    chance.pick([` ${chance.pick(ids)}`, `${chance.pick(ids)} `, `${chance.pick(ids)}\t`, `${chance.pick(ids).replace('_', ' ')}\n`]),
  'a word of the platform’s own statements': (chance) => chance.pick(ownWords),
}

/** A field that is not in the registry, at one position of a report query. */
export interface HostileField {
  readonly kind: string
  readonly field: string
  readonly position: string
  /** The part of the query with the field. */
  readonly query: object
  /** The path of the error. */
  readonly path: string
  /** Whether the position exists only in queries for rows. */
  readonly isOfRows: boolean
  /** The field is in the registry but not allowed at this position. */
  readonly isKnown?: boolean
}

const operationsWith = (field: string): [Filter, ...Filter[]] => [
  { field, operation: '=', value: 'x' },
  { field, operation: '!=', value: 1 },
  { field, operation: '>', value: 1 },
  { field, operation: 'IN', value: ['x', 'y'] },
  { field, operation: 'BETWEEN', value: [1, 2] },
  { field, operation: 'ILIKE', value: 'x' },
  { field, operation: 'IS NULL' },
]

type Positioned = Pick<HostileField, 'position' | 'query' | 'path' | 'isOfRows'>
const positionsOf = (field: string, chance: SeededRandom): [Positioned, ...Positioned[]] => [
  { position: 'metric', query: { metrics: ['clicks', field] }, path: 'metrics.1', isOfRows: false },
  { position: 'dimension', query: { dimensions: ['device', field] }, path: 'dimensions.1', isOfRows: true },
  { position: 'sort', query: { sort: [{ field, order: chance.pick(['asc', 'desc'] as const) }] }, path: 'sort.0.field', isOfRows: true },
  { position: 'filter', query: { filters: [chance.pick(operationsWith(field))] }, path: 'filters.0.field', isOfRows: false },
]

/** A registry field at a position where it is not allowed. */
function fieldOfAnotherContext(chance: SeededRandom): HostileField {
  const known = { isOfRows: true, isKnown: true }
  const context = chance.pick(reportContexts)
  const outside = dimensionIds.filter((id) => outsideContext(id, context))
  const hidden = metricIds.filter((id) => !showsMetric(id, context))
  const field = chance.pick<string>([chance.pick(['hour', 'week', 'month']), ...outside, ...hidden])
  const at = { kind: 'another context', field, ...known }
  if (outside.includes(field) && chance.next() < 0.6)
    return { ...at, position: 'dimension', query: { context, dimensions: [field] }, path: 'dimensions.0' }
  if (hidden.includes(field) && chance.next() < 0.6)
    return { ...at, position: 'metric', query: { context, metrics: [field] }, path: 'metrics.0' }
  if (chance.next() < 0.3) {
    const other = chance.pick(ids.filter((id) => id !== 'device' && id !== 'clicks' && !metricIds.includes(id)) as Several) // not empty
    return { ...at, field: other, position: 'sort', query: { sort: [{ field: other, order: 'asc' }] }, path: 'sort.0.field' }
  }
  return { ...at, position: 'filter', query: { context, filters: [{ field, operation: 'IS NULL' }] }, path: 'filters.0.field' }
}

/** Fields that no report has, each of a random kind at a random position. */
export function hostileFields(chance: SeededRandom, count: number): HostileField[] {
  return Array.from({ length: count }, (_, index) => {
    const names = [...Object.keys(kinds), 'another context']
    const kind = names[index % names.length] ?? ''
    const make = kinds[kind]
    if (!make) return fieldOfAnotherContext(chance)
    const field = make(chance)
    return { kind, field, ...chance.pick(positionsOf(field, chance)) }
  })
}
