import { isObject } from './messages.ts'

type Data = Readonly<Record<string, unknown>>

/** One message as it comes in, through a window or through a port. */
export interface Arrival {
  readonly data: unknown
  readonly source?: unknown
  readonly origin?: string
}

/** What the receiving side knows; a port has neither source nor origin to compare. */
export interface Gate {
  isAlive(): boolean
  /** When earlier messages came, in milliseconds; the guard keeps the last second. */
  readonly times: number[]
  readonly source?: () => unknown
  readonly origins?: readonly string[]
  fits(data: unknown): boolean
  speaks(data: Data): boolean
  isNonce(data: Data): boolean
  /** Whether it never came before; asking marks it as come. */
  isFirst(data: Data): boolean
}

/** One reason to drop a message. */
export interface Guard {
  readonly name: string
  admits(arrival: Arrival, gate: Gate): boolean
}

/** The bounds of one message and of one second. */
export const messageLimits = { characters: 65_536, depth: 32, perSecond: 200 } as const

/** The space tells an array from a typed one. */
const isPlain = (value: object) => / (Array|Object)\]$/.test({}.toString.call(value))

/** How many characters are left after a value; less than nothing for cycles and for what is not plain data. */
function weightOf(value: unknown, left: number, depth = 0): number {
  if (typeof value === 'string') return left - value.length
  if (!isObject(value)) return left - 8
  if (depth > messageLimits.depth || !isPlain(value)) return -1
  return Object.entries(value).reduce((rest, [name, part]) => (rest < 0 ? rest : weightOf(part, rest - name.length, depth + 1)), left - 2)
}

/** Keys that reach a prototype when they are copied. As JSON, nothing but a key has bare quotes on both sides and a colon. */
const isTainted = (value: unknown) =>
  /"(__proto__|constructor|prototype)":/.test(JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? 0 : part)))

function isCalm({ times }: Gate): boolean {
  const at = Date.now()
  times.push(at)
  while (at - (times[0] as number) >= 1000) times.shift() // this one is among them
  return times.length <= messageLimits.perSecond
}

const tests: Readonly<Record<string, Guard['admits']>> = {
  alive: (_, gate) => gate.isAlive(),
  source: (arrival, gate) => !gate.source || arrival.source === gate.source(),
  origin: (arrival, gate) => !gate.origins || gate.origins.includes(arrival.origin as string), // nothing is none of them
  flood: (_, gate) => isCalm(gate),
  size: (arrival) => weightOf(arrival.data, messageLimits.characters) >= 0,
  'prototype keys': (arrival) => !isTainted(arrival.data),
  shape: (arrival, gate) => gate.fits(arrival.data),
  version: (arrival, gate) => gate.speaks(arrival.data as Data), // it has its shape
  nonce: (arrival, gate) => gate.isNonce(arrival.data as Data), // likewise
  once: (arrival, gate) => gate.isFirst(arrival.data as Data), // likewise
}

/** Everything that a message passes before anybody reads it, in order. A list, so that a check can show that each is needed. */
export const guards: readonly Guard[] = Object.entries(tests).map(([name, admits]) => ({ name, admits }))

/** The name of the first guard that refuses; nothing when all admit. */
export const refusalOf = (list: readonly Guard[], arrival: Arrival, gate: Gate) => list.find((guard) => !guard.admits(arrival, gate))?.name
