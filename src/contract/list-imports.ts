import { array, boolean, enums, type Infer, integer, nullable, object, optional, size, type Struct } from 'superstruct'
import { Id, Text } from './ids.ts'
import { FieldProblem } from './reply.ts'

/** The most rows of one import. */
export const maxImportRows = 1000

/** A cell of an import. Cells are texts, so that a wrong one refuses its row and not the whole request. */
const Cell = optional(Text(0, 500))
type ImportCells<Name extends string> = Readonly<Record<Name, typeof Cell>>

/** The body of an import: rows with these columns. A dry run validates and writes nothing. */
export function importBody<const Name extends string>(columns: readonly Name[]) {
  const cells = Object.fromEntries(columns.map((name) => [name, Cell])) as ImportCells<Name> // the names are the keys
  const row = object(cells) as unknown as Struct<{ [N in Name]?: string | undefined }, ImportCells<Name>> // TypeScript cannot infer a struct of mapped keys
  return object({ rows: size(array(row), 1, maxImportRows), dry_run: optional(boolean()) })
}

/** What became of one row. `ready` is a row of a dry run that would be created. */
export const ImportedRow = object({
  /** The index in the request. */
  index: integer(),
  status: enums(['ready', 'created', 'refused']),
  /** The id of the new record. */
  id: nullable(Id),
  /** What is wrong, by column. */
  fields: array(FieldProblem),
})
export type ImportedRow = Infer<typeof ImportedRow>

/** The result of an import, row by row. A refused row does not stop the others. */
export const ImportResult = object({ rows: array(ImportedRow), is_dry_run: boolean() })
export type ImportResult = Infer<typeof ImportResult>
