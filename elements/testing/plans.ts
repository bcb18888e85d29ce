import { type Envelope, namespace, versions } from '../../src/kit/host/messages.ts'
import { corruptMessages, fuzzed } from './fuzz.ts'
import { lookAlikes } from './look-alikes.ts'
import type { HostUnderTest } from './host-target.ts'

/** One variant of an attack. */
export type AttackVariant = (target: HostUnderTest) => void | Promise<void>
/** The description of an attack. */
export interface AttackPlan {
  readonly name: string
  readonly what: string
  /** Attacks an open connection; by default no connection is open. */
  readonly isOpen?: boolean
  /** The number of accepted handshakes that are no failure. */
  readonly mayOpen?: number
  /** The number of replies that are no failure. */
  readonly mayReply?: number
  /** The attack may change the host's state. */
  readonly mayTell?: boolean
  /** The attack ends the connection, so no valid request is tried afterwards. */
  readonly endsIt?: boolean
  readonly strikes: readonly AttackVariant[] | ((target: HostUnderTest) => readonly AttackVariant[])
}

/** A host answers 200 messages a second. A slow machine may take several seconds for the flood, so more replies are allowed. */
const flood = { messages: 2000, replies: 1000 }
/** Fewer messages than a connection accepts in a second. */
const batch = 150
const fuzz = { seed: 20_260_721, count: 10_000 }

/** A valid request with the given changes. */
export const validRequest = ({ asks }: HostUnderTest, change: Partial<Record<keyof Envelope, unknown>> = {}) => ({
  ns: namespace,
  v: versions.newest,
  id: 'attack',
  from: { tag: 'ad-report-chart', instance: 'attack' },
  at: 0,
  ...asks,
  ...change,
})
const withPayload = (target: HostUnderTest, more: object) => validRequest(target, { payload: { ...target.asks.payload, ...more } })
const batches = (seed: number, strike: (target: HostUnderTest, seed: number, count: number) => void | Promise<void>): AttackVariant[] =>
  Array.from(
    { length: Math.ceil(fuzz.count / batch) },
    (_, index) => (target) => strike(target, seed + index, Math.min(batch, fuzz.count - index * batch)),
  )

const tainted = ['{"__proto__":{"isAdmin":true}}', '{"a":[{"constructor":{"prototype":{}}}]}', '{"prototype":1}']

