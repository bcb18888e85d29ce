// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { decimalsIn } from '../../src/contract/fields/decimals.ts'
import { locales } from '../../src/contract/locales.ts'
import { MoneyField } from '../../src/ui/form/money-field.tsx'
import { amount, sampleOf } from '../support/platform/audit.ts'
import { type Mounted, mount } from '../support/ui/react-page.tsx'
import { leave, paste, typeInto, typeKeys } from '../support/ui/typing.ts'

const currencies = ['JPY', 'XTS', 'USD', 'BHD'].map((currency_code, currency_digits) => ({ currency_code, currency_digits }))
const wholes =
  '0 1 2 5 9 10 12 50 99 100 101 250 500 999 1000 1001 1234 2500 5000 9999 10000 12345 50000 99999 100000 123456 250000 999999 1000000 1234567 5000000 9999999 12345678 99999999 123456789 999999999 1234567890 9999999999 999999999999 999999999999999'.split(
    ' ',
  )
const parts = ['.1', '.5', '.9', '.01', '.05', '.99', '.001', '.125', '.891', '.999']
/** Extra digits stay, even when the currency has fewer, so that no received value is lost. */
const always = ['0', '0.1', '1234567.891', '999999999999999', '999999999999999.999']
const fitting = wholes.flatMap((whole, index) => [whole, ...[0, 3, 7].map((step) => whole + parts[(index + step) % parts.length])])
const valuesFor = (digits: number) => sampleOf([...new Set([...always, ...fitting.filter((value) => decimalsIn(value) <= digits)])], 10)

let page: Mounted | undefined
afterEach(() => page?.unmount())

type Currency = (typeof currencies)[number]
let held: string[] = []
function Amount({ currency, initial, index }: { currency: Currency; initial: string; index: number }) {
  const [value, setValue] = useState(initial)
  held[index] = value
  return <MoneyField label="Amount" currency={currency} value={value} onChange={setValue} />
}

async function open(locale: string, currency: Currency, ...values: string[]) {
  await page?.unmount()
  held = []
  page = await mount(
    <I18nProvider i18n={setupI18n({ locale, messages: { [locale]: {} } })}>
      {values.map((value, index) => (
        <Amount key={value} currency={currency} initial={value} index={index} />
      ))}
    </I18nProvider>,
  )
  return [...page.container.querySelectorAll('input')]
}

function input() {
  const found = page?.container.querySelector('input')
  if (!found) throw new Error('There is no field')
  return found
}

let walked = 0
describe.each(locales)('in %s', (locale) => {
  test.each(currencies)('with $currency_digits digits, a formatted amount is parsed to the same value', async (currency) => {
    const values = valuesFor(currency.currency_digits)
    expect(values.length).toBeGreaterThanOrEqual(amount(40, 10))
    const written = (await open(locale, currency, ...values)).map(({ value }) => value)
    const empty = await open(locale, currency, ...values.map((_, index) => ' '.repeat(index)))
    for (const [index, field] of empty.entries()) await typeInto(field, written[index] ?? '')
    expect(held).toEqual(values)
    walked += values.length
  })

  test('an amount typed key by key is parsed to the same value, and formatted on leaving the field', async () => {
    const dollars = { currency_code: 'USD', currency_digits: 2 }
    const point = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? ''
    for (const value of sampleOf(['0.1', '0', '7', '1234.5', '12345', '999999.99', '123456789012345', '1234567.89'], 2)) {
      const [written] = (await open(locale, dollars, value)).map((field) => field.value)
      await open(locale, dollars, '')
      await typeKeys(input(), value.replace('.', point))
      expect(held).toEqual([value])
      await leave(input())
      expect([input().value, ...held]).toEqual([written, value])
    }
  })
})

test('every locale, number of digits and value was tested', () => {
  const each = currencies.map(({ currency_digits }) => valuesFor(currency_digits).length)
  expect(walked).toBe(locales.length * each.reduce((sum, one) => sum + one))
})

