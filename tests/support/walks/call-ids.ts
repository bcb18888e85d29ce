import type { AnyCall } from '../examples/example-calls.ts'
import { type Kind, kindOf } from '../world/small-ids.ts'
import { setAt, type Way } from './set-at.ts'

/** An id in a call, with its path. */
export interface NamedId {
  readonly kind: Kind
  readonly id: number
  readonly way: Way
}

const isId = (value: unknown) => /^\d+$/.test(String(value)) && typeof value !== 'object'

/** Every id of a known kind, at any depth. */
export function idsIn(value: unknown, way: Way = [], kind?: Kind): NamedId[] {
  if (kind && isId(value)) return [{ kind, id: Number(value), way }]
  if (typeof value !== 'object' || value === null) return []
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([key, inner]) =>
    isList ? idsIn(inner, [...way, Number(key)], kind) : idsIn(inner, [...way, key], kindOf(key)),
  )
}

/** The call with one id replaced; if the id is in a list, also the call with both ids. */
export function variantsOf(call: AnyCall, { way, id }: NamedId, other: number): AnyCall[] {
  if (typeof way.at(-1) !== 'number') return [setAt(call, way, other)]
  return [setAt(call, way, other), setAt(call, way.slice(0, -1), [id, other])]
}
