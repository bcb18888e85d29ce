import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { amount } from '../support/platform/audit.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'
import { termsUrl } from '../support/world/small-seed.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

let server: Pick<PostgresServer, 'url' | 'stop'>
let world: SmallWorld
beforeAll(async () => {
  server = await commonPostgres()
  world = await startSmallWorld({ server: server.url })
})
afterAll(async () => {
  await world.close()
  await server.stop()
})

const { clientThemes, memberGroups, terms } = contract
const pair = ['superUser', 'internalAdmin'] as const
const path = { memberGroupId: 1 }
const match = (version: number) => ({ 'If-Match': String(version) })
/** Sends both requests at once; returns the sorted statuses. */
const atOnce = async (ask: (name: (typeof pair)[number], index: number) => Promise<{ status: number }>) =>
  (await Promise.all(pair.map(ask))).map(({ status }) => status).toSorted((one, other) => one - other)
const colours = { font_family: 'Default', primary_color: '#000000', button_color: '#000000', button_text_color: '#ffffff' } as const

test('one of two changes to the same version of a client, a theme or terms is refused', async () => {
  for (let version = 1; version <= amount(10, 5); version++) {
    const client = await atOnce((name, index) =>
      world.as(name).send(memberGroups.change, { path, body: { name: `Name ${index}` } }, match(version)),
    )
    const theme = { ...colours, primary_color: `#00000${version % 10}` }
    const worn = await atOnce((name) => world.as(name).send(clientThemes.change, { path, body: { theme } }, match(version)))
    const body = { terms_conditions_url: `${termsUrl}/${version}`, locale_id: 1 }
    const reset = await atOnce((name) => world.as(name).send(terms.reset, { path, body }, match(version)))
    expect([client, worn, reset], `round ${version}`).toEqual([
      [200, 412],
      [200, 412],
      [200, 412],
    ])
  }
})

test('one of two clients that take the same host name or login key at once gets it', async () => {
  const default_currency = { currency_code: 'USD', min_bid: '0' }
  for (let round = 1; round <= amount(10, 5); round++) {
    const changes = [{ host_name: `ads-${round}.example` }, { login_key: `key-${round}` }]
    for (const [index, door] of changes.entries()) {
      const statuses = await atOnce((name) => {
        const body = { name: `Client ${round} ${index} ${name}`, default_currency, ...door }
        return world.as(name).send(memberGroups.create, { body }, { 'Idempotency-Key': `race-${round}-${index}-${name}` })
      })
      expect(statuses, JSON.stringify(door)).toEqual([200, 409])
    }
  }
})

test('two clients of the same name can be created at once, and one of them gets the login key', async () => {
  for (let round = 1; round <= 5; round++) {
    const body = { name: `Twin ${round}`, default_currency: { currency_code: 'USD', min_bid: '0' } }
    const made = await atOnce((name) => world.as(name).send(memberGroups.create, { body }, { 'Idempotency-Key': `twin-${round}-${name}` }))
    expect(made).toEqual([200, 200])
    const rows = await world.database.kysely.selectFrom('member_groups').select('login_key').where('name', '=', body.name).execute()
    expect(rows.map(({ login_key }) => login_key ?? '').toSorted()).toEqual(['', `twin-${round}`])
  }
})

test('accepting the terms twice at once stores one acceptance', async () => {
  const { reply } = await world.as('clientViewer').send(terms.one, { path, query: {} })
  const body = { terms_conditions_url: reply.result.terms_conditions_url }
  const statuses = await atOnce(() => world.as('clientViewer').send(terms.accept, { path, body }))
  expect(statuses).toEqual([200, 200])
  const rows = await world.database.kysely.selectFrom('terms_acceptances').selectAll().where('voided_at', 'is', null).execute()
  expect(rows).toHaveLength(1)
})
