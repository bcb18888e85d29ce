import { lookupRows } from '../tables/lookup-rows.ts'
import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import { locales } from '../../../src/contract/locales.ts'
import { SeededRandom } from '../delivery/chance.ts'

/** Currencies with digits and their approximate rate per US dollar. */
const currencyTable = [
  ['USD', 'US dollar', '$', 2, 1],
  ['EUR', 'Euro', '€', 2, 0.92],
  ['CAD', 'Canadian dollar', 'CA$', 2, 1.36],
  ['JPY', 'Japanese yen', '¥', 0, 151],
  ['GBP', 'Pound sterling', '£', 2, 0.79],
  ['KWD', 'Kuwaiti dinar', 'KD', 3, 0.307],
] as const
const daysOfRates = 1200

export const perUsd = (code: string) => currencyTable.find(([one]) => one === code)?.[4] ?? 1
export const digitsOf = (code: string) => currencyTable.find(([one]) => one === code)?.[3] ?? 2
export const currencyId = (code: string) => currencyTable.findIndex(([one]) => one === code) + 1

export const currencyRows = () =>
  currencyTable.map(([currency_code, name, symbol, digits]) => ({
    currency_id: currencyId(currency_code),
    currency_code,
    name,
    symbol,
    digits,
  }))

export function localeRows() {
  const names = new Intl.DisplayNames('en', { type: 'language' })
  return locales.map((code, index) => ({ id: index + 1, code, name: names.of(code) ?? code }))
}

/** Daily exchange rates that drift around their usual value. */
export function rateRows(today: string) {
  const chance = new SeededRandom('rates')
  const drift = new Map<string, number>()
  return Array.from({ length: daysOfRates }, (_, index) => addDays(today, index + 1 - daysOfRates)).flatMap((day) =>
    currencyTable.map(([currency_code, , , , usualRate]) => {
      const change = (drift.get(currency_code) ?? 0) * 0.98 + chance.between(-0.004, 0.004)
      drift.set(currency_code, change)
      return { currency_code, day, per_usd: currency_code === 'USD' ? '1' : (usualRate * (1 + change)).toFixed(8) }
    }),
  )
}

const { industries } = lookupRows()
export function industryId(name: string): number {
  const match = industries.find((industry) => industry.name === name)
  if (!match) throw new Error(`There is no industry ${name}`)
  return match.industry_id
}