/** All known attacks. */
export const attackPlans: readonly AttackPlan[] = [
  {
    name: 'wrong window',
    what: 'Another window of the right origin opens a connection.',
    strikes: [(target) => target.deliver(target.opening(), { isStranger: true })],
  },
  {
    name: 'wrong origin',
    what: 'The right window opens a connection, with a page of another origin in it.',
    strikes: [(target) => target.deliver(target.opening(), { origin: 'https://evil.example' })],
  },
  {
    name: 'look-alike origins',
    what: 'The same from origins that a careless comparison accepts as the right one.',
    strikes: ({ trusted }) => lookAlikes(trusted).map((origin) => (target) => target.deliver(target.opening(), { origin })),
  },
  {
    name: 'null origin',
    what: 'The same from a sandbox, whose origin is null.',
    strikes: [(target) => target.deliver(target.opening(), { origin: 'null' })],
  },
  {
    name: 'guessed nonce',
    what: 'A connection is opened with a nonce that is too short or wrong.',
    strikes: ['', '1', 'guess'].map((nonce) => (target) => target.deliver({ ...target.opening(), nonce })),
  },
  {
    name: 'unknown version',
    what: 'A connection is opened in a version that this end does not speak.',
    mayTell: true,
    strikes: [
      (target) => target.deliver({ ...target.opening(), version: 99, oldest: 99, newest: 99 }),
      (target) => target.deliver({ ...target.opening(), version: 0, oldest: -1, newest: 0 }),
    ],
  },
  {
    name: 'fuzzed openings',
    what: 'Ten thousand invalid messages come to the window, made from a valid opening.',
    strikes: batches(fuzz.seed, (target, seed, count) => {
      for (const data of corruptMessages([target.opening()], seed, count)) target.deliver(data)
    }),
  },
  {
    name: 'second handshake',
    what: 'A second connection is opened while one is open.',
    isOpen: true,
    strikes: ({ load }) => [
      (target) => target.deliver(target.opening()),
      ...(load
        ? [
            (target: HostUnderTest) => {
              target.load?.()
              target.deliver(target.opening())
            },
          ]
        : []),
    ],
  },
  {
    name: 'unknown version of a message',
    what: 'A message comes in a version that was not agreed on.',
    isOpen: true,
    strikes: [2, 0, 99, 1.5].map((v) => (target) => target.whisper(validRequest(target, { v }))),
  },
  {
    name: 'oversized message',
    what: 'A message is too long, too deep, or has too many parts.',
    isOpen: true,
    strikes: [
      (target) => target.whisper(withPayload(target, { more: 'x'.repeat(1_000_000) })),
      (target) => target.whisper(withPayload(target, { more: JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) })),
      (target) => target.whisper(withPayload(target, { more: new Array(100_000).fill(0) })),
      (target) => target.whisper(withPayload(target, Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`n${index}`, 0])))),
    ],
  },
  {
    name: 'malformed payload',
    what: 'A message lacks a field of its type, or has one of another kind.',
    isOpen: true,
    strikes: [
      (target) => target.whisper(validRequest(target, { payload: undefined })),
      (target) => target.whisper(validRequest(target, { payload: [] })),
      (target) => target.whisper(validRequest(target, { at: 'now' })),
      (target) => target.whisper(validRequest(target, { type: 'launch' })),
      (target) => target.whisper(validRequest(target, { from: {} })),
    ],
  },
  {
    name: 'prototype keys',
    what: 'A message has keys that change a prototype when they are copied.',
    isOpen: true,
    strikes: tainted.map((json) => (target) => target.whisper(withPayload(target, { more: JSON.parse(json) }))),
  },
  {
    name: 'replayed message',
    what: 'A message that was accepted is sent again.',
    isOpen: true,
    mayReply: 1,
    mayTell: true,
    strikes: [
      (target) => {
        for (let count = 0; count < 5; count++) target.whisper(validRequest(target))
      },
    ],
  },
  {
    name: 'replayed reply',
    what: 'Answers arrive for requests that were never sent or ended long ago.',
    isOpen: true,
    strikes: [
      (target) => {
        for (const id of ['one', 'two'])
          target.whisper(validRequest(target, { id, re: 'asked-before', payload: { access_token: 'x', expires_at: 0, allowed: true } }))
      },
    ],
  },
  {
    name: 'flood',
    what: 'Thousands of messages come at once, each of them valid.',
    isOpen: true,
    mayReply: flood.replies,
    mayTell: true,
    endsIt: true,
    strikes: [
      (target) => {
        for (let index = 0; index < flood.messages; index++) target.whisper(validRequest(target, { id: `flood-${index}` }))
      },
    ],
  },
  {
    name: 'navigated away',
    what: 'The frame asks for a token and shows another page before the reply.',
    isOpen: true,
    mayTell: true,
    endsIt: true,
    strikes: ({ leave }) =>
      leave
        ? [
            (target) => {
              target.whisper(validRequest(target))
              target.leave?.()
            },
          ]
        : [],
  },
  {
    name: 'replayed opening',
    what: 'A frame is reloaded, and the hello that opened the previous connection is sent again.',
    endsIt: true,
    strikes: ({ leave }) =>
      leave
        ? [
            (target) => {
              const greeting = target.opening()
              target.deliver(greeting)
              target.leave?.()
              target.deliver(greeting)
            },
          ]
        : [],
    mayOpen: 1,
  },
  {
    name: 'after dispose',
    what: 'Messages come after the connection was closed.',
    isOpen: true,
    endsIt: true,
    strikes: [
      (target) => {
        target.dispose()
        target.whisper(validRequest(target))
        target.deliver(target.opening())
      },
    ],
  },
  {
    name: 'fuzzed messages',
    what: 'Ten thousand invalid messages come through the port of an open connection.',
    isOpen: true,
    strikes: batches(fuzz.seed, (target, seed, count) => {
      for (const data of fuzzed(seed, count)) target.whisper(data)
    }),
  },
]
