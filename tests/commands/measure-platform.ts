import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { type LoadResult, platformLoad } from '../measures/platform-load.ts'
import { minShare, maxWaitMs, loadProfiles, type Verdict, verdictOf } from '../measures/platform-verdict.ts'
import { machineLoad, tableOf } from '../measures/table.ts'
import { startPostgres } from '../support/database/postgres.ts'

const help = `npm run measure:platform [-- --seconds N] [--driver PGlite|PostgreSQL] [--facts N] [--people N]
Puts load on the platform and on a bare server in turns, N seconds each (60). Ends with 1 on any error, below ${minShare} of the
bare server's requests a second, or with a 99th percentile of waiting times above ${maxWaitMs} ms while five reports run on PostgreSQL.`
const text = { type: 'string' } as const
const { values: flags } = parseArgs({ options: { seconds: text, driver: text, facts: text, people: text, help: { type: 'boolean' } } })
const seconds = Number(flags.seconds ?? 60)
const facts = Number(flags.facts ?? 1_000_000)
const people = Number(flags.people ?? 100)
const drivers = ['PGlite', 'PostgreSQL'].filter((driver) => driver === (flags.driver ?? driver))
if (flags.help || drivers.length === 0 || ![seconds, facts, people].every((number) => number > 0)) {
  console.log(help)
  process.exit(flags.help ? 0 : 2)
}

const say = (line: string) => process.stderr.write(`${line}\n`)

/** Measures one driver. On the embedded database, reports and users share a connection, so their load is not combined. */
async function measure(driver: string): Promise<LoadResult[]> {
  const server = driver === 'PostgreSQL' ? await startPostgres() : undefined
  const chosen = loadProfiles.filter(({ reports }) => server || reports === 0)
  try {
    return await platformLoad({
      server: server?.url ?? '',
      facts,
      people,
      loadProfiles: chosen,
      seconds,
      progress: (line) => say(`${driver}: ${line}`),
    })
  } finally {
    await server?.stop()
  }
}

function print(driver: string, results: readonly LoadResult[]) {
  const rows = results.map(({ profile, side, perSecond, p50, p99, workMs, requests, writes, reports, errors }) => [
    `${profile.name}, ${side}`,
    ...[perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1), profile.reports > 0 ? '' : workMs.toFixed(2)],
    ...[requests, writes, reports, errors.length].map(String),
  ])
  const head = [`${people} people, ${driver}`, 'requests/s', 'p50 ms', 'p99 ms', 'work ms', 'requests', 'writes', 'reports', 'errors']
  console.log(`${tableOf(head, rows)}\n`)
  for (const error of new Set(results.flatMap(({ errors }) => errors.slice(0, 3)))) console.log(`  ${error}`)
}

const figureOf = (driver: string, { share, errors, waitMs }: Verdict) =>
  `${driver} ${share.toFixed(2)} of the bare requests a second, ${errors} errors${waitMs === undefined ? '' : `, p99 ${waitMs.toFixed(0)} ms under five reports`}`

const verdicts: [string, Verdict][] = []
for (const driver of drivers) {
  const results = await measure(driver)
  print(driver, results)
  verdicts.push([driver, verdictOf(results, { isPostgres: driver === 'PostgreSQL' })])
}
const violations = verdicts.flatMap(([driver, verdict]) => verdict.violations.map((what) => `${driver}: ${what}`))
for (const what of violations) console.log(what)
console.log(machineLoad(loadavg()))
console.log(`figure: ${verdicts.map(([driver, verdict]) => figureOf(driver, verdict)).join('; ')}`)
process.exitCode = violations.length > 0 ? 1 : 0
