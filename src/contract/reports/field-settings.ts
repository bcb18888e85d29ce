import { array, boolean, enums, type Infer, integer, object, optional, string } from 'superstruct'
import { get } from '../endpoint.ts'
import { reportContexts } from './contexts.ts'
import { searchFieldTypes } from './dimensions.ts'

/** A field of reports, and how the picker shows it. */
export const FieldSetting = object({
  field_id: string(),
  type_id: enums(Object.values(searchFieldTypes)),
  /** Its position among the dimensions, or among the metrics. */
  order: integer(),
  /** Whether a new report of the context starts with it. */
  is_selected_by_default: boolean(),
  /** The contexts that offer it. */
  contexts: array(enums(reportContexts)),
})
/** The fields that one context offers. */
export const FieldSettings = object({ context: enums(reportContexts), dimensions: array(FieldSetting), metrics: array(FieldSetting) })
export type FieldSettings = Infer<typeof FieldSettings>

/** The fields of reports, for programs that build their own queries. */
export const reportFields = {
  /** The default context is `campaign`. */
  settings: get('v2/report/field_settings', {
    may: 'reports.read',
    query: object({ context: optional(enums(reportContexts)) }),
    result: FieldSettings,
  }),
}
