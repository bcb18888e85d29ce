import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { measuredQuestions } from '../measures/report-questions.ts'
import { type MeasuredRatio, reportRatios } from '../measures/report-ratios.ts'
import { machineLoad, tableOf } from '../measures/table.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { manyFacts } from '../support/many-facts.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'

const bar = 1.3
const million = 1_000_000
const places = [
  { driver: 'PGlite', facts: million, runs: 11 },
  { driver: 'PostgreSQL', facts: million, runs: 15 },
  { driver: 'PostgreSQL', facts: 10 * million, runs: 7 },
]
type Place = (typeof places)[number]

const help = `npm run measure:reports [-- --facts N] [--driver PGlite|PostgreSQL] [--runs N]
Times report, trend and total through the platform beside the bare SQL for the same answer, and ends with 1 past ${bar}.`
const { values: flags } = parseArgs({
  options: { facts: { type: 'string' }, driver: { type: 'string' }, runs: { type: 'string' }, help: { type: 'boolean' } },
})
const chosen = places
  .filter(({ facts, driver }) => facts === Number(flags.facts ?? facts) && driver === (flags.driver ?? driver))
  .map((place) => ({ ...place, runs: Number(flags.runs ?? place.runs) }))

const say = (text: string) => process.stderr.write(`${text}\n`)
const nameOf = ({ driver, facts }: Place) => `${facts / million} million facts, ${driver}`

/** A database of its own for one place, filled, measured and removed. */
async function measure(place: Place, server: PostgresServer | undefined): Promise<MeasuredRatio[]> {
  const fresh = await freshDatabase({ server: server?.url ?? '', limits: { statementMs: 900_000, reportMs: 120_000 } })
  try {
    say(`${nameOf(place)}: making them.`)
    const made = await manyFacts(fresh.database, place.facts)
    say(`${nameOf(place)}: made ${made}; ${place.runs} runs of each question.`)
    return await reportRatios(fresh.database, measuredQuestions, { runs: place.runs, bar, progress: (text) => say(`  ${text}`) })
  } finally {
    await fresh.close()
  }
}

const print = (place: Place, ratios: readonly MeasuredRatio[]) => {
  const past = ({ ratio, differing }: MeasuredRatio) =>
    `${ratio > bar ? 'past its bar' : ''}${differing > 0 ? `${differing} rows differ` : ''}`
  const rows = ratios.map((one) => [
    ...[one.name, one.endpointMs.toFixed(1), one.bareMs.toFixed(1), one.ratio.toFixed(2), String(one.rows), past(one)],
  ])
  console.log(`${tableOf([nameOf(place), 'endpoint ms', 'bare ms', 'ratio', 'rows', ''], rows)}\n`)
}

/** Each place in turn; the server is stopped whatever happens. */
async function measureAll(): Promise<MeasuredRatio[]> {
  const server = chosen.some(({ driver }) => driver === 'PostgreSQL') ? await startPostgres() : undefined
  const all: MeasuredRatio[] = []
  try {
    for (const place of chosen) {
      const ratios = await measure(place, place.driver === 'PostgreSQL' ? server : undefined)
      print(place, ratios)
      all.push(...ratios)
    }
  } finally {
    await server?.stop()
  }
  return all
}

if (flags.help || chosen.length === 0) {
  console.log(help)
  process.exit(flags.help ? 0 : 2)
}
const all = await measureAll()
const worst = Math.max(...all.map(({ ratio }) => ratio))
const [past, differing] = [all.filter(({ ratio }) => !(ratio <= bar)).length, all.filter((one) => one.differing > 0).length]
console.log(machineLoad(loadavg()))
console.log(`figure: worst ratio ${worst.toFixed(2)}, ${past} of ${all.length} past ${bar}, ${differing} answers unlike the bare ones`)
process.exitCode = past + differing > 0 ? 1 : 0
