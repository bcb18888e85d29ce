import { type EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { playgroundListener } from './partners/playground-server.ts'
import { portalListener } from './partners/portal-server.ts'
import { shopListener } from './partners/shop-server.ts'
import { partnerPermissions } from './platform/access/partner-permissions.ts'
import { addressReader } from './platform/http/client-address.ts'
import { type Configuration, prepareFolder } from './platform/configuration.ts'
import { Misconfigured } from './platform/context/misconfigured.ts'
import { type Listener, withTransportSecurity } from './platform/http/listen.ts'
import { lockFolder } from './platform/database/folder-lock.ts'
import type { Database } from './platform/database/database.ts'
import { openDatabase } from './platform/database/open.ts'
import { type Speed, setSpeed } from './platform/delivery/settings.ts'
import { withDemoBar, demoBar } from './platform/demo-pages/bar.ts'
import { type DemoSecrets, demoSecrets, partnerSecret } from './platform/identity/secrets.ts'
import { type DemoRefusal, seedIfEmpty, isDemoPassword } from './platform/seed/fill.ts'
import { handlersFor } from './platform/handlers.ts'
import { homePage } from './platform/demo-pages/home.ts'
import { consoleClientId, embeddedProvider } from './platform/identity/provider.ts'
import { registerPartner } from './platform/identity/register-partner.ts'
import { startJobs } from './platform/jobs/queue.ts'
import { learnPermissions } from './platform/tables/learn-permissions.ts'
import { type Log, lineLog } from './platform/context/log.ts'
import { mailJobs } from './platform/mail/jobs.ts'
import { outboxPage } from './platform/demo-pages/outbox.ts'
import { applySandboxForm, sandboxPage } from './platform/demo-pages/sandbox.ts'
import { pagesOf } from './platform/demo-pages/pages.ts'
import { rebillPayments } from './platform/auto-rebills/payments.ts'
import { paymentJobs } from './platform/payments/jobs.ts'
import { paymentPages } from './platform/payments/page.ts'
import type { PaymentProvider } from './platform/payments/provider.ts'
import { sandbox } from './platform/payments/sandbox.ts'
import { platformJobs } from './platform/jobs/kinds.ts'
import { machineTime, platformClock } from './platform/context/clock.ts'
import { type Port, listenOnPorts } from './platform/ports.ts'
import { partners, people } from './platform/seed/people.ts'
import { createPlatform } from './platform/server.ts'
import { migrations } from './platform/tables/index.ts'
import { welcome } from './welcome.ts'

const now = () => machineTime(new Date())
const clock = platformClock(now)

const maxEndMs = 9_000

/** Stripe's packages are loaded only where it is configured. Null where no provider is set up. */
const paymentProviderOf = async ({ stripe }: Configuration, log: Log, hasBank: boolean): Promise<PaymentProvider | null> => {
  if (stripe) return (await import('./platform/payments/stripe.ts')).stripeProvider(stripe, log)
  return hasBank ? sandbox : null
}

/** Functions that shut the site down, in order: HTTP servers, background jobs, database. */
export type ShutdownSteps = (() => Promise<unknown>)[]

/** When a port is taken, tries the folder lock first: a second start on the same data then reports the lock, not the port. */
async function portsOf(configuration: Configuration) {
  try {
    return await listenOnPorts(configuration)
  } catch (error) {
    if (!configuration.databaseUrl) (await lockFolder(configuration.dataDir)).release()
    throw error
  }
}

async function open({ databaseUrl, dataDir }: Configuration, ends: ShutdownSteps, say: (text: string) => void) {
  say(databaseUrl ? 'Opening PostgreSQL.' : `Opening the database in ${dataDir}.`)
  const database = await openDatabase({ url: databaseUrl, dataDir })
  ends.push(() => database.close())
  const applied = await database.migrate(migrations)
  await learnPermissions(database.kysely)
  await clock.follow(database.kysely)
  if (applied.length > 0) say(`Prepared the database (${applied.length} steps).`)
  return database
}

interface Addresses {
  readonly origin: string
  readonly other: string
}

interface Site extends Addresses {
  /** The partners' pages, if they are served. */
  readonly partnerPages: string | undefined
  readonly isEmpty: boolean
  /** HTML of the demo's navigation bar; empty outside a demonstration. */
  readonly bar: string
  readonly ending: AbortSignal
  readonly log: Log
  /** Null where none is set up. */
  readonly paymentProvider: PaymentProvider | null
  /** Whether there is an account for bank transfers. */
  readonly hasBank: boolean
}

/** The address at which the platform reaches itself. */
function ownAddress({ host }: Configuration, { port }: Port) {
  const isAny = host === '0.0.0.0' || host === '::'
  return `http://${isAny ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`
}

/** True if only this machine can reach the platform. */
const isLocal = ({ host }: Configuration, origins: readonly string[]) =>
  /^(localhost|127\.|::1$)/.test(host) &&
  origins.every((origin) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(origin).hostname))

