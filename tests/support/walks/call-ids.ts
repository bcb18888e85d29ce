import type { AnyCall } from '../examples/example-calls.ts'
import { type Kind, kindOf } from '../world/small-ids.ts'
import { setAt, type FieldPath } from './set-at.ts'

/** An id in a call, with its path. */
export interface NamedId {
  readonly kind: Kind
  readonly id: number
  readonly path: FieldPath
}

const isId = (value: unknown) => /^\d+$/.test(String(value)) && typeof value !== 'object'

/** Every id of a known kind, at any depth. */
export function idsIn(value: unknown, path: FieldPath = [], kind?: Kind): NamedId[] {
  if (kind && isId(value)) return [{ kind, id: Number(value), path }]
  if (typeof value !== 'object' || value === null) return []
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([key, inner]) =>
    isList ? idsIn(inner, [...path, Number(key)], kind) : idsIn(inner, [...path, key], kindOf(key)),
  )
}

/** The call with one id replaced; if the id is in a list, also the call with both ids. */
export function variantsOf(call: AnyCall, { path, id }: NamedId, other: number): AnyCall[] {
  if (typeof path.at(-1) !== 'number') return [setAt(call, path, other)]
  return [setAt(call, path, other), setAt(call, path.slice(0, -1), [id, other])]
}
