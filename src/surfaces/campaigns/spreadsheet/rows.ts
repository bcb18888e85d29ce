import { maxSheetRows, type SheetRow } from '../../../contract/campaigns/edits.ts'
import type { CampaignRow } from '../../../contract/campaigns/campaigns.ts'
import { unescapeFormula } from '../../../contract/files/csv-line.ts'
import { dayRange } from '../../../contract/fields/days.rules.ts'
import { statusChoices, statuses } from '../../../contract/statuses.ts'
import { csvOf } from '../../../parts/resource/csv.ts'
import { parseTable, type TextTable } from '../../../parts/resource/text-table.ts'

/** Header names are the API's field names, so that a file works in every language. */
export const spreadsheetColumns = [
  'campaign_id',
  'version',
  'name',
  'status',
  'budget',
  'currency_code',
  'start_date',
  'end_date',
  'pacing',
] as const
type Column = (typeof spreadsheetColumns)[number]

/** Why a line is refused. */
export const lineProblems = [
  'no_columns',
  'too_many',
  'campaign_id',
  'twice',
  'version',
  'name',
  'status',
  'budget',
  'start_date',
  'end_date',
] as const
export type LineProblem = { readonly line: number; readonly code: (typeof lineProblems)[number] }

/** The result of reading a file: valid rows and problems. */
export interface ParsedSpreadsheet {
  readonly rows: readonly SheetRow[]
  /** Line number by campaign id. */
  readonly lines: ReadonlyMap<number, number>
  readonly problems: readonly LineProblem[]
}

export const spreadsheetCsv = (rows: readonly CampaignRow[]) =>
  csvOf([[...spreadsheetColumns], ...rows.map((row) => spreadsheetColumns.map((column) => row[column]))])

const parseInteger = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)
const isDay = (text: string) => dayRange({ start_date: text, end_date: text }) === true

const thousands = { ';': /^\d{1,3}(\.\d{3})+(,\d+)?$/, ',': /^\d{1,3}(,\d{3})+(\.\d+)?$/ } as const

/**
 * Parses an amount in a spreadsheet's notation. In files separated by semicolons the comma is the decimal separator.
 * Thousands separators are removed only when every group has three digits.
 */
function amountOf(text: string, delimiter: string): string | undefined {
  const solid = text.trim().replace(/(?<=\d)[\s’'](?=\d{3}(?!\d))/g, '')
  const [pattern, group, point] = delimiter === ';' ? ([thousands[';'], '.', ','] as const) : ([thousands[','], ',', '.'] as const)
  const plain = (pattern.test(solid) ? solid.replaceAll(group, '') : solid).replace(point, '.')
  return /^\d{1,15}(\.\d{1,6})?$/.test(plain) ? plain : undefined
}

type ReadCell = (column: Column) => string | undefined
type Fields = { -readonly [Name in keyof SheetRow]?: SheetRow[Name] }

/** Returns the changes of one line, or the name of the column that cannot be read. */
function fieldsOf(readCell: ReadCell, delimiter: string): Fields | Column {
  const name = readCell('name')
  const status = readCell('status')
  const budget = readCell('budget')
  const start = readCell('start_date')
  const end = readCell('end_date')
  const pacing = readCell('pacing')
  const newStatus = statusChoices.editCampaign.find((item) => item === status)
  // A download contains every status. The ones that no user can set, such as locked, are ignored.
  const isLeft = status === undefined || status === '' || statuses.some((item) => item === status)
  if (!newStatus && !isLeft) return 'status'
  const amount = budget && amountOf(budget, delimiter)
  if (budget !== undefined && !amount) return 'budget'
  if (start !== undefined && !isDay(start)) return 'start_date'
  if (end && !isDay(end)) return 'end_date'
  if (name !== undefined && name.trim() === '') return 'name'
  return {
    ...(name !== undefined && { name: unescapeFormula(name).trim() }),
    ...(newStatus && { status: newStatus }),
    ...(amount && { budget: amount }),
    ...(start !== undefined && { start_date: start }),
    ...(end !== undefined && { end_date: end === '' ? null : end }),
    ...(pacing && { pacing }),
  }
}

export const parseSpreadsheet = (text: string): ParsedSpreadsheet => parseRows(parseTable(text))

/** Reads the campaigns of a table, whose first row has the names of its columns. */
export function parseRows({ delimiter, rows }: TextTable): ParsedSpreadsheet {
  const [header, ...lines] = rows
  const names = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const at = (column: Column) => names.indexOf(column)
  if (at('campaign_id') < 0 || at('version') < 0) return { rows: [], lines: new Map(), problems: [{ line: 1, code: 'no_columns' }] }
  const lineOf = new Map<number, number>()
  const [read, problems]: [SheetRow[], LineProblem[]] = [[], []]
  for (const { line, cells } of lines) {
    const readCell: ReadCell = (column) => (at(column) < 0 ? undefined : (cells[at(column)] ?? ''))
    const id = parseInteger(readCell('campaign_id') ?? '')
    const version = parseInteger(readCell('version') ?? '')
    const problem = (code: LineProblem['code']) => problems.push({ line, code })
    if (read.length >= maxSheetRows) {
      problem('too_many')
      break
    }
    const fields = fieldsOf(readCell, delimiter)
    if (!id || id > 2_147_483_647) problem('campaign_id')
    else if (lineOf.has(id)) problem('twice')
    else if (version === undefined) problem('version')
    else if (typeof fields === 'string') problem(lineProblems.find((code) => code === fields) ?? 'campaign_id')
    else {
      lineOf.set(id, line)
      read.push({ campaign_id: id, version, ...fields })
    }
  }
  return { rows: read, lines: lineOf, problems }
}
