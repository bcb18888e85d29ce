import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { type MeasuredFile, reportFiles } from '../measures/report-files.ts'
import { barMs } from '../measures/page-phases.ts'
import { reportScroll } from '../measures/report-scroll.ts'
import { dashboardQueries, measuredQueries } from '../measures/report-queries.ts'
import { type MeasuredRatio, reportRatios } from '../measures/report-ratios.ts'
import { machineLoad, tableOf } from '../measures/table.ts'
import { freshDatabase } from '../support/database/fresh-database.ts'
import { manyFacts } from '../support/reports/many-facts.ts'
import { type PostgresServer, startPostgres } from '../support/database/postgres.ts'

const bar = 1.3
/** Memory growth allowed during an export, in megabytes: of the JavaScript heap, and of a process with an embedded database. */
const memoryBars = { heldMb: 40, risenMb: 200 }
const million = 1_000_000
/** More rows than a worksheet can contain. */
const fileFacts = 1_060_000
const settings = [
  { part: 'questions', driver: 'PGlite', facts: million, runs: 11, minutes: 15 },
  { part: 'questions', driver: 'PostgreSQL', facts: million, runs: 15, minutes: 15 },
  { part: 'questions', driver: 'PostgreSQL', facts: 10 * million, runs: 7, minutes: 30 },
  { part: 'files', driver: 'PGlite', facts: fileFacts, runs: 1, minutes: 15 },
  { part: 'files', driver: 'PostgreSQL', facts: fileFacts, runs: 1, minutes: 15 },
] as const
type Setting = Omit<(typeof settings)[number], 'runs'> & { readonly runs: number }

const help = `npm run measure:reports [-- --only questions|files|scroll] [--facts N] [--driver PGlite|PostgreSQL] [--runs N]
Times report, trend, total, what a builder asks and a dashboard of ten at once through the platform beside the bare SQL for the same
answers, and ends with 1 past ${bar}; then takes ${fileFacts} rows as CSV and as a workbook, and ends with 1 where the server's memory grows;
and scrolls a report of a hundred thousand rows in a browser, and ends with 1 past ${barMs} ms of one task.`
const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    facts: { type: 'string' },
    driver: { type: 'string' },
    runs: { type: 'string' },
    help: { type: 'boolean' },
  },
})
const isChosen = ({ part, facts, driver }: (typeof settings)[number]) =>
  part === (flags.only ?? part) && facts === Number(flags.facts ?? facts) && driver === (flags.driver ?? driver)
const chosen: Setting[] = settings.filter(isChosen).map((setting) => ({ ...setting, runs: Number(flags.runs ?? setting.runs) }))

const say = (text: string) => process.stderr.write(`${text}\n`)
const nameOf = ({ driver, facts }: Setting) => `${facts / million} million facts, ${driver}`

interface Found {
  readonly ratios: readonly MeasuredRatio[]
  readonly files: readonly MeasuredFile[]
}

/** Creates and fills a database for one measurement, measures it and removes it. */
async function measure(setting: Setting, server: PostgresServer | undefined): Promise<Found> {
  const fresh = await freshDatabase({ server: server?.url ?? '', limits: { statementMs: 900_000, reportMs: 120_000 } })
  try {
    say(`${nameOf(setting)}: making them.`)
    const made = await manyFacts(fresh.database, setting.facts)
    if (setting.part === 'files') return { ratios: [], files: await reportFiles(fresh.database, ['csv', 'xlsx']) }
    say(`${nameOf(setting)}: made ${made}; ${setting.runs} runs of each question.`)
    const how = { runs: setting.runs, bar, progress: (text: string) => say(`  ${text}`) }
    return { ratios: await reportRatios(fresh.database, measuredQueries, how, dashboardQueries), files: [] }
  } finally {
    await fresh.close()
  }
}

