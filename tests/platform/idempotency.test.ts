import { afterAll, beforeAll, expect, test } from 'vitest'
import { housekeeping } from '../../demo/platform/jobs/housekeeping.ts'
import type { CallerName } from '../support/world/people.ts'
import { fixedNow, type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'
import { written, writtenHandlers } from '../support/platform/written-contract.ts'

let world: SmallWorld
const { handlers, runs } = writtenHandlers()
beforeAll(async () => {
  world = await startSmallWorld({ contract: written, handlers })
})
afterAll(() => world.close())

const path = { memberGroupId: 1 }
const once = (key: string, name: string, caller: CallerName = 'clientAdmin') =>
  world.as(caller).send(written.addOnce, { path, body: { name } }, { 'Idempotency-Key': key })
const channelsNamed = (name: string) => world.database.kysely.selectFrom('channels').select('name').where('name', '=', name).execute()
const keptKeys = () => world.database.kysely.selectFrom('idempotency_keys').select('key').execute()

test('a repeated request gets the first reply byte for byte, and has no second effect', async () => {
  const first = await once('key-repeat', 'repeated')
  const again = [await once('key-repeat', 'repeated'), await once('key-repeat', 'repeated')]
  expect(again.map(({ text }) => text)).toEqual([first.text, first.text])
  expect(again.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual(['true', 'true'])
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  expect(await channelsNamed('repeated')).toHaveLength(1)
})

test('twenty parallel requests have one effect and one reply', async () => {
  const before = runs.length
  const send = () =>
    world.as('clientAdmin').send(written.addSlowly, { path, body: { name: 'at once' } }, { 'Idempotency-Key': 'key-at-once' })
  const responses = await Promise.all(Array.from({ length: 20 }, send))
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
  expect(runs.length - before).toBe(1)
  expect(await channelsNamed('at once')).toHaveLength(1)
  const entries = await world.database.kysely
    .selectFrom('audit_entries')
    .select('path')
    .where('path', '=', written.addSlowly.path)
    .execute()
  expect(entries).toHaveLength(1)
})

test('the key of another request is refused, whatever differs', async () => {
  await once('key-of-first', 'first')
  const changed = await once('key-of-first', 'second')
  const elsewhere = await world
    .as('clientAdmin')
    .send(written.refuse, { path, body: { name: 'first' } }, { 'Idempotency-Key': 'key-of-first' })
  expect([changed.status, changed.reply.code, elsewhere.reply.code]).toEqual([422, 'key_reused', 'key_reused'])
  expect(await channelsNamed('second')).toEqual([])
})

test('a key belongs to its caller', async () => {
  const mine = await once('key-of-mine', 'mine')
  const theirs = await once('key-of-mine', 'mine', 'superUser')
  expect(theirs.status).toBe(200)
  expect(theirs.text).not.toBe(mine.text)
})

test('a refused request can be retried with the same key', async () => {
  const refuse = () =>
    world.as('clientAdmin').send(written.refuse, { path, body: { name: 'refused' } }, { 'Idempotency-Key': 'key-refused' })
  const first = await refuse()
  const second = await refuse()
  expect([first.status, second.status, second.headers.get('idempotent-replayed')]).toEqual([409, 409, null])
  expect(await channelsNamed('refused')).toEqual([])
})

test('a caller who lost the permission does not get the stored reply', async () => {
  await once('key-of-lost', 'lost')
  const row = { user_id: 3, level: 'base', thing_id: 0, permission: 'channels.read', granted: false }
  await world.database.kysely.insertInto('user_activities').values(row).execute()
  expect((await once('key-of-lost', 'lost')).status).toBe(403)
  await world.database.kysely.deleteFrom('user_activities').execute()
})

test.each(['', 'short', 'x'.repeat(81), 'with space', 'ünicode-key'.normalize('NFKD').replace(/[^\w-]/g, '!')])(
  '"%s" is not accepted as a key',
  async (key) => {
    const response = await once(key, 'no key')
    expect([response.status, response.reply.code]).toEqual([428, 'key_required'])
  },
)

test('keys are stored for a little more than a day', async () => {
  await once('key-to-be-old', 'old')
  const aged = (hours: number) => new Date(fixedNow().getTime() - hours * 3_600_000)
  const age = (key: string, hours: number) =>
    world.database.kysely
      .updateTable('idempotency_keys')
      .set({ created_at: aged(hours) })
      .where('key', '=', key)
      .execute()
  await once('key-of-a-day', 'day')
  await age('key-to-be-old', 49)
  await age('key-of-a-day', 47)
  await housekeeping.run({}, { database: world.database, now: fixedNow, log: () => {} })
  const kept = (await keptKeys()).map(({ key }) => key)
  expect(kept).toContain('key-of-a-day')
  expect(kept).not.toContain('key-to-be-old')
})
