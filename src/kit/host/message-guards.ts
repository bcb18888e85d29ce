import { isOriginAllowed } from '../../contract/clients/origins.rules.ts'
import { isObject } from './messages.ts'

type Data = Readonly<Record<string, unknown>>

/** One incoming message, through a window or through a port. */
export interface ReceivedMessage {
  readonly data: unknown
  readonly source?: unknown
  readonly origin?: string
}

/** What the receiver compares messages with; a port has no source or origin to compare. */
export interface MessageChecks {
  isAlive(): boolean
  /** Arrival times of earlier messages in milliseconds; the guard keeps the last second. */
  readonly times: number[]
  readonly source?: () => unknown
  readonly origins?: readonly string[]
  hasShape(data: unknown): boolean
  hasVersion(data: Data): boolean
  isNonce(data: Data): boolean
  /** Whether the message is new; the check also records it. */
  isFirst(data: Data): boolean
}

/** A check that can reject a message. */
export interface Guard {
  readonly name: string
  admits(arrival: ReceivedMessage, gate: MessageChecks): boolean
}

/** Limits of one message, and the number of messages per second. */
export const messageLimits = { characters: 65_536, depth: 32, perSecond: 200 } as const

/** The space in the pattern excludes typed arrays such as Uint8Array. */
const isPlain = (value: object) => / (Array|Object)\]$/.test({}.toString.call(value))

/** How many characters are left after a value; negative for cycles and for values that are not plain data. */
function weightOf(value: unknown, budget: number, depth = 0): number {
  if (typeof value === 'string') return budget - value.length
  if (!isObject(value)) return budget - 8
  if (depth > messageLimits.depth || !isPlain(value)) return -1
  return Object.entries(value).reduce((rest, [name, part]) => (rest < 0 ? rest : weightOf(part, rest - name.length, depth + 1)), budget - 2)
}

/** Keys that reach a prototype when they are copied. In JSON, only a key has unescaped quotes on both sides and a colon. */
const isTainted = (value: unknown) =>
  /"(__proto__|constructor|prototype)":/.test(JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? 0 : part)))

function isCalm({ times }: MessageChecks): boolean {
  const at = Date.now()
  times.push(at)
  while (at - (times[0] as number) >= 1000) times.shift() // the list contains at least the time pushed above
  return times.length <= messageLimits.perSecond
}

const tests: Readonly<Record<string, Guard['admits']>> = {
  alive: (_, gate) => gate.isAlive(),
  source: (arrival, gate) => !gate.source || arrival.source === gate.source(),
  // Every sandboxed or local page has the origin `null`, so a list that contains it identifies no page.
  origin: ({ origin }, gate) => !gate.origins || (origin !== undefined && origin !== 'null' && isOriginAllowed(gate.origins, origin)),
  flood: (_, gate) => isCalm(gate),
  size: (arrival) => weightOf(arrival.data, messageLimits.characters) >= 0,
  'prototype keys': (arrival) => !isTainted(arrival.data),
  shape: (arrival, gate) => gate.hasShape(arrival.data),
  version: (arrival, gate) => gate.hasVersion(arrival.data as Data), // the shape guard has passed
  nonce: (arrival, gate) => gate.isNonce(arrival.data as Data), // the shape guard has passed
  once: (arrival, gate) => gate.isFirst(arrival.data as Data), // the shape guard has passed
}

/** All checks of an incoming message, in order. Exported as a list, so that a test can show that each check is needed. */
export const guards: readonly Guard[] = Object.entries(tests).map(([name, admits]) => ({ name, admits }))

/** The name of the first guard that rejects the message; undefined if all accept it. */
export const failedGuardName = (list: readonly Guard[], arrival: ReceivedMessage, gate: MessageChecks) =>
  list.find((guard) => !guard.admits(arrival, gate))?.name
