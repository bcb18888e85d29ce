import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ShutdownSteps, shutDown, startSite } from '../../demo/open-site.ts'
import { configurationOf } from '../../demo/platform/configuration.ts'
import { people } from '../../demo/platform/seed/people.ts'
import { nodeNotice } from '../../demo/welcome.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { isAudit } from '../support/platform/audit.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'
import { openPlatform } from '../support/platform/process.ts'

let server: Pick<PostgresServer, 'url' | 'stop'>
/** Without rows. A refused start leaves it so. */
let blank: FreshDatabase
beforeAll(async () => {
  server = await commonPostgres()
  blank = await freshDatabase({ server: server.url })
})
afterAll(async () => {
  await blank.close()
  await server.stop()
})

const env = { ENVIRONMENT: 'production' }

/** A start in this process: the warm process ends at a refusal, and another one would load the code again. */
async function start({ url, dataDir }: FreshDatabase, variables: Record<string, string>) {
  const configuration = configurationOf(['--port', '0', '--data', dataDir], { DATABASE_URL: url, DELIVERY: 'off', ...variables })
  const ends: ShutdownSteps = []
  await startSite(configuration, ends, new AbortController().signal, () => undefined).finally(() => shutDown(ends))
}

test('a start with a Node version that gets no security fixes says so', () => {
  expect(nodeNotice('20.20.2').join(' ')).toMatch(/^Node 20\.20\.2 .*22 or 24/)
  expect([nodeNotice('22.1.0'), nodeNotice('24.0.0')]).toEqual([[], []])
})

const pagePaths = [
  'playground/token?as=portal',
  'playground/token',
  'shop/token',
  'portal/token',
  'shop/',
  'playground/',
  'inspector/panel.js',
]
const configurationFor = async (origin: string) => (await (await fetch(`${origin}/api/k1-ui/config`)).json()).result
async function pageStatuses(origin: string) {
  const { other_origin } = await configurationFor(origin)
  return Promise.all(pagePaths.map(async (path) => (await fetch(`${other_origin}/${path}`)).status))
}

async function messageStatus(origin: string) {
  const headers = { 'Content-Type': 'application/json' }
  const { status } = await fetch(`${origin}/v1/webhooks/payments`, { method: 'POST', body: '{"id":"evt_1","type":"charge"}', headers })
  return status
}

describe('where other machines can reach the platform', { timeout: 180_000 }, () => {
  test.each([
    ['HOST', { HOST: '0.0.0.0' }],
    ['PUBLIC_URL', { ENVIRONMENT: 'uat', PUBLIC_URL: 'https://ads.example' }],
    ['PARTNER_PAGES_URL', { PARTNER_PAGES_URL: 'https://partners.example' }],
  ])('no demonstration is made: %s', async (_, reachable) => {
    await expect(start(blank, reachable)).rejects.toThrow(/other machines can reach creates no demo data[^\n]*--empty[^\n]*PUBLIC_DEMO=on/)
    expect(await blank.database.kysely.selectFrom('seeds').selectAll().execute()).toEqual([])
  })

  if (isAudit)
    test('the password is printed once and no page gives tokens away, unless PUBLIC_DEMO is on', async () => {
      const own = await freshDatabase({ server: server.url })
      const reachable = { HOST: '0.0.0.0', DATABASE_URL: own.url }
      const { dataDir } = own
      const first = await openPlatform({ env: reachable, empty: true, dataDir })
      expect(first.password).toMatch(/^Placard-\w+-\w+$/)
      expect(await pageStatuses(first.origin)).toEqual(pagePaths.map(() => 404))
      await first.stop()
      const second = await openPlatform({ env: reachable, dataDir })
      expect(second.password).toBe('')
      await second.stop()
      const third = await openPlatform({ env: { ...reachable, PUBLIC_DEMO: 'on' }, empty: true, dataDir })
      expect(third.password).toBe(first.password)
      expect((await pageStatuses(third.origin)).slice(-3)).toEqual([200, 200, 200])
      await third.clear()
      await own.close()
    })
})

describe('in production', { timeout: 180_000 }, () => {
  test('no demonstration is made', async () => {
    await expect(start(blank, env)).rejects.toThrow(/ENVIRONMENT=production creates no demo data[^\n]*--empty/)
  })

  test('a database with the demonstration is refused', async () => {
    const own = await freshDatabase({ server: server.url })
    await own.database.kysely.insertInto('seeds').values({ name: 'demonstration' }).execute()
    await expect(start(own, env)).rejects.toThrow(
      /ENVIRONMENT=production does not start with the demonstration[^\n]*another folder or database/,
    )
    await own.close()
  })

  test('the first password is printed once, and no page gives tokens away', async () => {
    const own = await freshDatabase({ server: server.url })
    const { dataDir } = own
    const variables = { ...env, DATABASE_URL: own.url }
    const first = await openPlatform({ env: { ...variables, CLOUD_PROVIDER: 'azure' }, empty: true, dataDir })
    expect(people.filter(({ email }) => first.output().includes(email)).map(({ role }) => role)).toEqual([1])
    expect(first.password).toMatch(/^Placard-\w+-\w+$/)
    expect(first.output()).not.toMatch(/playground|shop\/|portal\//)
    expect(await pageStatuses(first.origin)).toEqual(pagePaths.map(() => 404))
    expect(await configurationFor(first.origin)).toMatchObject({ environment: 'production', cloud_provider: 'azure' })
    // Without a provider, its messages are refused as payments are; with one, they need its signature.
    expect(await messageStatus(first.origin)).toBe(409)
    await first.stop()
    const second = await openPlatform({ env: { ...variables, SANDBOX_PAYMENTS: 'on' }, dataDir })
    expect([second.password, second.output().includes(first.password)]).toEqual(['', false])
    expect(await messageStatus(second.origin)).toBe(401)
    await second.clear()
    await own.close()
  })
})
