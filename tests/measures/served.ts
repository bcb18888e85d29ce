// Fills a new database, serves the platform and the bare server on it, prints their addresses, and exits when stdin ends.
import { handlersFor } from '../../demo/platform/handlers.ts'
import { contract } from '../../src/contract/index.ts'
import { freshDatabase } from '../support/database/fresh-database.ts'
import { manyFacts } from '../support/reports/many-facts.ts'
import { startBareServer } from './bare-server.ts'
import { manyPeople } from './many-people.ts'
import { startMeasuredPlatform } from './measured-platform.ts'
import { measuredWriteHandlers, measuredWrites } from './measured-writes.ts'

/** Options from the parent process. */
export interface ServedOptions {
  /** URL of a PostgreSQL server; empty for the embedded database. */
  readonly server: string
  readonly facts: number
  readonly people: number
}
/** Addresses of both servers, and the users' tokens. */
export interface Served {
  readonly platform: string
  readonly bare: string
  readonly facts: number
  readonly tokens: string[]
}

const { server, facts, people }: ServedOptions = JSON.parse(process.argv[2] ?? '{}')
const fresh = await freshDatabase({ server })
const made = await manyFacts(fresh.database, facts)
await manyPeople(fresh.database, people)
const words = {
  environment: 'development',
  cloud_provider: '',
  issuer: 'x',
  client_id: 'x',
  flags_url: 'x',
  other_origin: 'x',
  is_provider_embedded: true,
} as const
const platform = await startMeasuredPlatform(fresh.database, {
  contract: { ...contract, measured: measuredWrites },
  handlers: { ...handlersFor(words, { demo: true }), measured: measuredWriteHandlers },
})
const bare = await startBareServer(fresh.database)
const tokens = await Promise.all(Array.from({ length: people }, (_, index) => platform.tokenOf(index + 1)))
const served: Served = { platform: platform.origin, bare: bare.origin, facts: made, tokens }
process.stdout.write(`${JSON.stringify(served)}\n`)

/** Prints the CPU time of this process in milliseconds, each time the parent writes to stdin. */
process.stdin.on('data', () => {
  const { user, system } = process.cpuUsage()
  process.stdout.write(`${JSON.stringify((user + system) / 1000)}\n`)
})
process.stdin.on('end', async () => {
  for (const surprise of platform.surprises.slice(0, 5)) process.stderr.write(surprise)
  await Promise.all([platform.close(), bare.close()])
  await fresh.close()
})
