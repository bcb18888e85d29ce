import { type Locator, type Page, test } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import { dayInZone } from '../time/zone-day.ts'

/** Validation messages that fields of any form share. */
export const missing = 'This field is required'
export const negative = 'Value can not be negative'
export const format = 'Please only use a value in this format 1,234.50'
export const tooManyDecimals = 'This field accepts up to 2 decimal places'
export const bidFormat = 'Please only use a value in this format 1,234.500'
export const tooManyBidDecimals = 'This field accepts up to 3 decimal places'
export const noDay = 'Enter a date as YYYY-MM-DD'
export const onlyNumbers = 'This field only accepts numbers'
export const longName = 'x'.repeat(121)

/** Days around today in the advertiser's time zone. */
export const today = dayInZone(new Date(), 'America/Los_Angeles')
export const yesterday = addDays(today, -1)
export const tomorrow = addDays(today, 1)
export const later = addDays(today, 9)

export { dayText } from '../time/days.ts'

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** A field's label, the typed text, and the error shown below the field. */
export type Row = readonly [label: string | RegExp, typed: string, says: string]

/** Types each invalid value into its field in turn, and checks the error. */
export async function refuses(container: Page | Locator, rows: readonly Row[]) {
  for (const [label, typed, says] of rows)
    await test.step(`${label}: ${typed.slice(0, 12)} → ${says}`, async () => {
      const field = container.getByLabel(label).first()
      await field.fill('')
      await field.fill(typed)
      await expect(field).toHaveAccessibleDescription(new RegExp(`^${escaped(says)}( [\\d,]+ characters? remaining| Use at most .*)?$`))
    })
}
