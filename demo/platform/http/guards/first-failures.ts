import { type Failure, Struct } from 'superstruct'

type AnyStruct = Struct<any, any> // superstruct uses this for "any struct"

class FailureLimitReached extends Error {}

/** The first `most` failures of a value. superstruct alone would list all of them, and a value can have hundreds of thousands. */
export function firstFailures(input: unknown, struct: AnyStruct, maxFailures: number): Failure[] {
  const failures: Failure[] = []
  const collect = function* (found: Iterable<Failure>) {
    for (const failure of found) {
      failures.push(failure)
      if (failures.length >= maxFailures) throw new FailureLimitReached()
      yield failure
    }
  }
  const wrapped = new Map<AnyStruct, AnyStruct>()
  const wrap = (struct: AnyStruct): AnyStruct => {
    const wrapper =
      wrapped.get(struct) ??
      new Struct({
        type: struct.type,
        schema: struct.schema,
        coercer: struct.coercer,
        validator: (value, context) => collect(struct.validator(value, context)),
        refiner: (value, context) => collect(struct.refiner(value, context)),
        *entries(value, context) {
          for (const [key, inner, below] of struct.entries(value, context)) yield [key, inner, wrap(below as AnyStruct)] // superstruct types it as Struct<any> | Struct<never>
        },
      })
    wrapped.set(struct, wrapper)
    return wrapper
  }
  try {
    wrap(struct).validate(input, { coerce: true })[0]?.failures()
  } catch (error) {
    if (!(error instanceof FailureLimitReached)) throw error
  }
  return failures
}
