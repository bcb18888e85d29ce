import { expect, test } from 'vitest'
import { lotChangeOf } from '../../demo/platform/money/ledger.rules.ts'
import type { FundingEvent } from '../../src/contract/money/funding-events.ts'
import { microsOf } from '../../src/contract/money/money.ts'

const entry = (event: FundingEvent, amount: string) => ({ event, micros: microsOf(amount) })

test('the lot of a payment is what its fees leave', () => {
  const payment = entry('FundingUIForm', '103.3')
  expect(lotChangeOf([payment, entry('ServiceFee', '-3'), entry('Surcharge', '-0.3')])).toEqual({
    grants: [{ entry: payment, micros: microsOf('100') }],
    debit: 0n,
  })
})

test('debits take the credits of their call one after the other, and the rest from other lots', () => {
  const second = entry('FundingAPI', '5')
  expect(lotChangeOf([entry('FundingAPI', '2'), second, entry('SystemDebitAPI', '-3')])).toEqual({
    grants: [{ entry: second, micros: microsOf('4') }],
    debit: 0n,
  })
  expect(lotChangeOf([entry('FundingAPI', '2'), entry('SystemDebitAPI', '-3')])).toEqual({ grants: [], debit: microsOf('1') })
  expect(lotChangeOf([entry('Click', '-0.5'), entry('Click', '-0.25')])).toEqual({ grants: [], debit: microsOf('0.75') })
})
