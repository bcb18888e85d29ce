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
  text: string
  number: number
  flag: boolean
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
  navigated: { path: 'text', title: 'text' },
  error: { code: 'text', retryable: 'flag', request_id: 'text?' },
  session: { state: 'text' },
  notice: { kind: 'text', title: 'text', text: 'text' },
  configure: { attributes: 'record' },
  navigate: { path: 'text' },
  refresh: {},
  'sign-out': {},
  focus: {},
  viewport: { top: 'number', height: 'number' },
} as const satisfies Record<string, Shape>
export type MessageType = keyof typeof messages

/** The built-in requests, each with what is asked and what is answered. */
export const requests = {
  token: { ask: { reason: 'text' }, answer: { access_token: 'text', expires_at: 'number' } },
  before: { ask: { event: 'text', detail: 'record' }, answer: { allowed: 'flag' } },
  'confirm-leave': { ask: {}, answer: { allowed: 'flag' } },
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
  readonly request_id?: string
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

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isKind: Record<keyof Kinds, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  flag: (value) => typeof value === 'boolean',
  record: isRecord,
}

/** Whether a value has the fields of a shape, and of its own. */
export const fits = (shape: Shape, value: unknown): value is Record<string, unknown> =>
  isRecord(value) &&
  Object.entries(shape).every(([name, field]) => {
    const kind = field.replace('?', '') as keyof Kinds // what is left of a Field without its mark
    return Object.hasOwn(value, name) ? isKind[kind](value[name]) || (value[name] === undefined && kind !== field) : kind !== field
  })

const envelope: Shape = {
  ns: 'text',
  v: 'number',
  id: 'text',
  re: 'text?',
  from: 'record',
  type: 'text',
  at: 'number',
  payload: 'record?',
  error: 'record?',
}
const speaker: Shape = { tag: 'text', instance: 'text' }
const refused: Shape = { code: 'text', message: 'text', retryable: 'flag', request_id: 'text?' }

const shapeOf = (type: string): Shape | undefined => {
  if (Object.hasOwn(messages, type)) return messages[type as MessageType] // just found among them
  if (Object.hasOwn(requests, type)) return requests[type as RequestType].ask // likewise
  return /^ad-[a-z-]+$/.test(type) ? {} : undefined // the detail of a declared event is checked by types
}

function hasContent({ re, type, payload, error }: Record<string, unknown>): boolean {
  if (error !== undefined) return Boolean(re) && fits(refused, error)
  const shape = shapeOf(String(type))
  return shape !== undefined && fits(re ? {} : shape, payload)
}

/** Whether a value is an envelope with a payload that its type admits; an answer's payload is checked by who asked. */
export const isEnvelope = (value: unknown): value is Envelope =>
  fits(envelope, value) && value.ns === namespace && fits(speaker, value.from) && hasContent(value)

/** The first words of a frame: nothing but the versions it speaks and a nonce. */
export const helloShape = { ns: 'text', type: 'text', oldest: 'number', newest: 'number', nonce: 'text' } as const satisfies Shape
/** The host's answer, beside a port; without a version in common it carries a code and no port. */
export const connectShape = { ns: 'text', type: 'text', nonce: 'text', version: 'number?', code: 'text?' } as const satisfies Shape
export type Hello = Shaped<typeof helloShape>
export type Connect = Shaped<typeof connectShape>
