/** Namespace of all our messages. */
export const namespace = 'placard'

/** The protocol versions that this side supports. */
export const versions = { oldest: 1, newest: 1 } as const

/** The newest version that both sides support; undefined if there is none. */
export function commonVersion(own: VersionRange, other: VersionRange): number | undefined {
  const newest = Math.min(own.newest, other.newest)
  return newest >= Math.max(own.oldest, other.oldest) ? newest : undefined
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
/** Field types of a payload, in a notation small enough for the host's three-kilobyte script. Both sides validate with it. */
export type Shape = Readonly<Record<string, Field>>

type KindOf<F> = F extends `${infer K extends keyof Kinds}?` ? Kinds[K] : F extends keyof Kinds ? Kinds[F] : never
type MayMiss<S> = { [K in keyof S]: S[K] extends `${string}?` ? K : never }[keyof S]
/** The type of the values that a shape accepts. */
export type Shaped<S> = { [K in Exclude<keyof S, MayMiss<S>>]: KindOf<S[K]> } & { [K in MayMiss<S>]?: KindOf<S[K]> }

/** The built-in messages. A declared event of a tag is sent under its own name, with its detail as payload. */
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

/** The built-in requests, each with its payload and its answer. */
export const requests = {
  token: { ask: { reason: 'string' }, answer: { access_token: 'string', expires_at: 'number' } },
  before: { ask: { event: 'string', detail: 'record' }, answer: { allowed: 'boolean' } },
  'confirm-leave': { ask: {}, answer: { allowed: 'boolean' } },
  ping: { ask: {}, answer: {} },
} as const satisfies Record<string, { ask: Shape; answer: Shape }>
export type RequestType = keyof typeof requests

export type Payload<T extends MessageType> = Shaped<(typeof messages)[T]>
export type RequestPayload<T extends RequestType> = Shaped<(typeof requests)[T]['ask']>
export type Answer<T extends RequestType> = Shaped<(typeof requests)[T]['answer']>

/** The sender of a message: a tag, and its instance on the page. */
export interface MessageSender {
  readonly tag: string
  readonly instance: string
}

/** Why a request failed, as it is sent over the channel. */
export interface RequestFailure {
  readonly code: string
  readonly message: string
  readonly retryable: boolean
  readonly request_id?: string | undefined
}

/** One message, in either direction. */
export interface Envelope {
  readonly ns: typeof namespace
  readonly v: number
  readonly id: string
  /** The request that this message answers. */
  readonly re?: string
  readonly from: MessageSender
  readonly type: string
  readonly at: number
  readonly payload?: Readonly<Record<string, unknown>>
  readonly error?: RequestFailure
}

export const isObject = (value: unknown): value is object => Object(value) === value
export const isRecord = (value: unknown): value is Record<string, unknown> => isObject(value) && !Array.isArray(value)

const isOfKind = (kind: string, value: unknown) => {
  if (kind === 'number') return Number.isFinite(value)
  return kind === 'record' ? isRecord(value) : typeof value === kind
}

/** Whether a value has the fields of a shape as own properties. */
export const matchesShape = (shape: Shape, value: unknown): value is Record<string, unknown> =>
  isRecord(value) &&
  Object.entries(shape).every(([name, field]) => {
    const kind = field.replace('?', '')
    const given = Object.hasOwn(value, name) ? value[name] : undefined
    return given === undefined ? kind !== field : isOfKind(kind, given)
  })

/** The namespace and the sender are checked separately. */
const envelope: Shape = {
  v: 'number',
  id: 'string',
  re: 'string?',
  type: 'string',
  at: 'number',
  payload: 'record?',
  error: 'record?',
}
const sender: Shape = { tag: 'string', instance: 'string' }
const refused: Shape = { code: 'string', message: 'string', retryable: 'boolean', request_id: 'string?' }

const shapeOf = (type: string): Shape | undefined => {
  if (Object.hasOwn(messages, type)) return messages[type as MessageType] // found in messages above
  if (Object.hasOwn(requests, type)) return requests[type as RequestType].ask // found in requests above
  return /^ad-[a-z-]+$/.test(type) ? {} : undefined // the detail of a declared event is checked at compile time
}

function hasContent({ re, type, payload, error }: Record<string, unknown>): boolean {
  if (error !== undefined) return Boolean(re) && matchesShape(refused, error)
  const shape = shapeOf(type as string) // the envelope's own shape guarantees it
  return shape !== undefined && matchesShape(re ? {} : shape, payload)
}

/** Whether a value is an envelope whose payload fits its type. The payload of an answer is validated by the requesting side. */
export const isEnvelope = (value: unknown): value is Envelope =>
  matchesShape(envelope, value) && value.ns === namespace && matchesShape(sender, value.from) && hasContent(value)

/** The first message of a frame: only its versions and a nonce. */
export const helloShape = { ns: 'string', type: 'string', oldest: 'number', newest: 'number', nonce: 'string' } as const satisfies Shape
/** The host's reply, sent with a port. Without a common version it has a code and no port. */
export const connectShape = { ns: 'string', type: 'string', nonce: 'string', version: 'number?', code: 'string?' } as const satisfies Shape
export type Hello = Shaped<typeof helloShape>
export type Connect = Shaped<typeof connectShape>
