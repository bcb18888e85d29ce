import type { Struct } from 'superstruct'
import { printStruct } from './struct-text.ts'

type Any = Struct<any, any> // superstruct's own bound for "some struct"
interface Prop {
  readonly doc: string
  readonly struct: Any
  readonly from: string
  readonly type?: string
}

/** What the build reads of a declaration. */
export interface Declared {
  readonly tag: string
  readonly doc: string
  readonly props: Readonly<Record<string, Prop>>
  readonly events: Readonly<Record<string, { readonly doc: string; readonly detail: Any; readonly cancelable: boolean }>>
  readonly skeleton?: string
  readonly minHeight?: number
  readonly narrowHeight?: number
  /** Modules beyond the surface's own that the first paint imports when it runs, as paths from the root. */
  readonly firstPaint?: readonly string[]
}

/** One attribute or property, in words. */
export interface PropText {
  readonly name: string
  /** Absent for what is given from script only. */
  readonly attribute?: string
  readonly doc: string
  readonly type: string
  readonly isFlag: boolean
}
export interface EventText {
  readonly name: string
  readonly doc: string
  readonly detail: string
  readonly cancelable: boolean
}
/** A declaration in words: what every printer reads. */
export interface ElementText {
  readonly tag: string
  readonly name: string
  readonly doc: string
  readonly props: readonly PropText[]
  readonly events: readonly EventText[]
}

const dash = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const propText = ([name, { doc, struct, from, type }]: [string, Prop]): PropText => ({
  name,
  ...(from !== 'property' && { attribute: dash(name) }),
  doc,
  type: type ?? printStruct(struct),
  isFlag: from === 'flag',
})

/** Reads a declaration once for all printers. */
export const elementText = ({ tag, doc, props, events }: Declared): ElementText => ({
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
