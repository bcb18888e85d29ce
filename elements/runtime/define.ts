import type { Messages } from '@lingui/core'
import type { ComponentType } from 'react'
import { boolean, define, type Infer, number, object, optional, record, string, type Struct } from 'superstruct'
import type { ElementMethods } from '../build/methods.ts'
import type { GetToken } from '../../src/kit/session/token.ts'

// The variance of a struct's type and schema has no common base narrower than any.
type Any = Struct<any, any> // superstruct's own bound for "some struct"

/** One attribute or property of a tag. */
export interface Prop<S extends Any = Any> {
  readonly doc: string
  readonly struct: S
  readonly from: 'text' | 'number' | 'flag' | 'property'
  /** The TypeScript text of a value that no struct can print. */
  readonly type?: string
}

/** One event of a tag. */
export interface Signal<S extends Any = Any> {
  readonly doc: string
  readonly detail: S
  readonly cancelable: boolean
}

export const text = (doc: string): Prop<Struct<string, null>> => ({ doc, struct: string(), from: 'text' })
export const count = (doc: string): Prop<Struct<number, null>> => ({ doc, struct: number(), from: 'number' })
/** False by default; the bare attribute switches it on. */
export const flag = (doc: string): Prop<Struct<boolean, null>> => ({ doc, struct: boolean(), from: 'flag' })
/** Given from script only: an object has no honest attribute form. */
export const value = <S extends Any>(struct: S, doc: string, type?: string): Prop<S> => ({
  doc,
  struct,
  from: 'property',
  ...(type && { type }),
})
/** Something that happened, with the ids of what it happened to. */
export const signal = <S extends Any>(detail: S, doc: string, { cancelable = false } = {}): Signal<S> => ({ doc, detail, cancelable })

const isTokenSource = (candidate: unknown) => typeof candidate === 'function'
const tokenSourceType =
  "(ask: { reason: 'start' | 'expiring' | 'refused' | 'online' | 'wake'; signal: AbortSignal }) => Promise<{ access_token: string; expires_at: number }>"

/** Whose data a surface shows: one that declares these is told so by the console, which keeps the choice of advertisers. */
export const whoseProps = {
  clientId: text('The client whose data is shown.'),
  advertiserId: text('Only this advertiser.'),
  advertiserIds: text('Only these advertisers, by id, separated by commas; all of the client’s when it is absent.'),
}

/** What every surface takes from its host. */
export const commonProps = {
  locale: text('The language and the formats, such as en-US or de; the nearest lang attribute when it is absent.'),
  theme: text('light, dark or auto, which follows the person’s system; light when it is absent.'),
  inherit: flag('Takes the font family and the text colour of the page instead of its own.'),
  linkBase: text('The address that links inside the element begin with, so that they stay on the host’s own pages.'),
  path: text('Where inside the element, without a leading slash and with its query.'),
  getToken: value(
    define<GetToken>('function', isTokenSource),
    'Gives an access token whenever one is needed; it is never put in an attribute.',
    tokenSourceType,
  ),
  themeTokens: value(
    record(string(), string()),
    'Values of --ad-* custom properties by name, with or without the leading dashes.',
    'Record<string, string>',
  ),
}

/** What every surface tells its host. */
export const commonEvents = {
  'ad-ready': signal(object({}), 'The first screen is painted and can be used.'),
  'ad-error': signal(
    object({ code: string(), retryable: boolean(), request_id: optional(string()) }),
    'Something went wrong inside; the element says so itself.',
  ),
  'ad-notice': signal(
    object({ kind: string(), title: string(), text: string(), id: optional(string()), duration: optional(number()) }),
    'A short notice; cancel it to show it yourself. Two of one id are one; the duration is in milliseconds.',
    { cancelable: true },
  ),
  'ad-navigated': signal(object({ path: string(), title: string() }), 'The element moved to another place inside itself.'),
  'ad-session-expiring': signal(object({}), 'The token runs out soon and no new one has come yet.'),
  'ad-session-expired': signal(object({}), 'The session is over; nothing that was typed is lost.'),
  'ad-session-restored': signal(object({}), 'A new token came and work goes on.'),
}

export type Skeleton = 'chart' | 'list' | 'form' | 'page'

/** Written on the arrow so that reading a declaration's type never has to read the surface's. */
export type Surface = Promise<{ default: ComponentType<any> }> // any component: its props follow from the declaration, which would be read for ever
/** The words of a surface, one locale at a time. */
export type Words = Promise<{ load: (locale: string) => Promise<Messages> }>

interface Parts<T extends string, P, E> {
  readonly tag: T
  readonly doc: string
  readonly props: P
  readonly events: E
}

/** How a surface is found and what holds its place until it is. */
export interface SurfaceParts {
  /** The folders of the contract that the surface reads and writes. */
  readonly nouns: readonly string[]
  readonly skeleton: Skeleton
  /** The height in pixels that is reserved before there is content. */
  readonly minHeight: number
  /** The same on a narrow page, where things stand below each other; as wide, unless said. */
  readonly narrowHeight?: number
  readonly surface: () => Surface
  readonly words: () => Words
  /** Modules beyond the surface's own that the first paint imports when it runs, as paths from the root. */
  readonly firstPaint?: readonly string[]
}

type Props = Readonly<Record<string, Prop>>
type Signals = Readonly<Record<string, Signal>>

/** A tag whose content is a surface. */
export interface Declaration<T extends string = string, P = Props, E = Signals>
  extends Parts<T, P & typeof commonProps, E & typeof commonEvents>,
    SurfaceParts {}

/** A tag that brings its own class. */
export interface BareDeclaration<T extends string = string, P = Props, E = Signals> extends Parts<T, P, E> {
  /** The height in pixels that is reserved before there is content. */
  readonly minHeight: number
  readonly element: () => Promise<{ register: () => void }>
}

/** Any tag, as printers and tests see it. */
export type AnyDeclaration = Parts<string, Props, Signals> & (Pick<BareDeclaration, 'element'> | SurfaceParts)

/** Declares a tag once; class, types, manifest and documentation are made from it. */
export const defineElement = <const T extends `ad-${string}`, P extends Props, E extends Signals = Record<never, never>>(
  own: Parts<T, P, E> & SurfaceParts,
): Declaration<T, P, E> => ({ ...own, props: { ...own.props, ...commonProps }, events: { ...own.events, ...commonEvents } })

/** Declares a tag that is no surface and has a class of its own. */
export const defineBareElement = <const T extends `ad-${string}`, P extends Props, E extends Signals>(own: BareDeclaration<T, P, E>) => own

type Detail<S> = S extends Signal<infer D> ? Infer<D> : never
type Given<P> = { [K in keyof P]?: (P[K] extends Prop<infer S> ? Infer<S> : never) | undefined }

/** What the surface's component receives. */
export type SurfaceProps<D> =
  D extends Declaration<string, infer P, infer E>
    ? Given<Omit<P, keyof typeof commonProps>> & {
        emit: <K extends Exclude<keyof E, keyof typeof commonEvents>>(type: K, detail: Detail<E[K]>) => boolean
      }
    : never

/** What the page sees on the node. */
export type ElementOf<D> = D extends { props: infer P } ? HTMLElement & ElementMethods & Omit<Given<P>, 'title'> : never

/** The events of a tag, by name. */
export type EventsOf<D> = D extends { events: infer E } ? { [K in keyof E]: CustomEvent<Detail<E[K]>> } : never

/** The attribute of a property. */
export const dash = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
