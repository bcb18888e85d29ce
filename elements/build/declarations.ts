import type { Struct } from 'superstruct'
import { printStruct } from './struct-text.ts'

type Any = Struct<any, any> // superstruct's own bound for "some struct"
interface Prop {
  readonly doc: string
  readonly struct: Any
  readonly from: string
  readonly type?: string
}

/** The parts of a declaration that the build uses. */
export interface DeclarationData {
  readonly tag: string
  readonly doc: string
  readonly props: Readonly<Record<string, Prop>>
  readonly events: Readonly<Record<string, { readonly doc: string; readonly detail: Any; readonly cancelable: boolean }>>
  readonly skeleton?: string
  readonly minHeight?: number
  /** Further modules that the first paint imports at run time, as paths from the repository root. */
  readonly firstPaint?: readonly string[]
}

/** An attribute or property as text. */
export interface PropDoc {
  readonly name: string
  /** Absent if it can be set from script only. */
  readonly attribute?: string
  readonly doc: string
  readonly type: string
  readonly isFlag: boolean
}
export interface EventDoc {
  readonly name: string
  readonly doc: string
  readonly detail: string
  readonly cancelable: boolean
}
/** A declaration as text: the input of every generator. */
export interface ElementDoc {
  readonly tag: string
  readonly name: string
  readonly doc: string
  readonly props: readonly PropDoc[]
  readonly events: readonly EventDoc[]
}

const dash = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const propText = ([name, { doc, struct, from, type }]: [string, Prop]): PropDoc => ({
  name,
  ...(from !== 'property' && { attribute: dash(name) }),
  doc,
  type: type ?? printStruct(struct),
  isFlag: from === 'flag',
})

/** Converts a declaration for the generators. */
export const toElementDoc = ({ tag, doc, props, events }: DeclarationData): ElementDoc => ({
  tag,
  name: `${tag.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase())}Element`,
  doc,
  props: Object.entries(props).map(propText),
  events: Object.entries(events).map(([name, signal]) => ({
    name,
    doc: signal.doc,
    detail: printStruct(signal.detail),
    cancelable: signal.cancelable,
  })),
})
