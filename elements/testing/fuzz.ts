import { messageLimits } from '../../src/kit/host/message-guards.ts'
import { messages, requests } from '../../src/kit/host/messages.ts'
import { allFixtures } from './fixtures.ts'

type Message = Readonly<Record<string, unknown>>

/** A seeded random number generator: returns an integer below a bound. */
type Random = (below: number) => number

function randomFrom(seed: number): Random {
  let state = (seed ^ 0x9e3779b9) | 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

const optional = new Set(['re', 'code', 'version', 'request_id'])
const without = (message: Message, name: string) => Object.fromEntries(Object.entries(message).filter(([other]) => other !== name))
const isRecord = (value: unknown): value is Message => typeof value === 'object' && value !== null && !Array.isArray(value)
const kindOf = (value: unknown) => {
  if (typeof value === 'number') return Number.isFinite(value) ? 'number' : 'no number'
  return isRecord(value) ? 'record' : typeof value
}
const oddities: readonly unknown[] = [null, [], [1], '', 'text', 0, -1, Number.NaN, Number.POSITIVE_INFINITY, true, false, 10n, {}]

const pick = <T>(random: Random, list: readonly [T, ...T[]]): T => list[random(list.length)] ?? list[0]
const nameIn = (random: Random, names: readonly string[]) => names[random(names.length)] ?? 'ns'
const wrongFor = (random: Random, value: unknown) => {
  const wrongValues = oddities.filter((odd) => kindOf(odd) !== kindOf(value))
  return wrongValues[random(wrongValues.length)] ?? null
}

/** The parts whose fields are checked: the speaker, the error, and the payload of a built-in type. */
function comparedParts(message: Message): string[] {
  const isBuiltIn = Object.hasOwn(messages, String(message.type)) || Object.hasOwn(requests, String(message.type))
  const parts = ['from', 'error', ...(isBuiltIn && message.re === undefined ? ['payload'] : [])]
  return parts.filter((name) => isRecord(message[name]) && Object.keys(message[name]).length > 0)
}

/** Adds an undeclared field to a message or to its payload. */
function hide(random: Random, message: Message, what: unknown, name = 'extra'): Message {
  const target = random(2) === 0 && isRecord(message.payload) ? 'payload' : undefined
  const own = (value: Message) =>
    Object.defineProperty({ ...value }, name, { value: what, enumerable: true, configurable: true, writable: true })
  return target ? { ...message, [target]: own(isRecord(message[target]) ? message[target] : {}) } : own(message)
}

const nested = (depth: number) => {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? { value } : [value]
  return value
}
function cycle() {
  const value: Record<string, unknown> = { list: [] }
  value.list = [value]
  return value
}
const strange = (): readonly [unknown, ...unknown[]] => [
  ...([new Date(0), new Map([['a', 1]]), new Set([1]), /x/, new ArrayBuffer(8), new Uint8Array(8), new Error('x'), Object(true)] as const),
]

type Breakage = (random: Random, message: Message) => unknown

const dropped: Breakage = (random, message) =>
  without(
    message,
    nameIn(
      random,
      Object.keys(message).filter((name) => !optional.has(name)),
    ),
  )

const swapped = (random: Random, message: Message, names = Object.keys(message)): Message => {
  const name = nameIn(random, names)
  return { ...message, [name]: wrongFor(random, message[name]) }
}

const swappedInside: Breakage = (random, message) => {
  const part = nameIn(random, comparedParts(message))
  const value = message[part]
  return isRecord(value) ? { ...message, [part]: swapped(random, value) } : swapped(random, message, ['ns'])
}

/** All ways to make a valid message invalid; none can leave it valid by accident. */
const breakages: readonly [Breakage, ...Breakage[]] = [
  dropped,
  (random, message) => swapped(random, message),
  swappedInside,
  (random, message) => ({ ...message, ns: pick(random, ['other', 'Placard', 'placard ', '', '__proto__']) }),
  (random, message) => {
    const version = pick(random, [0, -1, 2, 9, 1.5, 2 ** 53])
    // A hello in another version is answered with an error code, so that is a separate attack.
    const name = ['v', 'version'].find((other) => Object.hasOwn(message, other)) ?? 'ns'
    return { ...message, [name]: version }
  },
  (random, message) => ({
    ...message,
    re: undefined,
    type: pick(random, ['launch', 'Token', '', 'toString', '__proto__', 'ad-', 'ad-X', 'constructor']),
  }),
  (random, message) => hide(random, message, nested(messageLimits.depth + 2 + random(200))),
  (random, message) => hide(random, message, 'x'.repeat(messageLimits.characters + random(1000))),
  (random, message) => hide(random, message, new Array(messageLimits.characters / 8 + 1).fill(random(9))),
  (random, message) => hide(random, message, { isAdmin: true }, pick(random, ['__proto__', 'constructor', 'prototype'])),
  (random, message) => hide(random, message, [{ deep: hide(random, {}, 1, pick(random, ['__proto__', 'constructor', 'prototype'])) }]),
  (random, message) => hide(random, message, cycle()),
  (random, message) => hide(random, message, pick(random, strange())),
  // postMessage does not copy inherited properties, so the message arrives empty.
  (_, message) => Object.create(message),
  (random, message) => pick(random, [null, undefined, Number.NaN, 0, true, 1n, '', JSON.stringify(message), [message], [], {}, strange()]),
]
/** Invalid copies of valid messages, each with its own id; the same seed gives the same copies. */
export function corruptMessages(valid: readonly Message[], seed: number, count: number): readonly unknown[] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, (_, index) => {
    const message = valid[random(valid.length)] ?? {}
    const withOwnId = Object.hasOwn(message, 'id') ? { ...message, id: `fuzzed-${seed}-${index}` } : message
    return pick(random, breakages)(random, withOwnId)
  })
}

/**
 * Invalid messages made from valid ones: missing fields, wrong types, deep, huge, cyclic, inherited, polluted.
 * The same seed gives the same list.
 */
export const fuzzed = (seed: number, count: number): readonly unknown[] =>
  corruptMessages(
    allFixtures().map((fixture) => ({ ...fixture })),
    seed,
    count,
  )
