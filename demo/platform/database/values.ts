import pg from 'pg'

const oids = { int8: 20, date: 1082, textArray: 1009, int8Array: 1016, dateArray: 1182 } as const
type Parse = (text: string) => unknown

function safeInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`The integer ${text} is beyond what a number holds exactly: select it as text.`)
  return number
}

const each = (parse: Parse, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => each(parse, item))
  return typeof value === 'string' ? parse(value) : value
}

const builtIn = (oid: number): Parse => pg.types.getTypeParser(oid, 'text')
const arrayOf =
  (parse: Parse): Parse =>
  (text) =>
    each(parse, builtIn(oids.textArray)(text))
const asText: Parse = (text) => text

const own = new Map<number, Parse>([
  [oids.int8, safeInteger],
  [oids.date, asText],
  [oids.int8Array, arrayOf(safeInteger)],
  [oids.dateArray, arrayOf(asText)],
])

/** The parser of a column type. Both drivers use it, so that they return the same values. */
export const parserOf = (oid: number): Parse => own.get(oid) ?? builtIn(oid)

const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`

function arrayText(items: readonly unknown[]): string {
  const parts = items.map((item) => {
    if (Array.isArray(item)) return arrayText(item)
    const text = parameterText(item)
    return text === null ? 'NULL' : quoted(text)
  })
  return `{${parts.join(',')}}`
}

/** Converts a parameter to text as pg does, for the embedded database. */
export function parameterText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'object') return String(value)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  return Array.isArray(value) ? arrayText(value) : JSON.stringify(value)
}
