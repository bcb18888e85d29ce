import type { Messages } from '@lingui/core'
import type { ComponentType } from 'react'
import { boolean, define, type Infer, number, object, optional, record, string, type Struct } from 'superstruct'
import type { ElementMethods } from '../build/methods.ts'
import type { GetToken } from '../../src/kit/session/token.ts'
import type { Skeleton } from '../../src/ui/skeleton.ts'

// No type narrower than `any` fits the type and schema of every struct.
type SomeStruct = Struct<any, any> // superstruct's own bound for "some struct"

/** One attribute or property of a tag. */
export interface Prop<S extends SomeStruct = SomeStruct> {
  readonly doc: string
  readonly struct: S
  readonly from: 'text' | 'number' | 'flag' | 'property'
  /** The TypeScript type as text, for a value whose struct cannot be printed. */
  readonly type?: string
}

/** One event of a tag. */
export interface EventDeclaration<S extends SomeStruct = SomeStruct> {
  readonly doc: string
  readonly detail: S
  readonly cancelable: boolean
}

export const textProp = (doc: string): Prop<Struct<string, null>> => ({ doc, struct: string(), from: 'text' })
export const numberProp = (doc: string): Prop<Struct<number, null>> => ({ doc, struct: number(), from: 'number' })
/** False by default; the attribute without a value means true. */
export const flagProp = (doc: string): Prop<Struct<boolean, null>> => ({ doc, struct: boolean(), from: 'flag' })
/** Settable from script only, because an object has no useful attribute form. */
export const scriptProp = <S extends SomeStruct>(struct: S, doc: string, type?: string): Prop<S> => ({
  doc,
  struct,
  from: 'property',
  ...(type && { type }),
})
/** Declares an event; its detail carries the ids of what changed. */
export const declareEvent = <S extends SomeStruct>(detail: S, doc: string, { cancelable = false } = {}): EventDeclaration<S> => ({
  doc,
  detail,
  cancelable,
})

const isTokenSource = (candidate: unknown) => typeof candidate === 'function'
const tokenSourceType =
  "(ask: { reason: 'start' | 'expiring' | 'refused' | 'online' | 'wake'; signal: AbortSignal }) => Promise<{ access_token: string; expires_at: number }>"

/** Props that select the data a surface shows. The console sets them on every surface that declares them. */
export const scopeProps = {
  clientId: textProp('The client whose data is shown.'),
  advertiserId: textProp('Only this advertiser.'),
  advertiserIds: textProp('Only these advertisers: ids separated by commas; all advertisers of the client by default.'),
}

/** Props that every surface accepts. */
export const commonProps = {
  locale: textProp('Language and formats, such as en-US or de; the nearest lang attribute by default.'),
  theme: textProp('light, dark or auto (follows the system setting); light by default.'),
  inherit: flagProp('Use the page’s font family and text color.'),
  linkBase: textProp('URL prefix of links inside the element, so that they lead to the host’s own pages.'),
  path: textProp('The path inside the element, without a leading slash and with its query.'),
  getToken: scriptProp(
    define<GetToken>('function', isTokenSource),
    'Returns an access token; called whenever one is needed. Never put a token in an attribute.',
    tokenSourceType,
  ),
  themeTokens: scriptProp(
    record(string(), string()),
    'Values of --ad-* custom properties by name, with or without the leading dashes.',
    'Record<string, string>',
  ),
}

