import type { ApplicationConfig } from '../src/contract/config.ts'
import { portalListener } from './partners/portal-server.ts'
import { shopListener } from './partners/shop-server.ts'
import { type Configuration, configurationOf, demoSecrets, help, Misconfigured, prepareFolder } from './platform/configuration.ts'
import { type Database, openDatabase } from './platform/database/open.ts'
import { DatabaseLocked, NotDurable } from './platform/database/problems.ts'
import { handlersFor } from './platform/handlers.ts'
import { homePage } from './platform/home-page.ts'
import { hashSecret } from './platform/identity/password.ts'
import { consoleClientId, embeddedProvider, externalProvider } from './platform/identity/provider.ts'
import { housekeeping, startJobs } from './platform/jobs.ts'
import { lineLog } from './platform/log.ts'
import { pagesOf } from './platform/pages.ts'
import { partners, people } from './platform/seed/people.ts'
import { seed, seedEmpty } from './platform/seed/seed.ts'
import { createPlatform, type Listening, listen } from './platform/server.ts'
import { migrations } from './platform/tables/index.ts'
import { farewell, welcome } from './platform/welcome.ts'

const now = () => new Date()
const say = (text: string) => process.stdout.write(`${text}\n`)

/** The platform's port, and the next one for the other origin; both free ones when asked for none. */
async function openPorts({ port, host }: Configuration): Promise<[first: Listening & Gate, second: Listening & Gate]> {
  const first = await gated(port, host)
  return [first, await gated(port === 0 ? 0 : port + 1, host)]
}

interface Gate {
  open(listener: Parameters<typeof listen>[0]): void
}

/** A port is taken at once, and answers "starting" until there is something to answer with. */
async function gated(port: number, host: string): Promise<Listening & Gate> {
  let current: Parameters<typeof listen>[0] = (_, response) => response.writeHead(503, { 'Retry-After': '2' }).end('Starting')
  const listening = await listen((request, response) => current(request, response), port, host).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new Misconfigured(`Port ${port} is taken. Choose another with --port, such as --port ${port + 10}.`)
    if (error.code === 'EACCES') throw new Misconfigured(`Port ${port} may not be used by this user. Choose one above 1024 with --port.`)
    throw error
  })
  return { ...listening, open: (listener) => (current = listener) }
}

async function prepare(database: Database, configuration: Configuration, other: string) {
  const applied = await database.migrate(migrations)
  if (applied.length > 0) say(`Prepared the database (${applied.length} steps).`)
  const secrets = demoSecrets(
    configuration.dataDir,
    partners.map(({ clientId }) => clientId),
  )
  const today = now().toISOString().slice(0, 10)
  const passwordHash = await hashSecret(secrets.password)
  if (configuration.isEmpty) await seedEmpty(database, { today, passwordHash })
  else {
    const hashes = await Promise.all(Object.entries(secrets.partners).map(async ([id, secret]) => [id, await hashSecret(secret)] as const))
    let shown = -1
    const progress = (done: number) => {
      const percent = Math.floor(done * 10) * 10
      if (percent > shown) say(`Seeding the demonstration: ${percent} %`)
      shown = percent
    }
    await seed(database, { today, passwordHash, secretHashes: Object.fromEntries(hashes), origins: [other], progress })
    await allowOrigin(database, other)
  }
  return secrets
}

/** The other origin may have another port than when the demonstration was seeded. */
async function allowOrigin({ kysely }: Database, origin: string) {
  const clients = await kysely.selectFrom('member_groups').select('member_group_id').execute()
  await kysely
    .insertInto('allowed_origins')
    .values(clients.map(({ member_group_id }) => ({ member_group_id, origin })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function start(configuration: Configuration) {
  prepareFolder(configuration.dataDir)
  const [first, second] = await openPorts(configuration)
  const origin = configuration.publicUrl || `http://localhost:${first.port}`
  const other = configuration.otherUrl || `http://localhost:${second.port}`
  const log = lineLog(configuration.logLevel, (line) => process.stderr.write(line), now)
  say(configuration.databaseUrl ? 'Opening PostgreSQL.' : `Opening the database in ${configuration.dataDir}.`)
  const database = await openDatabase({ url: configuration.databaseUrl, dataDir: configuration.dataDir })
  const secrets = await prepare(database, configuration, other)
  const identity = configuration.issuer
    ? { ...externalProvider({ database, origin, now, log }, configuration.issuer), listener: undefined }
    : await embeddedProvider({ database, origin, now, log })
  const issuer = configuration.issuer ?? `${origin}/idp`
  const application: ApplicationConfig = {
    environment: configuration.environment,
    cloud_provider: '',
    issuer,
    client_id: consoleClientId,
    flags_url: `${origin}/ofrep/v1/evaluate/flags`,
    other_origin: other,
  }
  const platform = createPlatform({
    database,
    now,
    log,
    authenticate: identity.authenticate,
    handlers: handlersFor(application, configuration.flags),
    pages: pagesOf({
      database,
      issuer,
      clientId: consoleClientId,
      home: () => homePage(other, configuration.isEmpty),
      isWatched: process.env.PLACARD_WATCH === '1',
    }),
    ...(identity.listener && { identity: { prefix: '/idp', listener: identity.listener } }),
  })
  first.open(platform.listener)
  const partnerServer = { platform: origin, secrets: secrets.partners }
  second.open((request, response) =>
    (request.url?.startsWith('/portal') ? portalListener(partnerServer) : shopListener(partnerServer))(request, response),
  )
  const jobs = await startJobs({ database, now, log }, { housekeeping })
  say(
    welcome({
      origin,
      other,
      people: configuration.isEmpty ? people.slice(0, 1) : people,
      password: secrets.password,
      isEmpty: configuration.isEmpty,
    }),
  )
  return async () => {
    await Promise.all([first.close(8000), second.close(8000), jobs.stop()])
    await database.close()
  }
}

/** What the operator can mend is one sentence; anything else shows where it happened. */
function fail(error: unknown): never {
  const isPlain = error instanceof Misconfigured || error instanceof DatabaseLocked || error instanceof NotDurable
  process.stderr.write(`${isPlain ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

async function main() {
  const configuration = configurationOf(process.argv.slice(2), process.env)
  if (configuration.isHelp) return say(help())
  const stop = await start(configuration)
  let isStopping = false
  const end = () => {
    if (isStopping) return
    isStopping = true
    stop().then(() => {
      say(farewell)
      process.exit(0)
    }, fail)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}

main().catch(fail)
