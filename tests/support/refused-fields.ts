import { expect, type Locator, type Page, test } from 'playwright/test'
import { addDays } from '../../src/contract/dates/date-ranges.ts'
import { dayInZone } from './zone-day.ts'

/** What fields say to what does not fit them, whatever they are of. */
export const [missing, negative] = ['Enter or choose a value', 'Value can not be negative']
export const [format, places] = ['Please only use a value in this format 1,234.50', 'This field accepts up to 2 decimal places']
export const [bidFormat, bidPlaces] = ['Please only use a value in this format 1,234.500', 'This field accepts up to 3 decimal places']
export const [noDay, onlyNumbers] = ['Enter a date as YYYY-MM-DD', 'This field only accepts numbers']
export const longName = 'x'.repeat(121)

/** Days around that of the advertiser whose fields are filled in. */
export const today = dayInZone(new Date(), 'America/Los_Angeles')
export const [yesterday, tomorrow, later] = [addDays(today, -1), addDays(today, 1), addDays(today, 9)]

export { dayText } from './days.ts'

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** A field by its label, what is typed, and the sentence that stands below it then. */
export type Row = readonly [label: string | RegExp, typed: string, says: string]

/** Types what each rule refuses into its field, one after the other, and reads what it says. */
export async function refuses(place: Page | Locator, rows: readonly Row[]) {
  for (const [label, typed, says] of rows)
    await test.step(`${label}: ${typed.slice(0, 12)} → ${says}`, async () => {
      const field = place.getByLabel(label).first()
      await field.fill('')
      await field.fill(typed)
      await expect(field).toHaveAccessibleDescription(new RegExp(`^${escaped(says)}( [\\d,]+ characters? remaining| Use at most .*)?$`))
    })
}
