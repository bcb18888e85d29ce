import { tags } from 'declared:tags'
import { type MessageErrorCode, messageErrors } from '../../src/kit/host/message-errors.ts'
import {
  type Envelope,
  type MessageType,
  messages,
  namespace,
  type RequestType,
  requests,
  type Shape,
  versions,
} from '../../src/kit/host/messages.ts'
import type { ElementEvents } from '../index.ts'

/** Realistic values by field name; any other field gets a simple value of its kind. */
const examples: Readonly<Record<string, unknown>> = {
  height: 480,
  top: 0,
  path: 'table?compare=none',
  title: 'Report',
  code: 'crashed',
  retryable: true,
  request_id: 'request-1',
  state: 'expired',
  kind: 'info',
  text: 'Everything is saved.',
  reason: 'start',
  access_token: 'an access token',
  expires_at: 4_102_444_800,
  event: 'ad-notice',
}
const plain: Readonly<Record<string, unknown>> = { text: 'text', number: 3, flag: true, record: {} }

const exampleOf = (shape: Shape): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, examples[name] ?? plain[field.replace('?', '')]]))

function each<K extends string, V, R>(table: Readonly<Record<K, V>>, create: (name: K, value: V) => R): Readonly<Record<K, R>> {
  const rows = Object.entries<V>(table).map(([name, value]) => [name, create(name as K, value)]) // a key of the table
  return Object.fromEntries(rows) as Record<K, R> // the same keys
}

const envelope = (kind: string, name: string, fields: Partial<Envelope>): Envelope => ({
  ns: namespace,
  v: versions.newest,
  id: `${kind}-${name}`,
  from: { tag: 'ad-report-chart', instance: 'fixture' },
  type: name,
  at: 0,
  ...fields,
})

const details = Object.assign({}, ...Object.values(tags).map(({ events }) => events))

/** One valid envelope for every message, generated from the shapes and declarations so that none is missing. */
export const fixtures = {
  /** Messages of both sides, by type. */
  messages: each<MessageType, Shape, Envelope>(messages, (name, shape) => envelope('message', name, { payload: exampleOf(shape) })),
  /** Requests of both sides, by type. */
  requests: each<RequestType, { ask: Shape }, Envelope>(requests, (name, { ask }) =>
    envelope('request', name, { payload: exampleOf(ask) }),
  ),
  /** Answers, by the type of the request. */
  answers: each<RequestType, { answer: Shape }, Envelope>(requests, (name, { answer }) =>
    envelope('answer', name, { re: `request-${name}`, payload: exampleOf(answer) }),
  ),
  /** Declared events of all tags, by name. */
  events: each<keyof ElementEvents, { detail: Readonly<Record<string, unknown>> }, Envelope>(details, (name, { detail }) =>
    envelope('event', name, { payload: detail }),
  ),
  /** Error answers, by code. */
  errors: each<MessageErrorCode, { retryable: boolean; meaning: string }, Envelope>(messageErrors, (code, { retryable, meaning }) => ({
    ...envelope('error', code, { re: 'request-token', error: { code, message: meaning, retryable } }),
    type: 'token',
  })),
} as const

/** All fixtures in one list. */
export const allFixtures = (): readonly Envelope[] => Object.values(fixtures).flatMap((table) => Object.values<Envelope>(table))
