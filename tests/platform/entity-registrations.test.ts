import { describe, expect, test } from 'vitest'
import { startJobs } from '../../demo/platform/jobs/queue.ts'
import type { JobContext } from '../../demo/platform/sql/queue.ts'
import { registrationJobs } from '../../demo/platform/registrations/job.ts'
import { contract } from '../../src/contract/index.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { inCatalog, registrationOf } from '../support/world/small-targeting.ts'
import { authorization, fixedNow, type SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { entityRegistrations } = contract
const path = { memberGroupId: 1, advertiserId: 1 }
let keys = 0
const keyed = () => ({ 'Idempotency-Key': `key-${++keys}-of-registrations` })
const initiate = (internal_ids: string[], name: CallerName = 'advertiserManager', at = { ...path, advertiserId: 2 }) =>
  world.as(name).send(entityRegistrations.initiate, { path: at, body: { internal_ids } }, keyed())
const upload = (csv: string) => world.as('advertiserAdmin').send(entityRegistrations.initiateCsv, { path, body: { csv } }, keyed())
const event = async (eventId: number, query: object = {}, at: typeof path = path) =>
  (await world.as('clientViewer').send(entityRegistrations.one, { path: { ...at, eventId }, query })).reply.result
const failed = async (body: object = {}) =>
  (await world.as('clientViewer').send(entityRegistrations.failedReport, { path, body })).reply.result
const catalog = (...rows: { internal_id: string; status?: string }[]) =>
  world.database.kysely
    .insertInto('catalog_entities')
    .values(rows.map((row) => ({ member_group_id: 1, name: `Name of ${row.internal_id}`, category: 'Coast', status: 'active', ...row })))
    .execute()
const entities = (advertiser_id = 1) =>
  world.database.kysely
    .selectFrom('entities')
    .select(['internal_id', 'name', 'category', 'status'])
    .where('advertiser_id', '=', advertiser_id)
    .orderBy('entity_id')
    .execute()

/** Runs all due jobs, as a server does. */
async function work() {
  const context: JobContext = { database: world.database, now: fixedNow, log: () => {} }
  const jobs = await startJobs(context, registrationJobs)
  await jobs.tick()
  await jobs.stop()
}
/** Uploads a file and waits for its result. */
async function registered(csv: string) {
  const { event_id } = (await upload(csv)).reply.result
  await work()
  return event(event_id, { count: 50 })
}
const outcome = ({ details }: { details: { line: number; internal_id: string; error_code: string | null }[] }) =>
  details.map(({ line, internal_id, error_code }) => [line, internal_id, error_code])

describe('a list of ids', () => {
  test('is processed by a job, which creates the entities that are in the catalogue', async () => {
    await catalog({ internal_id: 'A-1' }, { internal_id: 'A-2' })
    const at = { ...path, advertiserId: 2 }
    const { event_id } = (await initiate(['A-1', 'A-2'])).reply.result
    expect(await event(event_id, {}, at)).toMatchObject({
      source: 'list',
      status: 'pending',
      total: 2,
      done: 0,
      failed: 0,
      completed_on: null,
      details: [],
      created_at: '2026-11-21T10:00:00.000Z',
      created_by: people.advertiserManager.userId,
    })
    await work()
    const done = await event(event_id, {}, at)
    expect(done).toMatchObject({ status: 'completed', total: 2, done: 2, failed: 0, completed_on: '2026-11-21T10:00:00.000Z' })
    expect(done.details).toMatchObject([
      { line: 1, internal_id: 'A-1', error_code: null, error_message: null, completed_on: '2026-11-21T10:00:00.000Z', event_id },
      { line: 2, internal_id: 'A-2', error_code: null },
    ])
    expect((await entities(2)).slice(1)).toEqual([
      { internal_id: 'A-1', name: 'Name of A-1', category: 'Coast', status: 'active' },
      { internal_id: 'A-2', name: 'Name of A-2', category: 'Coast', status: 'active' },
    ])
  })

  test('reports what failed and why, line by line', async () => {
    await catalog({ internal_id: 'A-1' }, { internal_id: 'A-2', status: 'inactive' }, { internal_id: 'first' })
    const done = await registered('A-1\nnowhere\nA-1\n"open\nA-2\nfirst\n\nA\0B')
    expect(done).toMatchObject({ source: 'csv', status: 'completed', total: 7, done: 7, failed: 6 })
    expect(outcome(done)).toEqual([
      [2, 'nowhere', 'unknown'],
      [3, 'A-1', 'duplicate'],
      [4, '"open', 'malformed'],
      [5, 'A-2', 'inactive'],
      [6, 'first', 'already_registered'],
      [8, 'A□B', 'malformed'],
      [1, 'A-1', null],
    ])
    expect(done.details.slice(0, 6).map(({ error_message }: { error_message: string }) => error_message)).toEqual([
      'ID not found in the catalog',
      'Duplicate ID in this list',
      'Missing closing quotation mark',
      'This ID is inactive in the catalog',
      'Already registered for this advertiser',
      'This line contains invalid characters',
    ])
    expect((await entities()).map(({ internal_id }) => internal_id)).toEqual(['first', 'A-1'])
  })

  test('activates an inactive entity instead of creating a second one', async () => {
    await catalog({ internal_id: 'first' })
    await world.database.kysely.updateTable('entities').set({ status: 'inactive' }).where('entity_id', '=', 1000).execute()
    expect(await registered('first')).toMatchObject({ done: 1, failed: 0 })
    expect(await entities()).toMatchObject([{ internal_id: 'first', status: 'active' }])
  })

  test("registers from the client's own catalogue only", async () => {
    expect(outcome(await registered(`${inCatalog(1)}\n${inCatalog(2)}`))).toEqual([
      [2, inCatalog(2), 'unknown'],
      [1, inCatalog(1), null],
    ])
  })

  test('is processed once with one idempotency key', async () => {
    await catalog({ internal_id: 'A-1' })
    const send = () =>
      world
        .as('advertiserAdmin')
        .send(entityRegistrations.initiate, { path, body: { internal_ids: ['A-1'] } }, { 'Idempotency-Key': 'one-list' })
    const one = await send()
    const other = await send()
    await work()
    expect([other.text, (await entities()).length]).toEqual([one.text, 2])
  })

  test('is processed with a parallel list of the same id, which is registered once', async () => {
    await catalog({ internal_id: 'A-1' })
    const one = (await upload('A-1')).reply.result
    const other = (await upload('A-1')).reply.result
    await work()
    expect([(await event(one.event_id)).failed, (await event(other.event_id)).failed]).toEqual([0, 1])
    expect(await entities()).toHaveLength(2)
  })
})

describe('an uploaded file', () => {
  test.each([
    ['semicolons and names of columns', 'Name;ID\r\nOats;A-1\r\nRye;A-2\r\n'],
    ['commas on one line', 'A-1,A-2'],
    ['tabs and quotes', '"A-1"\t"A-2"'],
    ['a mark of the byte order', '\ufeffA-1\nA-2'],
  ])('with %s is read', async (_, csv) => {
    await catalog({ internal_id: 'A-1' }, { internal_id: 'A-2' })
    expect(await registered(csv)).toMatchObject({ total: 2, failed: 0 })
  })

  test("may name its column with the client's word", async () => {
    await catalog({ internal_id: 'A-1' })
    const label = { member_group_id: 1, key: 'internal_id', label: 'Property code', order: 2, is_internal_id: true, is_name: false }
    await world.database.kysely.insertInto('entity_attributes').values(label).execute()
    expect(await registered('Hotel,property code\nOats,A-1')).toMatchObject({ total: 1, failed: 0 })
  })

  test('without readable lines is refused, with the lines', async () => {
    const { status, reply } = await upload(`\n"a\n${'x'.repeat(101)}\n\ufffd`)
    expect([status, reply.fields]).toEqual([
      422,
      [
        { path: 'csv', rule: 'Line 2: missing closing quotation mark' },
        { path: 'csv', rule: 'Line 3: ID longer than 100 characters' },
        { path: 'csv', rule: 'Line 4: invalid characters' },
      ],
    ])
    expect([(await upload('')).status, (await upload('\n,\n')).status]).toEqual([422, 422])
  })

  test('with too many lines, too many bytes, or another type is refused', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, index) => index).join('\n')
    expect([(await upload(lines(50_000))).status, (await upload(lines(50_001))).status]).toEqual([200, 422])
    expect((await upload('x'.repeat(1_000_001))).status).toBe(413)
    const send = (type: string, body: string | Uint8Array) =>
      world.raw('v1/member_groups/1/advertisers/1/entity_registrations/initiate/csv', {
        method: 'POST',
        headers: { ...authorization('advertiserAdmin'), ...keyed(), 'Content-Type': type },
        body,
      })
    expect([(await send('application/json', '{"csv":"a"}')).status, (await send('text/plain', 'a')).status]).toEqual([415, 415])
    expect((await send('text/csv; charset=utf-8', new Uint8Array([0x61, 0xff]))).status).toBe(400)
    expect((await send('Text/CSV; charset=utf-8', 'a')).status).toBe(200)
  })

  test('is accepted by this call only', async () => {
    const response = await world.raw('v1/member_groups/1/advertisers/1/entity_registrations/initiate', {
      method: 'POST',
      headers: { ...authorization('advertiserAdmin'), ...keyed(), 'Content-Type': 'text/csv' },
      body: 'a',
    })
    expect(response.status).toBe(415)
  })
})