/** Events that every surface emits. */
export const commonEvents = {
  'ad-ready': declareEvent(object({}), 'The first screen is rendered and usable.'),
  'ad-error': declareEvent(
    object({ code: string(), retryable: boolean(), request_id: optional(string()) }),
    'An error occurred; the element shows it itself.',
  ),
  'ad-notice': declareEvent(
    object({ kind: string(), title: string(), text: string(), id: optional(string()), duration: optional(number()) }),
    'A short notice; cancel it to show it yourself. Not repeated while one with the same id is shown. The duration is in milliseconds.',
    { cancelable: true },
  ),
  'ad-navigated': declareEvent(object({ path: string(), title: string() }), 'The element’s path has changed.'),
  'ad-session-expiring': declareEvent(object({}), 'The token expires soon and no new one has arrived.'),
  'ad-session-expired': declareEvent(object({}), 'The session has ended; unsaved input is kept.'),
  'ad-session-restored': declareEvent(object({}), 'A new token has arrived; the session continues.'),
}

/** Annotated on each declaration's arrow function, so that TypeScript does not have to infer the surface's type. */
export type Surface = Promise<{ default: ComponentType<any> }> // any component: typing its props would be circular
/** The messages of a surface, loaded one locale at a time. */
export type Words = Promise<{ load: (locale: string) => Promise<Messages> }>

interface Parts<T extends string, P, E> {
  readonly tag: T
  readonly doc: string
  readonly props: P
  readonly events: E
}

/** How a surface is loaded, and the placeholder shown until then. */
export interface SurfaceParts {
  /** Contract folders that the surface reads and writes. */
  readonly nouns: readonly string[]
  readonly skeleton: Skeleton
  /** Height in pixels reserved until there is content. */
  readonly minHeight: number
  readonly surface: () => Surface
  readonly words: () => Words
  /** Further modules that the first paint imports at run time, as paths from the repository root. */
  readonly firstPaint?: readonly string[]
}

type Props = Readonly<Record<string, Prop>>
type EventDeclarations = Readonly<Record<string, EventDeclaration>>

/** A tag whose content is a surface. */
export interface Declaration<T extends string = string, P = Props, E = EventDeclarations>
  extends Parts<T, P & typeof commonProps, E & typeof commonEvents>,
    SurfaceParts {}

/** A tag with its own element class. */
export interface BareDeclaration<T extends string = string, P = Props, E = EventDeclarations> extends Parts<T, P, E> {
  /** Height in pixels reserved until there is content. */
  readonly minHeight: number
  readonly element: () => Promise<{ register: () => void }>
}

/** Any declared tag, as the build and the tests read it. */
export type AnyDeclaration = Parts<string, Props, EventDeclarations> & (Pick<BareDeclaration, 'element'> | SurfaceParts)

/** Declares a tag; its class, types, manifest and documentation are generated from this. */
export const defineElement = <const T extends `ad-${string}`, P extends Props, E extends EventDeclarations = Record<never, never>>(
  own: Parts<T, P, E> & SurfaceParts,
): Declaration<T, P, E> => ({ ...own, props: { ...own.props, ...commonProps }, events: { ...own.events, ...commonEvents } })

/** Declares a tag that has its own class instead of a surface. */
export const defineBareElement = <const T extends `ad-${string}`, P extends Props, E extends EventDeclarations>(
  own: BareDeclaration<T, P, E>,
) => own

type Detail<S> = S extends EventDeclaration<infer D> ? Infer<D> : never
type GivenProps<P> = { [K in keyof P]?: (P[K] extends Prop<infer S> ? Infer<S> : never) | undefined }

/** Props of the surface's component. */
export type SurfaceProps<D> =
  D extends Declaration<string, infer P, infer E>
    ? GivenProps<Omit<P, keyof typeof commonProps>> & {
        emit: <K extends Exclude<keyof E, keyof typeof commonEvents>>(type: K, detail: Detail<E[K]>) => boolean
      }
    : never

/** The element's type in the DOM. */
export type ElementOf<D> = D extends { props: infer P } ? HTMLElement & ElementMethods & Omit<GivenProps<P>, 'title'> : never

/** The events of a tag, by name. */
export type EventsOf<D> = D extends { events: infer E } ? { [K in keyof E]: CustomEvent<Detail<E[K]>> } : never

/** The attribute name of a property. */
export const toKebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
