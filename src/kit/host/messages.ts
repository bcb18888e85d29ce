/** The name that every message of ours carries. */
export const namespace = 'placard'

/** The versions of the protocol that this side speaks. */
export const versions = { oldest: 1, newest: 1 } as const

/** The newest version that both sides speak; undefined when there is none. */
export function commonVersion(ours: VersionRange, theirs: VersionRange): number | undefined {
  const newest = Math.min(ours.newest, theirs.newest)
  return newest >= Math.max(ours.oldest, theirs.oldest) ? newest : undefined
}

export interface VersionRange {
  readonly oldest: number
  readonly newest: number
}

interface Kinds {
  string: string
  number: number
  boolean: boolean
  record: Record<string, unknown>
}
type Field = keyof Kinds | `${keyof Kinds}?`
/** The fields of a payload in words small enough for the host's three kilobytes; both sides check with it. */
export type Shape = Readonly<Record<string, Field>>

type KindOf<F> = F extends `${infer K extends keyof Kinds}?` ? Kinds[K] : F extends keyof Kinds ? Kinds[F] : never
type MayMiss<S> = { [K in keyof S]: S[K] extends `${string}?` ? K : never }[keyof S]
/** The value that a shape admits. */
export type Shaped<S> = { [K in Exclude<keyof S, MayMiss<S>>]: KindOf<S[K]> } & { [K in MayMiss<S>]?: KindOf<S[K]> }

/** The built-in messages; a declared event of a tag travels under its own name with its detail. */
export const messages = {
  ready: {},
  resized: { height: 'number' },
  navigated: { path: 'string', title: 'string' },
  error: { code: 'string', retryable: 'boolean', request_id: 'string?' },
  session: { state: 'string' },
  notice: { kind: 'string', title: 'string', text: 'string' },
  configure: { attributes: 'record' },
  navigate: { path: 'string' },
  refresh: {},
  'sign-out': {},
  focus: {},
  viewport: { top: 'number', height: 'number' },
} as const satisfies Record<string, Shape>
export type MessageType = keyof typeof messages

/** The built-in requests, each with what is asked and what is answered. */
export const requests = {
  token: { ask: { reason: 'string' }, answer: { access_token: 'string', expires_at: 'number' } },
  before: { ask: { event: 'string', detail: 'record' }, answer: { allowed: 'boolean' } },
  'confirm-leave': { ask: {}, answer: { allowed: 'boolean' } },
  ping: { ask: {}, answer: {} },
} as const satisfies Record<string, { ask: Shape; answer: Shape }>
export type RequestType = keyof typeof requests

export type Payload<T extends MessageType> = Shaped<(typeof messages)[T]>
export type Ask<T extends RequestType> = Shaped<(typeof requests)[T]['ask']>
export type Answer<T extends RequestType> = Shaped<(typeof requests)[T]['answer']>

/** Who speaks: a tag, and which one of several on the page. */
export interface Speaker {
  readonly tag: string
  readonly instance: string
}

/** Why a request was not answered, as it travels. */
export interface Refused {
  readonly code: string
  readonly message: string
  readonly retryable: boolean
  readonly request_id?: string | undefined
}

/** One message, whichever way it travels. */
export interface Envelope {
  readonly ns: typeof namespace
  readonly v: number
  readonly id: string
  /** The request that this answers. */
  readonly re?: string
  readonly from: Speaker
  readonly type: string
  readonly at: number
  readonly payload?: Readonly<Record<string, unknown>>
  readonly error?: Refused
}

export const isObject = (value: unknown): value is object => Object(value) === value
export const isRecord = (value: unknown): value is Record<string, unknown> => isObject(value) && !Array.isArray(value)

const isOfKind = (kind: string, value: unknown) => {
  if (kind === 'number') return Number.isFinite(value)
  return kind === 'record' ? isRecord(value) : typeof value === kind
}

/** Whether a value has the fields of a shape, and of its own. */
export const fits = (shape: Shape, value: unknown): value is Record<string, unknown> =>
  isRecord(value) &&
  Object.entries(shape).every(([name, field]) => {
    const kind = field.replace('?', '')
    const given = Object.hasOwn(value, name) ? value[name] : undefined
    return given === undefined ? kind !== field : isOfKind(kind, given)
  })

/** Its name and its speaker are compared more closely. */
const envelope: Shape = {
  v: 'number',
  id: 'string',
  re: 'string?',
  type: 'string',
  at: 'number',
  payload: 'record?',
  error: 'record?',
}
const speaker: Shape = { tag: 'string', instance: 'string' }
const refused: Shape = { code: 'string', message: 'string', retryable: 'boolean', request_id: 'string?' }

const shapeOf = (type: string): Shape | undefined => {
  if (Object.hasOwn(messages, type)) return messages[type as MessageType] // just found among them
  if (Object.hasOwn(requests, type)) return requests[type as RequestType].ask // likewise
  return /^ad-[a-z-]+$/.test(type) ? {} : undefined // the detail of a declared event is checked by types
}

function hasContent({ re, type, payload, error }: Record<string, unknown>): boolean {
  if (error !== undefined) return Boolean(re) && fits(refused, error)
  const shape = shapeOf(type as string) // the envelope's own shape says so
  return shape !== undefined && fits(re ? {} : shape, payload)
}

/** Whether a value is an envelope with a payload that its type admits; an answer's payload is checked by who asked. */
export const isEnvelope = (value: unknown): value is Envelope =>
  fits(envelope, value) && value.ns === namespace && fits(speaker, value.from) && hasContent(value)

/** The first words of a frame: nothing but the versions it speaks and a nonce. */
export const helloShape = { ns: 'string', type: 'string', oldest: 'number', newest: 'number', nonce: 'string' } as const satisfies Shape
/** The host's answer, beside a port; without a version in common it carries a code and no port. */
export const connectShape = { ns: 'string', type: 'string', nonce: 'string', version: 'number?', code: 'string?' } as const satisfies Shape
export type Hello = Shaped<typeof helloShape>
export type Connect = Shaped<typeof connectShape>
