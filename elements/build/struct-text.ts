import { is, type Struct } from 'superstruct'

type Any = Struct<any, any> // superstruct's own bound for "some struct"

const plain: Readonly<Record<string, string>> = {
  integer: 'number',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  date: 'Date',
  unknown: 'unknown',
  any: 'unknown',
}

/** Prints a struct as TypeScript. Optional and nullable leave no mark on a struct, so it is tested with undefined and null. */
export function printStruct(struct: Any): string {
  const admitsAll = struct.type === 'unknown' || struct.type === 'any'
  return !admitsAll && is(null, struct) ? `${body(struct)} | null` : body(struct)
}

const field = ([name, part]: [string, Any]) =>
  `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${part.type !== 'unknown' && is(undefined, part) ? '?' : ''}: ${printStruct(part)}`
const quoted = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(' | ')

function fields(schema: Readonly<Record<string, Any>> | null): string {
  const rows = Object.entries(schema ?? {})
  return rows.length > 0 ? `{ ${rows.map(field).join('; ')} }` : 'Record<string, never>'
}

function body(struct: Any): string {
  const { type, schema } = struct
  if (type === 'object' || type === 'type') return fields(schema)
  if (type === 'array') return schema ? listOf(printStruct(schema)) : 'unknown[]'
  if (type === 'enums') return quoted(Object.values(schema))
  if (type === 'literal') return quoted([schema])
  if (type === 'oneOf')
    return Object.entries<Any>(schema.branches)
      .map(([name, branch]) => `({ ${schema.tag}: ${JSON.stringify(name)} } & ${printStruct(branch)})`)
      .join(' | ')
  const text = plain[type]
  if (!text) throw new Error(`A struct of type ${type} cannot be printed as TypeScript; use oneOf() or object(), or pass the type as text`)
  return text
}

const listOf = (inner: string) => (inner.includes('|') ? `(${inner})[]` : `${inner}[]`)
