import { type Failure, Struct } from 'superstruct'

type AnyStruct = Struct<any, any> // superstruct uses this for "any struct"

class FailureLimitReached extends Error {}

/** The first `most` failures of a value. superstruct alone would list all of them, and a value can have hundreds of thousands. */
export function firstFailures(input: unknown, struct: AnyStruct, most: number): Failure[] {
  const failures: Failure[] = []
  const counted = function* (found: Iterable<Failure>) {
    for (const failure of found) {
      failures.push(failure)
      if (failures.length >= most) throw new FailureLimitReached()
      yield failure
    }
  }
  const known = new Map<AnyStruct, AnyStruct>()
  const counting = (one: AnyStruct): AnyStruct => {
    const made =
      known.get(one) ??
      new Struct({
        type: one.type,
        schema: one.schema,
        coercer: one.coercer,
        validator: (value, context) => counted(one.validator(value, context)),
        refiner: (value, context) => counted(one.refiner(value, context)),
        *entries(value, context) {
          for (const [key, inner, below] of one.entries(value, context)) yield [key, inner, counting(below as AnyStruct)] // superstruct types it as Struct<any> | Struct<never>
        },
      })
    known.set(one, made)
    return made
  }
  try {
    counting(struct).validate(input, { coerce: true })[0]?.failures()
  } catch (error) {
    if (!(error instanceof FailureLimitReached)) throw error
  }
  return failures
}
