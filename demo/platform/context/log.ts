export type Level = 'debug' | 'info' | 'warn' | 'error'
export type Log = (level: Level, event: string, detail?: Readonly<Record<string, unknown>>) => void

const order: readonly Level[] = ['debug', 'info', 'warn', 'error']
const secret = /authorization|token|password|secret|cookie|assertion/i

/** Replaces values of secret fields, at any depth, before they reach the log. */
export const withoutSecrets = (value: unknown, depth = 0): unknown => {
  if (typeof value !== 'object' || value === null || depth > 6) return value
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, secret.test(name) ? '[withheld]' : withoutSecrets(item, depth + 1)]),
  )
}

/** Writes each event as one line of JSON. */
export const lineLog =
  (minLevel: Level, write: (line: string) => void, now: () => Date): Log =>
  (level, event, detail = {}) => {
    if (order.indexOf(level) < order.indexOf(minLevel)) return
    write(`${JSON.stringify({ at: now().toISOString(), level, event, ...(withoutSecrets(detail) as object) })}\n`) // an object
  }
