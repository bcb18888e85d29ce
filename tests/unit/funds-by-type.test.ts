import { expect, test } from 'vitest'
import { fundsByType } from '../../demo/platform/money/own-funds.ts'
import { microsOf } from '../../src/contract/money/money.ts'

type Parts = readonly (readonly [type: number, units: string])[]

const shown = (lots: Parts, creditLeft: string) =>
  Object.fromEntries(
    fundsByType(
      lots.map(([funding_type_id, units]) => ({ funding_type_id, left: microsOf(units) })),
      microsOf(creditLeft),
    ),
  )

test('funds are summed by the type that they were added with', () => {
  expect(shown([], '0')).toEqual({})
  expect(
    shown(
      [
        [3, '30'],
        [1, '100'],
        [1, '5'],
      ],
      '0',
    ),
  ).toEqual({ 1: microsOf('105'), 3: microsOf('30') })
  expect(
    shown(
      [
        [2, '500'],
        [1, '70'],
      ],
      '500',
    ),
  ).toEqual({ 1: microsOf('70'), 2: microsOf('500') })
})

test('lots of the credit line beyond what is left of it are paid money', () => {
  expect(shown([[2, '600']], '500')).toEqual({ 1: microsOf('100'), 2: microsOf('500') })
  expect(shown([[2, '500']], '400')).toEqual({ 1: microsOf('100'), 2: microsOf('400') })
  expect(shown([[2, '100']], '0')).toEqual({ 1: microsOf('100') })
})

test('a make-good has filled up the credit line', () => {
  const lots = [
    [2, '400'],
    [3, '100'],
    [4, '20'],
  ] as const
  expect(shown(lots, '500')).toEqual({ 2: microsOf('500'), 4: microsOf('20') })
  expect(shown(lots, '510')).toEqual({ 2: microsOf('510'), 4: microsOf('10') })
})