describe('a failed line', () => {
  const ask = (name: CallerName, call: 'retry' | 'hide', event_detail_ids: number[], at = path) =>
    world.as(name).send(entityRegistrations[call], { path: at, body: { event_detail_ids } })

  test('is listed in pages of twenty, latest list first, and in its list in pages of five', async () => {
    const { event_id } = (await upload(Array.from({ length: 30 }, (_, index) => `N-${index}`).join('\n'))).reply.result
    await work()
    const report = await failed()
    expect([report.details.length, report.total, report.details[0].internal_id]).toEqual([20, 31, 'N-0'])
    expect((await failed({ pagination: { start: 20, count: 20 } })).details).toHaveLength(11)
    expect((await failed({ event_id: 1 })).total).toBe(1)
    expect(
      (await failed({ filters: [{ field: 'internal_id', operation: 'ILIKE', value: 'n-2' }], sort: [{ field: 'line', order: 'desc' }] }))
        .details,
    ).toMatchObject([...[29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 2].map((index) => ({ internal_id: `N-${index}` }))])
    expect([(await event(event_id)).details.length, (await event(event_id, { start: 28, count: 5 })).details.length]).toEqual([5, 2])
    const list = (await world.as('clientViewer').send(entityRegistrations.list, { path, query: {} })).reply.result
    expect([list.total, ...list.events.map((one: { event_id: number; details: object[] }) => [one.event_id, one.details.length])]).toEqual([
      2,
      [event_id, 5],
      [1, 1],
    ])
  })

  test('can be retried, and succeeds once the catalogue has the id', async () => {
    const { details } = await registered('A-1\nA-2\nA-1')
    const [one, , twice] = details
    await catalog({ internal_id: 'A-1' }, { internal_id: 'A-2' })
    expect((await ask('advertiserAdmin', 'retry', [one.event_detail_id, twice.event_detail_id])).reply.result).toEqual({ changed: 1 })
    expect(await event(one.event_id)).toMatchObject({ status: 'processing', total: 3, done: 2, failed: 2, completed_on: null })
    await work()
    expect(await event(one.event_id)).toMatchObject({ status: 'completed', total: 3, done: 3, failed: 2 })
    expect((await world.as('advertiserAdmin').send(entityRegistrations.retryAll, { path })).reply.result).toEqual({ changed: 2 })
    await work()
    expect(outcome(await event(one.event_id))).toEqual([
      [3, 'A-1', 'duplicate'],
      [1, 'A-1', null],
      [2, 'A-2', null],
    ])
    expect((await failed()).details.map(({ internal_id }: { internal_id: string }) => internal_id.split(' ')[0])).toEqual(['A-1', 'No'])
  })

  test('can be hidden from the report, and stays in its list', async () => {
    const { details, event_id } = await registered('A-1\nA-2')
    expect((await ask('advertiserAdmin', 'hide', [details[0].event_detail_id])).reply.result).toEqual({ changed: 1 })
    expect([(await failed()).total, (await event(event_id)).failed]).toEqual([2, 2])
    expect((await ask('advertiserAdmin', 'retry', [details[0].event_detail_id])).reply.result).toEqual({ changed: 0 })
    expect((await world.as('advertiserAdmin').send(entityRegistrations.hideAll, { path })).reply.result).toEqual({ changed: 2 })
    expect([(await failed()).total, (await world.as('advertiserAdmin').send(entityRegistrations.hideAll, { path })).reply.result]).toEqual([
      0,
      { changed: 0 },
    ])
  })

  test('of another advertiser cannot be retried, hidden or seen', async () => {
    const { eventDetailId, eventId } = registrationOf(2)
    expect([
      (await ask('advertiserAdmin', 'hide', [registrationOf(1).eventDetailId, eventDetailId])).status,
      (await ask('clientAdmin', 'retry', [eventDetailId])).status,
      (await ask('advertiserAdmin', 'hide', [eventDetailId], { ...path, advertiserId: 2 })).status,
    ]).toEqual([404, 404, 404])
    expect((await world.as('superUser').send(entityRegistrations.one, { path: { ...path, eventId }, query: {} })).status).toBe(404)
    expect((await failed({ event_id: eventId })).total).toBe(0)
  })
})

test('managers can register entities, viewers cannot', async () => {
  const at = { memberGroupId: 1, advertiserId: 3 }
  const status = async (name: CallerName, advertiserId = 3) => (await initiate(['A-1'], name, { ...at, advertiserId })).status
  expect([await status('clientAdmin'), await status('advertiserManager'), await status('advertiserAdmin', 1)]).toEqual([200, 200, 200])
  expect([await status('clientViewer'), await status('advertiserViewer'), await status('advertiserReporting')]).toEqual([403, 403, 403])
  expect([await status('advertiserAdmin', 2), await status('clientAdmin', 4)]).toEqual([404, 404])
})

test('the types of entity values are listed', async () => {
  await catalog({ internal_id: 'A-1' })
  await registered('A-1')
  const attributesAs = (name: CallerName) => world.as(name).send(contract.memberGroups.attributes, { path: { memberGroupId: 1 } })
  expect((await attributesAs('advertiserAdmin')).reply.result.attribute_key_values).toEqual([{ key: 'category', values: ['Any', 'Coast'] }])
  expect((await attributesAs('advertiserViewer')).reply.result.attribute_key_values).toEqual([{ key: 'category', values: ['Any'] }])
})
