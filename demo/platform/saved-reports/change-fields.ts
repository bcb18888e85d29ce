import { SavedReportQuery } from '../../../src/contract/saved-reports/saved-reports.ts'
import type { Fields } from '../changes/record.ts'
import type { SavedRow } from './read.ts'

/** The fields of a query; null means that a field is absent. */
const queryFields = Object.keys(SavedReportQuery.schema)
const withoutQuery: Fields = Object.fromEntries(queryFields.map((field) => [field, null]))

/** A report's fields as its history stores them: the parts of its query next to its name, so that each can be undone by itself. */
export const reportFields = ({ name, visibility, question }: Pick<SavedRow, 'name' | 'visibility' | 'question'>): Fields => ({
  name,
  visibility,
  ...withoutQuery,
  ...question,
})

export const isQueryField = (field: string) => queryFields.includes(field)

/** The query in a report's fields. */
export function queryOfFields(fields: Fields): SavedReportQuery {
  const setFields = queryFields.filter((field) => fields[field] !== null && fields[field] !== undefined)
  return Object.fromEntries(setFields.map((field) => [field, fields[field]])) as SavedReportQuery // history stores each value with the type of its field
}