/** A part that exceeds its time limit ends the measurement with an error. */
async function withinTime<T>(setting: Setting, work: Promise<T>): Promise<T> {
  const limit = setTimeout(() => {
    say(`${nameOf(setting)}: not done after ${setting.minutes} minutes.`)
    process.exit(1)
  }, setting.minutes * 60_000)
  return work.finally(() => clearTimeout(limit))
}

const printRatios = (setting: Setting, ratios: readonly MeasuredRatio[]) => {
  const past = ({ ratio, differing }: MeasuredRatio) =>
    `${ratio > bar ? 'past its bar' : ''}${differing > 0 ? `${differing} rows differ` : ''}`
  const rows = ratios.map((one) => [
    ...[one.name, one.endpointMs.toFixed(1), one.bareMs.toFixed(1), one.ratio.toFixed(2), String(one.rows), past(one)],
  ])
  console.log(`${tableOf([nameOf(setting), 'endpoint ms', 'bare ms', 'ratio', 'rows', ''], rows)}\n`)
}

const wrongOf = ({ driver }: Setting, { status, statedRows, lines, format, heldMb, risenMb }: MeasuredFile): string[] => [
  ...(status === 200 && statedRows >= fileFacts ? [] : [`status ${status}, ${statedRows} rows stated`]),
  ...(format === 'csv' && lines < statedRows + 2 ? [`${lines} lines of ${statedRows}`] : []),
  ...(heldMb > memoryBars.heldMb ? [`more than ${memoryBars.heldMb} MB held`] : []),
  // The embedded database runs in the process, so its sorting also uses the process's memory.
  ...(driver === 'PostgreSQL' && risenMb > memoryBars.risenMb ? [`risen by more than ${memoryBars.risenMb} MB`] : []),
]
const printFiles = (setting: Setting, files: readonly MeasuredFile[]) => {
  const rows = files.map((one) => [
    ...[one.format, String(one.statedRows), (one.bytes / million).toFixed(1), (one.firstMs / 1000).toFixed(1), (one.ms / 1000).toFixed(1)],
    ...[one.baseMb, one.risenMb, one.heldMb].map((mb) => mb.toFixed(0)),
    wrongOf(setting, one).join(', '),
  ])
  const head = [nameOf(setting), 'rows', 'MB', 'first s', 's', 'base MB', 'risen MB', 'held MB', '']
  console.log(`${tableOf(head, rows)}\n`)
}

/** Measures each setting in turn, and always stops the server. */
async function measureAll() {
  const server = chosen.some(({ driver }) => driver === 'PostgreSQL') ? await startPostgres() : undefined
  const all = { ratios: [] as MeasuredRatio[], wrong: [] as string[] } // empty so far
  try {
    for (const setting of chosen) {
      const { ratios, files } = await withinTime(setting, measure(setting, setting.driver === 'PostgreSQL' ? server : undefined))
      if (ratios.length > 0) printRatios(setting, ratios)
      if (files.length > 0) printFiles(setting, files)
      all.ratios.push(...ratios)
      all.wrong.push(...files.flatMap((file) => wrongOf(setting, file)))
    }
  } finally {
    await server?.stop()
  }
  return all
}

const isScrolled = (flags.only ?? flags.facts ?? flags.driver ?? 'scroll') === 'scroll'
if (flags.help || (chosen.length === 0 && !isScrolled)) {
  console.log(help)
  process.exit(flags.help ? 0 : 2)
}
const { ratios, wrong } = await measureAll()
const worst = Math.max(0, ...ratios.map(({ ratio }) => ratio))
const past = ratios.filter(({ ratio }) => !(ratio <= bar)).length
const differing = ratios.filter((one) => one.differing > 0).length
console.log(machineLoad(loadavg()))
if (chosen.length > 0)
  console.log(
    `figure: worst ratio ${worst.toFixed(2)}, ${past} of ${ratios.length} past ${bar}, ${differing} answers unlike the bare ones, ${wrong.length} files wrong`,
  )
const longest = isScrolled ? await reportScroll() : 0
process.exitCode = past + differing + wrong.length > 0 || longest > barMs ? 1 : 0
