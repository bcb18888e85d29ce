import { isRecord } from './messages.ts'

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
  speaks(data: unknown): boolean
  isNonce(data: unknown): boolean
  /** Whether it never came before; asking marks it as come. */
  isFirst(data: unknown): boolean
}

/** One reason to drop a message. */
export interface Guard {
  readonly name: string
  admits(arrival: Arrival, gate: Gate): boolean
}

/** The bounds of one message and of one second. */
export const messageLimits = { characters: 65_536, depth: 32, nodes: 100_000, perSecond: 200 } as const

/** The space tells an array from a typed one. */
const isPlain = (value: object) => / (Array|Object)\]$/.test({}.toString.call(value))

/** How many characters are left after a value; less than nothing for cycles and for what is not plain data. */
function weightOf(value: unknown, left: number, depth = 0): number {
  if (typeof value === 'string') return left - value.length
  if (typeof value !== 'object' || value === null) return left - 8
  if (depth > messageLimits.depth || !isPlain(value)) return -1
  let rest = left - 2
  for (const [name, part] of Object.entries(value)) {
    rest = weightOf(part, rest - name.length, depth + 1)
    if (rest < 0) return rest
  }
  return rest
}

/** Keys that reach a prototype when they are copied. */
function isTainted(value: unknown): boolean {
  const left: unknown[] = [value]
  for (let count = 0; left.length > 0 && count < messageLimits.nodes; count++) {
    const next = left.pop()
    if (typeof next !== 'object' || next === null) continue
    if (['__proto__', 'constructor', 'prototype'].some((name) => Object.hasOwn(next, name))) return true
    left.push(...Object.values(next))
  }
  return false
}

function isCalm({ times }: Gate): boolean {
  const at = Date.now()
  while (times.length > 0 && at - (times[0] ?? at) >= 1000) times.shift()
  times.push(at)
  return times.length <= messageLimits.perSecond
}

/** Everything that a message passes before anybody reads it, in order. A list, so that a check can show that each is needed. */
export const guards: readonly Guard[] = [
  { name: 'alive', admits: (_, gate) => gate.isAlive() },
  { name: 'source', admits: (arrival, gate) => !gate.source || arrival.source === gate.source() },
  { name: 'origin', admits: (arrival, gate) => !gate.origins || gate.origins.includes(arrival.origin ?? 'null') },
  { name: 'flood', admits: (_, gate) => isCalm(gate) },
  { name: 'size', admits: (arrival) => weightOf(arrival.data, messageLimits.characters) >= 0 },
  { name: 'prototype keys', admits: (arrival) => !isTainted(arrival.data) },
  { name: 'shape', admits: (arrival, gate) => isRecord(arrival.data) && gate.fits(arrival.data) },
  { name: 'version', admits: (arrival, gate) => gate.speaks(arrival.data) },
  { name: 'nonce', admits: (arrival, gate) => gate.isNonce(arrival.data) },
  { name: 'once', admits: (arrival, gate) => gate.isFirst(arrival.data) },
]

/** The name of the first guard that refuses; nothing when all admit. */
export const refusalOf = (list: readonly Guard[], arrival: Arrival, gate: Gate) => list.find((guard) => !guard.admits(arrival, gate))?.name