/** The outbox page and the demo bar exist only on a development server on localhost without SMTP. */
const isDemonstration = (configuration: Configuration, origin: string) =>
  !configuration.smtp && configuration.environment === 'development' && isLocal(configuration, [origin])

function demoRefusalOf(configuration: Configuration, origins: readonly string[]): DemoRefusal | undefined {
  if (configuration.environment === 'production') return 'production'
  return configuration.isDemoPublic || isLocal(configuration, origins) ? undefined : 'reachable'
}

/** Creates the platform's HTTP listener. */
async function platformOf(configuration: Configuration, database: Database, site: Site) {
  const { origin, other, partnerPages, isEmpty, bar, ending, log, paymentProvider, hasBank } = site
  const { environment, flags, issuer: external, issuerAudience, issuerClientId, isEmailTrusted, trustedProxies } = configuration
  const addressOf = addressReader(trustedProxies)
  const identity = await embeddedProvider({
    database,
    origin,
    now,
    log,
    addressOf,
    changePage: bar ? (page) => withDemoBar(page, bar) : undefined,
    external: external ? { issuer: external, audience: issuerAudience || origin, clientId: issuerClientId, isEmailTrusted } : undefined,
  })
  const issuer = external ?? `${origin}/idp`
  const clientId = external ? issuerClientId : consoleClientId
  const flagsUrl = `${origin}/ofrep/v1/evaluate/flags`
  const provider = { issuer, client_id: clientId, is_provider_embedded: !external }
  const application = {
    environment,
    cloud_provider: configuration.cloudProvider,
    ...provider,
    flags_url: flagsUrl,
    other_origin: other,
  } as const
  const outbox = bar ? () => outboxPage(database, origin) : undefined
  const sandbox = bar
    ? { page: () => sandboxPage(database), apply: (fields: URLSearchParams) => applySandboxForm(database, fields, clock.now()) }
    : undefined
  const faster = (speed: Speed) => setSpeed(database.kysely, speed, now())
  const home = () => homePage(partnerPages, isEmpty, outbox !== undefined)
  const { listener } = createPlatform({
    database,
    now: clock.now,
    machineNow: clock.machineNow,
    aheadMs: clock.aheadMs,
    log,
    addressOf,
    ending,
    authenticate: identity.authenticate,
    origins: [origin],
    identify: identity.identify,
    handlers: handlersFor(application, flags, { provider: paymentProvider, hasBank, ownOrigins: [origin] }),
    pages: pagesOf({
      database,
      now,
      issuer,
      clientId,
      environment,
      home,
      application,
      outbox,
      sandbox,
      bar,
      origin,
      partnerPages: isEmpty ? undefined : partnerPages,
      paymentOrigin: other,
      demoNow: clock.now,
      isWatched: process.env.PLACARD_WATCH === '1',
      setSpeed: bar ? faster : undefined,
    }),
    identity: { prefix: '/idp', listener: identity.listener },
  })
  const deps = { database, now: clock.now, machineNow: clock.machineNow, log }
  const pages = paymentProvider ? paymentPages({ ...deps, provider: paymentProvider }) : () => new Response('Not found', { status: 404 })
  const payments = getRequestListener(pages, { overrideGlobalObjects: false })
  return { listener, payments }
}

/** Serves the two partners and the playground on the second origin. An error ends only its own request. */
function openPartners(
  port: Port,
  { origin: platform, other }: Addresses,
  { secrets: { partners: secrets }, bar, payments }: { secrets: DemoSecrets; bar: string; payments: Listener },
) {
  const server = { platform, secrets, bar, permissions: partnerPermissions.join(' ') }
  const shop = shopListener(server)
  const portal = portalListener(server)
  const playground = playgroundListener(server)
  const listener: Listener = (request, response) => {
    const { url = '' } = request
    if (url.startsWith('/pay/')) return void payments(request, response)
    const handler = url.startsWith('/portal') ? portal : /^\/(playground|inspector)/.test(url) ? playground : shop
    handler(request, response).catch(() => response.writeHead(502, { 'Content-Type': 'text/plain' }).end('The partner server failed.'))
  }
  port.open(withTransportSecurity(listener, other))
}

/** Registers the partner from the `--partner` option and returns it with its secret and its stored permissions. */
async function registered(database: Database, { partner, dataDir }: Configuration) {
  if (!partner) return undefined
  const secret = partnerSecret(dataDir, partner.clientId)
  return { ...partner, secret, permissions: await registerPartner(database, partner, secret) }
}

