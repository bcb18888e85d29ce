import { define, type Infer, integer, max, min, pattern, refine, string } from 'superstruct'

/** An integer id within PostgreSQL's integer range. */
export const Id = max(min(integer(), 1), 2_147_483_647)
export type Id = Infer<typeof Id>

/** The id of a draft. */
export const Uuid = pattern(string(), /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)

const isDay = (text: string) => /^(?:19|2[01])\d{2}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
const isReal = (text: string) => {
  try {
    return isDay(text)
  } catch {
    return false
  }
}

/** A day of the Gregorian calendar, YYYY-MM-DD, in the years 1900 to 2199. */
export const IsoDay = refine(string(), 'IsoDay', (text) => isReal(text) || 'Expected a date as YYYY-MM-DD')

/** A time as ISO 8601 in UTC. */
export const Moment = pattern(string(), /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/)

/** An amount of money in requests and replies: a decimal string, never a float. */
export const Decimal = pattern(string(), /^-?\d{1,15}(\.\d{1,6})?$/)

/** ISO 4217. */
export const CurrencyCode = pattern(string(), /^[A-Z]{3}$/)

/** A finite number. JSON has no other numbers, but a handler's reply may. */
export const Finite = define<number>('Finite', (value) => typeof value === 'number' && Number.isFinite(value))

/** Text that the database can store: no NUL, no unpaired surrogates. */
export const Text = (minLength: number, maxLength: number) =>
  refine(string(), 'Text', (text) => {
    if (text.length < minLength || text.length > maxLength) return `Expected ${minLength} to ${maxLength} characters`
    return !text.includes('\0') && text.isWellFormed() ? true : 'Expected readable text'
  })

/** Why a person does something, in their own words. */
export const Reason = refine(Text(1, 500), 'Reason', (text) => text.trim() !== '' || 'Expected a reason')
