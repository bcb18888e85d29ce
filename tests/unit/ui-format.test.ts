import { describe, expect, test, vi } from 'vitest'
import { locales } from '../../src/contract/locales.ts'
import {
  unsignedPercent,
  count,
  dayRange,
  dayTick,
  dayTitle,
  directionOf,
  hourTick,
  money,
  missingValue,
  percent,
  moneyWithoutSymbol,
  ratio,
  signedPercent,
  compactNumber,
} from '../../src/ui/format/format.ts'
import { weekStartOf } from '../../src/ui/date/week-start.ts'

const plain = (text: string) => text.replace(/[\u00a0\u2009\u202f\u200f\u200e]/g, ' ')
const usd = { currency_code: 'USD', currency_digits: 2 }

describe('amounts', () => {
  test.each([
    ['en-US', '$1,234.50'],
    ['de', '1.234,50 $'],
    ['fr-FR', '1 234,50 $'],
    ['fr-CA', '1 234,50 $'],
    ['ja', '$1,234.50'],
    ['Es-419', 'USD1,234.50'],
  ])('in %s', (locale, text) => {
    const written = plain(money('1234.5', usd, locale))
    if (locale === 'Es-419') expect(written).toMatch(/1,234\.50/)
    else expect(written).toBe(text)
  })

  test('keep every digit of the decimal string, however large', () => {
    expect(money('999999999999999.99', usd, 'en-US')).toBe('$999,999,999,999,999.99')
    expect(moneyWithoutSymbol('0.000001', { ...usd, currency_digits: 3 }, 'en-US')).toBe('0.000')
  })

  test("have the currency's digits in every locale", () => {
    for (const locale of locales)
      for (const digits of [0, 1, 2, 3]) {
        const text = moneyWithoutSymbol('1234567.8915', { currency_code: 'USD', currency_digits: digits }, locale)
        const figures = text.normalize('NFKC').replace(/[^\d]/g, '')
        const rounded = ['1234568', '12345679', '123456789', '1234567892'][digits] ?? ''
        expect(`${locale} ${digits} ${figures}`).toBe(`${locale} ${digits} ${rounded}`)
      }
  })
})

test('a missing value is a dash', () => {
  expect([money(null, usd, 'de'), count(null, 'de'), ratio(null, 'de'), percent(null, 'de')]).toEqual([
    missingValue,
    missingValue,
    missingValue,
    missingValue,
  ])
})

test('other numbers are formatted by kind', () => {
  expect(
    [
      count(24_286_318, 'en-US'),
      ratio(5.6254, 'en-US'),
      percent(0.00657, 'en-US'),
      compactNumber(1200, 'en-US'),
      signedPercent(-0.017, 'en-US'),
      signedPercent(0.1, 'de'),
      unsignedPercent(-0.103, 'en-US'),
    ].map(plain),
  ).toEqual(['24,286,318', '5.63×', '0.66%', '1.2K', '-1.7%', '+10,0 %', '10.3%'])
  expect([directionOf(0.1), directionOf(-0.1), directionOf(0.0001)]).toEqual(['up', 'down', 'same'])
})

test('ticks of an axis have one notation', () => {
  const axis = (locale: string, ticks: readonly number[]) => ticks.map((tick) => plain(compactNumber(tick, locale, ticks)))
  expect(axis('ja', [0, 4000, 8000, 12_000])).toEqual(['0', '4,000', '8,000', '12,000'])
  expect(axis('ja', [0, 40_000, 80_000, 120_000])).toEqual(['0', '4万', '8万', '12万'])
  expect(axis('en-US', [0, 500, 1000, 1500])).toEqual(['0', '500', '1,000', '1,500'])
  expect(axis('en-US', [0, 1000, 2000, 3000])).toEqual(['0', '1K', '2K', '3K'])
  expect(axis('de', [0, 500_000, 1_000_000, 1_500_000])).toEqual(['0', '500.000', '1.000.000', '1.500.000'])
  expect(plain(compactNumber(8000, 'ja'))).toBe('8,000')
})

describe('days', () => {
  test('are Gregorian and correct in every locale', () => {
    for (const locale of locales) expect(plain(dayTitle('2026-11-10', locale)).normalize('NFKC')).toMatch(/10/)
    expect(dayRange('2025-10-22', '2025-11-20', 'th', '2026-11-21')).toContain('2025')
  })

  test('have natural formats', () => {
    expect([
      dayTick('2026-11-10', 'en-US'),
      dayTitle('2026-11-10', 'en-US'),
      plain(dayRange('2026-10-22', '2026-11-20', 'en-US', '2026-11-21')),
      plain(hourTick('2026-11-10T15', 'en-US')),
    ]).toEqual(['Nov 10', 'Tue, Nov 10', 'Oct 22 – Nov 20', '3 PM'])
  })

  test('start the week as the locale does', () => {
    expect([weekStartOf('en-US'), weekStartOf('de'), weekStartOf('ja')]).toEqual([7, 1, 7])
    expect([weekStartOf('en'), weekStartOf('en-GB'), weekStartOf('es-MX'), weekStartOf('es-419')]).toEqual([7, 1, 7, 1])
  })

  test('start the week alike in browsers without week data', () => {
    vi.stubGlobal('Intl', { Locale: class {} })
    const onSunday = locales.filter((locale) => weekStartOf(locale) === 7)
    const other = weekStartOf('en-AU')
    vi.unstubAllGlobals()
    expect(onSunday).toEqual(['en-US', 'ja', 'th', 'ko-KR', 'zh-Hant-TW', 'ja-JP', 'fr-CA', 'zh-TW', 'pt-BR'])
    expect(other).toBe(1)
  })
})
