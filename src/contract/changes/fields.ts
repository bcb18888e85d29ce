import { type Infer, object, refine, string, type Struct, unknown } from 'superstruct'

/** The value of a field before or after a change; money as a decimal. */
export const FieldValue = refine(unknown(), 'FieldValue', (value) => value !== undefined) as Struct<unknown, null> // any JSON value
export const FieldChange = object({ field: string(), before: FieldValue, after: FieldValue })
export type FieldChange = Infer<typeof FieldChange>
