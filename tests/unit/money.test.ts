import { describe, expect, test } from 'vitest'
import { amountOf, decimalOf, microsOf, roundMicros } from '../../src/contract/money/money.ts'

test.each([
  ['0', 0n],
  ['1', 1_000_000n],
  ['12.5', 12_500_000n],
  ['0.000001', 1n],
  ['-3.07', -3_070_000n],
  ['999999999999999.999999', 999_999_999_999_999_999_999n],
])('%s is %d micros, and converts back', (decimal, micros) => {
  expect(microsOf(decimal)).toBe(micros)
  expect(decimalOf(micros)).toBe(decimal)
})

test.each(['', '.', '1.', '.5', '1,5', '1.0000001', '1e3', ' 1', '+1', '--1', 'NaN', '１'])('%j is not an amount', (text) => {
  expect(() => microsOf(text)).toThrow(RangeError)
})

describe('halves are rounded to even', () => {
  test.each([
    // to the cent
    [2_345_000n, 2, 2_340_000n],
    [2_355_000n, 2, 2_360_000n],
    [2_345_001n, 2, 2_350_000n],
    [2_344_999n, 2, 2_340_000n],
    [-2_345_000n, 2, -2_340_000n],
    [-2_355_000n, 2, -2_360_000n],
    // to the whole yen
    [500_000n, 0, 0n],
    [1_500_000n, 0, 2_000_000n],
    [2_500_000n, 0, 2_000_000n],
    [499_999n, 0, 0n],
    // to the fils
    [1_000_500n, 3, 1_000_000n],
    [1_001_500n, 3, 1_002_000n],
  ])('%d micros to %i digits', (micros, digits, rounded) => {
    expect(roundMicros(micros, digits)).toBe(rounded)
  })
})

test.each([
  [1_234_567_890n, 2, '1234.57'],
  [1_234_500_000n, 0, '1234'],
  [1_235_500_000n, 0, '1236'],
  [1_000_000n, 3, '1.000'],
  [7n, 2, '0.00'],
  [-7n, 2, '0.00'],
  [-1_005_001n, 2, '-1.01'],
  [12_000_000n, 1, '12.0'],
])('%d micros with %i digits are written as %s', (micros, digits, text) => {
  expect(amountOf(micros, digits)).toBe(text)
})