describe('the currency symbol', () => {
  test.each([
    ['en-US', '$', 'before'],
    ['ja', '$', 'before'],
    ['fr-CA', '$', 'after'],
    ['fr-FR', '$', 'after'],
    ['de', '$', 'after'],
  ])('of %s %s is %s', async (locale, symbol, side) => {
    await open(locale, { currency_code: 'USD', currency_digits: 2 }, '1')
    const first = input().parentElement?.firstElementChild
    const last = input().parentElement?.lastElementChild
    expect((side === 'before' ? first : last)?.textContent).toBe(symbol)
    expect(side === 'before' ? last : first).toBe(input())
  })
})

describe('a pasted amount', () => {
  test.each([
    ['de', '1.234,50 €', '1234.5', '1.234,50'],
    ['en-US', '1.234,50 €', '1234.5', '1,234.50'],
    ['en-US', '$1,234,567.89', '1234567.89', '1,234,567.89'],
    ['fr-FR', '1\u202f234,50\u00a0€', '1234.5', '1\u202f234,50'],
    ['fr-CA', '1 234,50 $', '1234.5', '1\u00a0234,50'],
    ['ja', '１２３４', '1234', '1,234.00'],
    ['en-US', 'USD 12', '12', '12.00'],
    ['de', '1.234', '1234', '1.234,00'],
  ])('in %s of %s becomes %s', async (locale, copied, value, text) => {
    await open(locale, { currency_code: 'EUR', currency_digits: 2 }, '')
    await paste(input(), copied)
    expect([held[0], input().value]).toEqual([value, text])
  })

  test.each([
    ['en-US', '1,50'],
    ['de', '1.50'],
    ['en-US', 'tomorrow'],
  ])('in %s of %s is kept and not parsed', async (locale, copied) => {
    await open(locale, { currency_code: 'EUR', currency_digits: 2 }, '')
    await paste(input(), copied)
    expect([held[0], input().value]).toEqual([`?${copied}`, copied])
  })

  test('between digits keeps the caret position', async () => {
    await open('en-US', { currency_code: 'USD', currency_digits: 2 }, '1500')
    input().setSelectionRange(1, 1)
    await paste(input(), '22')
    expect([held[0], input().value, input().selectionStart]).toEqual(['122500', '122,500.00', 3])
  })
})

describe('keys in an amount field', () => {
  const dollars = { currency_code: 'USD', currency_digits: 2 }
  const put = async (before: string, caret: number, key: string) => {
    await open('en-US', dollars, '')
    await typeInto(input(), before)
    const text = input().value
    const next =
      key === '⌫'
        ? text.slice(0, caret - 1) + text.slice(caret)
        : key === '⌦'
          ? text.slice(0, caret) + text.slice(caret + 1)
          : text.slice(0, caret) + key + text.slice(caret)
    const [at, kind] =
      key === '⌫' ? [caret - 1, 'deleteContentBackward'] : key === '⌦' ? [caret, 'deleteContentForward'] : [caret + 1, 'insertText']
    await typeInto(input(), next, at, kind)
    return `${input().value.slice(0, input().selectionStart ?? 0)}|${input().value.slice(input().selectionStart ?? 0)}`
  }
  test.each([
    ['1234', 5, '5', '12,345|'],
    ['1,234', 1, '9', '19|,234'],
    ['12,345', 2, '⌫', '1|,345'],
    ['1,234', 2, '⌫', '1|,234'],
    ['1,234', 1, '⌦', '1,|234'],
    ['1,234.5', 7, '6', '1,234.56|'],
    ['1.25', 1, '0', '10|.25'],
    ['1,234', 3, 'x', '1,2|34'],
    ['1,234', 0, '-', '|1,234'],
    ['0.12', 4, '3', '0.12|'],
    ['1', 1, ',', '1,|'],
  ])('%s, caret %i, key %s: %s', async (before, caret, key, after) => {
    expect(await put(before, caret, key)).toBe(after)
  })

  test('a comma that cannot separate thousands is not misread', async () => {
    await open('en-US', dollars, '')
    await typeKeys(input(), '1,5')
    expect([input().value, held[0]]).toEqual(['1,5', '?1,5'])
  })

  test('yen take no decimal point', async () => {
    await open('ja', { currency_code: 'JPY', currency_digits: 0 }, '')
    await typeKeys(input(), '12.5')
    expect([input().value, held[0]]).toEqual(['125', '125'])
  })
})
