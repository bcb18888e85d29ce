import type { Struct } from 'superstruct'
import { elementMethods } from './methods.ts'
import { type DeclarationData, toElementDoc } from './declarations.ts'

/** A tag as the testing kit sees it. */
export interface TagDescription {
  readonly attributes: readonly string[]
  readonly properties: readonly string[]
  readonly methods: readonly string[]
  /** Each event with an example of its detail. */
  readonly events: Readonly<Record<string, { readonly detail: Readonly<Record<string, unknown>>; readonly cancelable: boolean }>>
}

type Any = Struct<any, any> // superstruct's own bound for "some struct"

/** Realistic example values by field name. */
const exampleByFieldName: Readonly<Record<string, string>> = {
  code: 'crashed',
  request_id: 'request-1',
  kind: 'info',
  title: 'Saved',
  text: 'Everything is saved.',
  path: 'table?compare=none',
  start_date: '2026-01-01',
  end_date: '2026-01-31',
}

/** A valid example of a struct; always the same one. */
export function exampleOf(struct: Any, name = ''): unknown {
  const { type, schema } = struct
  if (type === 'object' || type === 'type')
    return Object.fromEntries(Object.entries<Any>(schema ?? {}).map(([field, part]) => [field, exampleOf(part, field)]))
  if (type === 'array') return [exampleOf(schema, name)]
  if (type === 'enums') return Object.values(schema)[0]
  if (type === 'literal') return schema
  const plain: Readonly<Record<string, unknown>> = {
    string: exampleByFieldName[name] ?? (name || 'text'),
    integer: 3,
    number: 3,
    boolean: true,
  }
  if (!Object.hasOwn(plain, type)) throw new Error(`No example value for a struct of type ${type}`)
  return plain[type]
}

const row = (declared: DeclarationData): [tag: string, row: TagDescription] => {
  const { tag, props } = toElementDoc(declared)
  const events = Object.entries(declared.events).map(([type, { detail, cancelable }]) => [type, { detail: exampleOf(detail), cancelable }])
  return [
    tag,
    {
      attributes: props.flatMap(({ attribute }) => attribute ?? []),
      // Every HTML element has a `title` property.
      properties: props.flatMap(({ name }) => (name === 'title' ? [] : name)),
      // The fake has its own `focusInside`.
      methods: Object.keys(elementMethods).filter((name) => name !== 'focusInside'),
      events: Object.fromEntries(events),
    },
  ]
}

/** All tags as the testing kit sees them. */
export const declaredTags = (declarations: readonly DeclarationData[]) => Object.fromEntries(declarations.map(row))

/** `declaredTags` as a module. */
export const declaredTagsCode = (declarations: readonly DeclarationData[]) =>
  `export const tags = ${JSON.stringify(declaredTags(declarations))}`
