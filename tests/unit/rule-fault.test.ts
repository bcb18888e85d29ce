import { array, integer, max, min, number, size, string, type Struct } from 'superstruct'
import { expect, test } from 'vitest'
import { Refused } from '../../demo/platform/context/refusal.ts'
import { validateStrictly } from '../../demo/platform/http/guards/strict.ts'
import { CurrencyCode, IsoDay, Text } from '../../src/contract/ids.ts'
import { ruleFault } from '../../src/parts/resource/form-rejection.ts'

type Any = Struct<any, any> // any: superstruct's own bound for some struct

/** The platform's own error message for a value. */
function ruleOf(struct: Any, value: unknown): string {
  try {
    validateStrictly(value, struct)
  } catch (error) {
    if (error instanceof Refused) return error.fields?.[0]?.rule ?? ''
  }
  throw new Error('It was taken')
}

test.each([
  ['nothing where text has to be', Text(1, 40), '', { code: 'required', of: 'value' }],
  ['nothing where a day has to be', IsoDay, '', { code: 'required', of: 'value' }],
  ['too long a text', Text(1, 5), 'Lakeside', { code: 'max_length', max: 5, over: 3 }],
  ['no day of the calendar', IsoDay, '2026-02-31', { code: 'date' }],
  ['half a click', integer(), 1.5, { code: 'whole' }],
  ['a word for a number', number(), 'ten', { code: 'only_numbers' }],
  ['what has no words of its own', CurrencyCode, 'dollars', undefined],
] as const)('%s is shown as its error', (_, struct, value, fault) => {
  expect(ruleFault(ruleOf(struct, value), value)).toEqual(fault)
})

test('a platform rule that is a sentence is shown unchanged', () => {
  expect(ruleFault('This name is taken', '')).toBeUndefined()
})

test.each([
  [size(array(integer()), 1, 3), [1, 2, 3, 4], 'Expected 1 to 3 entries'],
  [size(string(), 6), 'dollars', 'Expected 6 characters'],
  [size(integer(), 1, 20), 21, 'Expected 1 to 20'],
  [min(integer(), 0), -1, 'Expected at least 0'],
  [max(number(), 2.5), 3, 'Expected at most 2.5'],
] satisfies [Any, unknown, string][])('a limit is shown with its numbers: %#', (struct, value, rule) => {
  expect(ruleOf(struct, value)).toBe(rule)
})
