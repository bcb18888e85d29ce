import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { parseAst } from 'rollup/parseAst'

/** What the build says of a tag's first paint. */
export interface FirstPaint {
  /** The files that the loader asks for at once. */
  readonly files: readonly string[]
  /** The sheets that are in them, by their place in the house. */
  readonly sheets: readonly string[]
  /** The address of the words, with `*` for the locale. */
  readonly words?: string
}

/** One measured thing and its bar. */
export interface SizeRow {
  readonly what: string
  readonly value: number
  readonly bar: number
  readonly unit: 'B' | 'files' | 'steps'
}

/** A built bundle, file by file. */
export interface Bundle {
  readonly code: (file: string) => string
  readonly files: readonly string[]
  readonly firstPaint: Readonly<Record<string, FirstPaint>>
  /** The text of a sheet as it is built in. */
  readonly css: (sheet: string) => string
}

export const brotli = (text: string) => brotliCompressSync(text).length

/** What a file imports before it runs. */
export function staticImports(code: string): string[] {
  return parseAst(code).body.flatMap((node) =>
    'source' in node && node.source && typeof node.source.value === 'string' ? [node.source.value] : [],
  )
}

const resolved = (from: string, to: string) => new URL(to, `http://bundle/${from}`).pathname.slice(1)

/** Every file of a first paint with the step in which the browser learns of it; the loader is the first. */
export function stepsOf({ code }: Pick<Bundle, 'code'>, files: readonly string[]): Map<string, number> {
  const steps = new Map([['placard.js', 1], ...files.map((file) => [file, 2] as const)])
  const left = [...files]
  for (let file = left.shift(); file; file = left.shift())
    for (const imported of staticImports(code(file)).map((to) => resolved(file, to))) {
      if (steps.has(imported)) continue
      steps.set(imported, (steps.get(file) ?? 0) + 1)
      left.push(imported)
    }
  return steps
}

const largestWords = ({ files, code }: Bundle, pattern = '') => {
  const [before = '', after = ''] = pattern.split('*')
  const found = files.filter((file) => pattern && file.startsWith(before) && file.endsWith(after) && !file.includes('-en-XA-'))
  return found.sort((a, b) => brotli(code(b)) - brotli(code(a)))[0]
}

/** The bars of the first paint, by tag. */
const paintBars: Readonly<Record<string, number>> = { 'ad-report-chart': 108_000 }
const usualBar = 170_000
/** How many files: the chart is often all that a page has of ours; whoever opens more has room for more at once. */
const fileBars: Readonly<Record<string, number>> = { 'ad-report-chart': 6 }
const usualFiles = 12

function paintRows(bundle: Bundle, tag: string, { files, sheets, words }: FirstPaint): SizeRow[] {
  const spoken = largestWords(bundle, words)
  const steps = stepsOf(bundle, spoken ? [...files, spoken] : files)
  const bytes = [...steps.keys()].reduce((sum, file) => sum + brotli(bundle.code(file)), 0)
  return [
    { what: `${tag}, painted`, value: bytes, bar: paintBars[tag] ?? usualBar, unit: 'B' },
    { what: `${tag}, CSS`, value: brotli(sheets.map(bundle.css).join('\n')), bar: 10_000, unit: 'B' },
    { what: `${tag}, files`, value: steps.size, bar: fileBars[tag] ?? usualFiles, unit: 'files' },
    // The data is asked for when the code runs, which is one step more.
    { what: `${tag}, request depth`, value: Math.max(...steps.values()) + 1, bar: 3, unit: 'steps' },
  ]
}

/** Everything that has a bar. */
export const sizeRows = (bundle: Bundle): SizeRow[] => [
  { what: 'loader', value: brotli(bundle.code('placard.js')), bar: 3000, unit: 'B' },
  { what: 'placard/host', value: brotli(bundle.code('host.js')), bar: 3500, unit: 'B' },
  ...Object.entries(bundle.firstPaint).flatMap(([tag, paint]) => paintRows(bundle, tag, paint)),
]

/** The rows that are past their bar. */
export const excesses = (rows: readonly SizeRow[]) => rows.filter(({ value, bar }) => value > bar)

/** The recorded size of each measured thing, for comparison. */
export type Recorded = Readonly<Record<string, number>>

/** The gallery shows every component and is not published, so its size is not recorded. */
const isRecordable = ({ what, unit }: SizeRow) => unit === 'B' && !what.startsWith('ad-gallery')

/** The sizes to record. */
export const recordOf = (rows: readonly SizeRow[]): Recorded =>
  Object.fromEntries(rows.filter(isRecordable).map(({ what, value }) => [what, value]))

/** The rows that have grown by more than 5 % since they were recorded, or were never recorded. */
export const growths = (rows: readonly SizeRow[], recorded: Recorded) =>
  rows.filter((row) => isRecordable(row) && !(row.value <= (recorded[row.what] ?? Number.NaN) * 1.05))

/** The bundle as it was built. */
export function readBundle(dist: string, css: Bundle['css']): Bundle {
  const files = readdirSync(dist, { recursive: true }).map(String)
  const code = (file: string) => readFileSync(join(dist, file), 'utf8')
  return { code, files, css, firstPaint: JSON.parse(code('first-paint.json')) }
}
