import { is, type Struct } from 'superstruct'
import { elementMethods } from '../../elements/build/methods.ts'

type Shape = Struct<any, any> // superstruct's own bound for "some struct"

/** The parts of a declaration that the report uses. */
export interface Declared {
  readonly tag: string
  readonly doc: string
  readonly props: Readonly<Record<string, { readonly doc: string; readonly struct: Shape; readonly from: string }>>
  readonly events: Readonly<Record<string, { readonly doc: string; readonly detail: Shape; readonly cancelable: boolean }>>
}

const fieldsOf = (schema: Readonly<Record<string, Shape>>) =>
  Object.entries(schema).map(([name, field]) => `${name}${is(undefined, field) ? '?' : ''}: ${typeOf(field)}`)

function bodyOf({ type, schema }: Shape): string {
  if (type === 'object' || type === 'type') return schema ? `{ ${fieldsOf(schema).join('; ')} }` : 'object'
  if (type === 'array') return schema ? `${typeOf(schema)}[]` : 'unknown[]'
  if (type === 'enums')
    return Object.values(schema)
      .map((value) => JSON.stringify(value))
      .join(' | ')
  if (type === 'literal') return JSON.stringify(schema)
  if (type === 'integer') return 'number'
  if (type !== 'oneOf') return type
  const branches: [string, Shape][] = Object.entries(schema.branches)
  return branches.map(([name, branch]) => `({ ${schema.tag}: ${JSON.stringify(name)} } & ${typeOf(branch)})`).join(' | ')
}

/** A struct's type as text. Superstruct does not record nullability, so null is validated against the struct. */
export const typeOf = (shape: Shape): string =>
  shape.type !== 'unknown' && shape.type !== 'any' && is(null, shape) ? `${bodyOf(shape)} | null` : bodyOf(shape)

const attributeName = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const propRow = ([name, { struct, from }]: [string, Declared['props'][string]]) =>
  from === 'property'
    ? `- property \`${name}\`: \`${typeOf(struct)}\``
    : `- attribute \`${attributeName(name)}\`, property \`${name}\`: \`${typeOf(struct)}\``

const eventRow = ([name, { detail, cancelable }]: [string, Declared['events'][string]]) =>
  `- event \`${name}\`${cancelable ? ', cancelable' : ''}: \`${typeOf(detail)}\``

const methodRows = Object.values(elementMethods).map(({ type }) => `- method \`${type}\``)

const section = ({ tag, doc, props, events }: Declared) =>
  [`## \`<${tag}>\``, '', doc, '', ...Object.entries(props).map(propRow), ...methodRows, ...Object.entries(events).map(eventRow)].join('\n')

const head = `# The public interface

What hosts build on: every tag, attribute, property, method and event, with its type. Made from the declarations by
\`npx tsx tests/commands/interface.ts\`; a test compares. A row that goes or changes breaks somebody's page.`

/** Report of the public interface for hosts. */
export const interfaceReport = (declarations: readonly Declared[]) =>
  `${[head, ...[...declarations].sort((a, b) => (a.tag < b.tag ? -1 : 1)).map(section)].join('\n\n')}\n`

/** Rows that differ, so that a reader sees the changes that affect hosts. */
export function interfaceChanges(committed: string, now: string): string[] {
  const before = committed.split('\n')
  const after = now.split('\n')
  return [
    ...before.filter((row) => !after.includes(row)).map((row) => `gone: ${row}`),
    ...after.filter((row) => !before.includes(row)).map((row) => `new: ${row}`),
  ]
}