/** Without the demonstration there are no pages of partners, because they give their tokens to every visitor. */
const openPaymentsOnly = (port: Port, other: string, payments: Listener) =>
  port.open(
    withTransportSecurity((request, response) => {
      if (request.url?.startsWith('/pay/')) return payments(request, response)
      response.writeHead(404, { 'Content-Type': 'text/plain', 'X-Content-Type-Options': 'nosniff' }).end('Not found')
    }, other),
  )

/**
 * The password to print. Where there is no demonstration, it is printed once, when it is made, because logs are kept; it stays in the
 * data folder. In the demonstration it is printed while it works.
 */
async function passwordToPrint(database: Database, password: string, isNew: boolean, isDemoRefused: boolean) {
  if (isDemoRefused && !isNew) return undefined
  return (await isDemoPassword(database, password)) ? password : undefined
}

/** The parts of `process` that talk to the parent process. */
export type ParentChannel = Pick<NodeJS.Process, 'env' | 'connected' | 'disconnect'> & EventEmitter

/** Waits for the bundle when `npm start` builds it in parallel. */
export async function waitForBundle(self: ParentChannel = process) {
  if (self.env.PLACARD_BUILDING !== '1' || !self.connected) return
  await Promise.race([once(self, 'message'), once(self, 'disconnect')])
  if (!self.connected) throw new Misconfigured('The bundle was not built.')
  self.disconnect()
}

/** Starts the platform and the partner pages. Adds each shutdown function to `ends` as soon as its part runs. */
export async function startSite(configuration: Configuration, ends: ShutdownSteps, ending: AbortSignal, say: (text: string) => void) {
  prepareFolder(configuration.dataDir)
  const [first, second] = await portsOf(configuration)
  ends.push(() => Promise.all([first.close(6000), second.close(6000)]))
  const origin = configuration.publicUrl || `http://localhost:${first.port}`
  const other = configuration.partnerPagesUrl || `http://localhost:${second.port}`
  const database = await open(configuration, ends, say)
  const ids = partners.map(({ clientId }) => clientId)
  const secrets = demoSecrets(configuration.dataDir, ids)
  const demoRefusal = demoRefusalOf(configuration, [origin, other])
  const seeded = await seedIfEmpty(database, { secrets, isEmpty: configuration.isEmpty, demoRefusal, now: now(), other, say })
  const isEmpty = seeded.content === 'empty'
  const partnerPages = demoRefusal ? undefined : other
  const partner = await registered(database, configuration)
  const bar = isDemonstration(configuration, origin) ? demoBar({ origin, other: isEmpty ? undefined : other }) : ''
  await waitForBundle()
  // The cards of the sandbox are public, so they fund nothing but a demonstration.
  const hasBank = demoRefusal === undefined || configuration.hasSandboxPayments
  const log = lineLog(configuration.logLevel, (line) => process.stderr.write(line), now)
  const paymentProvider = await paymentProviderOf(configuration, log, hasBank)
  const site = { origin, other, partnerPages, isEmpty, bar, ending, log, paymentProvider, hasBank }
  const { listener, payments } = await platformOf(configuration, database, site)
  const { issuer, smtp, mailFrom = `no-reply@${new URL(origin).hostname}` } = configuration
  const mails = mailJobs({ origin, isExternal: issuer !== undefined, smtp, from: mailFrom })
  const jobs = await startJobs(
    { database, now: clock.now, clock, log },
    {
      ...platformJobs({ ...configuration, ...(paymentProvider && { payments: rebillPayments }) }),
      ...mails,
      ...(paymentProvider && paymentJobs({ provider: paymentProvider, origin: ownAddress(configuration, first) })),
    },
  )
  ends.splice(1, 0, () => jobs.stop())
  first.open(withTransportSecurity(listener, origin))
  if (demoRefusal) openPaymentsOnly(second, other, payments)
  else openPartners(second, { origin, other }, { secrets, bar, payments })
  const password = await passwordToPrint(database, secrets.password, seeded.isNew, demoRefusal !== undefined)
  say(welcome({ origin, other: partnerPages, people: isEmpty ? people.slice(0, 1) : people, password, issuer, isEmpty, partner }))
}

/** Shuts down in order, for at most nine seconds. Returns whether everything has shut down. */
export async function shutDown(ends: ShutdownSteps, maxMs = maxEndMs): Promise<boolean> {
  const waiting = new AbortController()
  const inOrder = async () => {
    for (const end of ends.splice(0)) await end()
    return true
  }
  try {
    return await Promise.race([inOrder(), pause(maxMs, false, { signal: waiting.signal })])
  } finally {
    waiting.abort()
  }
}
