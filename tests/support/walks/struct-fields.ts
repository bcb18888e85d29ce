import type { Struct } from 'superstruct'
import type { FieldPath } from './set-at.ts'

type AnyStruct = Struct<any, any> // superstruct's own bound for "some struct"

/** A path in a struct, with the struct of its value. */
export interface Field {
  readonly path: FieldPath
  readonly struct: AnyStruct
}

const isStruct = (value: unknown): value is AnyStruct => typeof value === 'object' && value !== null && 'refiner' in value
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The structs directly below one, by key; for a `oneOf`, the branch that the value names. */
function below({ schema }: AnyStruct, value: unknown): [string | number, AnyStruct][] {
  if (isStruct(schema)) return Array.isArray(value) ? value.map((_, index) => [index, schema]) : []
  if (!isRecord(schema)) return []
  if (typeof schema.tag === 'string' && isRecord(schema.branches)) {
    const branch = isRecord(value) ? schema.branches[String(value[schema.tag])] : undefined
    return isStruct(branch) ? below(branch, value) : []
  }
  return Object.entries(schema).flatMap(([key, one]) => (isStruct(one) ? [[key, one] as const satisfies [string, AnyStruct]] : []))
}

/** Every field of a struct, as deep as the valid value goes. */
export function fieldsOf(struct: AnyStruct, value: unknown, path: FieldPath = []): Field[] {
  return below(struct, value).flatMap(([key, one]) => {
    const inner = isRecord(value) ? value[key] : undefined
    return [{ path: [...path, key], struct: one }, ...fieldsOf(one, inner, [...path, key])]
  })
}

/** The paths of all objects in a valid value, to add fields to. */
export const objectsIn = (value: unknown, path: FieldPath = []): FieldPath[] =>
  isRecord(value)
    ? [
        ...(Array.isArray(value) ? [] : [path]),
        ...Object.entries(value).flatMap(([key, inner]) => objectsIn(inner, [...path, Array.isArray(value) ? Number(key) : key])),
      ]
    : []

/** Every field name, in all branches and at any depth. */
export function fieldNames(struct: AnyStruct | undefined): string[] {
  const schema: unknown = struct?.schema
  if (isStruct(schema)) return fieldNames(schema)
  if (!isRecord(schema)) return []
  const inner = isRecord(schema.branches) ? Object.values(schema.branches) : Object.values(schema)
  const names = isRecord(schema.branches) ? [String(schema.tag)] : Object.keys(schema)
  return [...names.filter((name) => isStruct(schema[name]) || isRecord(schema.branches)), ...inner.filter(isStruct).flatMap(fieldNames)]
}
