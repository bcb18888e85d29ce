import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { parseAst } from 'rollup/parseAst'

/** The build's record of a tag's first paint. */
export interface FirstPaint {
  /** Files that the loader requests immediately. */
  readonly files: readonly string[]
  /** Source paths of the style sheets in these files. */
  readonly sheets: readonly string[]
  /** Path of the translations, with `*` for the locale. */
  readonly words?: string
}

/** One measured value and its limit. */
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
  /** Text of a style sheet as the build includes it. */
  readonly css: (sheet: string) => string
}

const measured = new Map<string, number>()

/** The compressed size of a text. Compressing takes most of the time, and the tags share files. */
export function brotli(text: string): number {
  const size = measured.get(text) ?? brotliCompressSync(text).length
  measured.set(text, size)
  return size
}

/** Static imports of a file. */
export function staticImports(code: string): string[] {
  return parseAst(code).body.flatMap((node) =>
    'source' in node && node.source && typeof node.source.value === 'string' ? [node.source.value] : [],
  )
}

const resolved = (from: string, to: string) => new URL(to, `http://bundle/${from}`).pathname.slice(1)

/** Files of a first paint with the step in which the browser discovers them; the loader is step 1. */
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

/** Size limits of the first paint, by tag. */
const paintBars: Readonly<Record<string, number>> = { 'ad-report-chart': 108_000 }
const usualBar = 170_000
/** File limits by tag. The chart's is low because it is often the only element on a host's page. */
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
    // The data request follows when the code runs, which is one step later.
    { what: `${tag}, request depth`, value: Math.max(...steps.values()) + 1, bar: 3, unit: 'steps' },
  ]
}

/** All values that have a limit. */
export const sizeRows = (bundle: Bundle): SizeRow[] => [
  { what: 'loader', value: brotli(bundle.code('placard.js')), bar: 3000, unit: 'B' },
  { what: 'placard/host', value: brotli(bundle.code('host.js')), bar: 3500, unit: 'B' },
  ...Object.entries(bundle.firstPaint).flatMap(([tag, paint]) => paintRows(bundle, tag, paint)),
]

/** Rows that exceed their limit. */
export const excesses = (rows: readonly SizeRow[]) => rows.filter(({ value, bar }) => value > bar)

/** Recorded sizes by measured value, for comparison. */
export type Recorded = Readonly<Record<string, number>>

/** The gallery shows every component and is not published, so its size is not recorded. */
const isRecordable = ({ what, unit }: SizeRow) => unit === 'B' && !what.startsWith('ad-gallery')

/** The sizes to record. */
export const recordOf = (rows: readonly SizeRow[]): Recorded =>
  Object.fromEntries(rows.filter(isRecordable).map(({ what, value }) => [what, value]))

/** Rows that have grown by more than 5 % since they were recorded, or have no record. */
export const growths = (rows: readonly SizeRow[], recorded: Recorded) =>
  rows.filter((row) => isRecordable(row) && !(row.value <= (recorded[row.what] ?? Number.NaN) * 1.05))

/** Reads the built bundle. */
export function readBundle(dist: string, css: Bundle['css']): Bundle {
  const files = readdirSync(dist, { recursive: true }).map(String)
  const code = (file: string) => readFileSync(join(dist, file), 'utf8')
  return { code, files, css, firstPaint: JSON.parse(code('first-paint.json')) }
}
