import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { housekeeping } from '../../demo/platform/jobs/housekeeping.ts'
import { contract } from '../../src/contract/index.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { fixedNow, type SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { savedReports, reportSchedules, reportShares } = contract
const history = contract.changes.saved_report
const question = { dimensions: ['campaign_name'], metrics: ['impressions'], date_range: { preset: 'last_30_days' } }
const at = (savedReportId: number) => ({ path: { savedReportId } })
const match = (version: number) => ({ 'If-Match': String(version) })
const made = async (name: CallerName, body: object = {}): Promise<number> => {
  const report = { member_group_id: 1, name: 'Spring', question, ...body } as never // loosely typed
  const { reply } = await world.as(name).send(savedReports.create, { body: report }, { 'Idempotency-Key': crypto.randomUUID() })
  return reply.result.saved_report_id
}
const change = async (name: CallerName, id: number, version: number, body: object) => {
  const { status, reply } = await world.as(name).send(savedReports.change, { ...at(id), body }, match(version))
  expect(status, JSON.stringify(reply)).toBe(200)
}

interface Row {
  readonly change_id: number
  readonly entity: string
  readonly kind: string
  readonly fields: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[]
  readonly undo_of: number | null
  readonly undone_by: number | null
  readonly is_undoable: boolean
}
const response = (name: CallerName, id: number, body: object = {}) => world.as(name).send(history.report, { ...at(id), body })
/** The changes of a report, oldest first. */
const changes = async (name: CallerName, id: number): Promise<Row[]> => (await response(name, id)).reply.result.changes.toReversed()
const summaryOf = (rows: readonly Row[]) =>
  rows.map(({ entity, kind, fields }) => [
    entity,
    kind,
    Object.fromEntries(fields.map(({ field, before, after }) => [field, [before, after]])),
  ])
const undo = (
  name: CallerName,
  id: number,
  version: number,
  body: { change_id: number; dry_run?: boolean; force?: boolean; seen_up_to?: number },
) => world.as(name).send(history.undo, { ...at(id), body }, match(version))
const stored = (id: number) =>
  world.database.kysely
    .selectFrom('saved_reports')
    .select(['name', 'visibility', 'question', 'version'])
    .where('saved_report_id', '=', id)
    .executeTakeFirstOrThrow()

const schedule = {
  frequency: 'daily' as const,
  time: '08:00',
  time_zone: 'UTC',
  recipients: ['one@shop.example'],
  format: 'csv' as const,
  skip_if_empty: true,
  is_paused: false,
}

describe('the change history of a saved report', () => {
  test('records who created, changed, shared, removed and restored it, with the request', async () => {
    const id = await made('clientAdmin')
    await change('clientAdmin', id, 1, { name: 'Summer', visibility: 'shared', question: { ...question, metrics: ['cost'] } })
    await change('clientAdmin', id, 2, { name: 'Summer' })
    const link = (await world.as('clientAdmin').send(reportShares.create, { ...at(id), body: { days: 3 } })).reply.result
    await world.as('clientAdmin').send(reportShares.revoke, { path: { savedReportId: id, reportShareId: link.report_share_id } })
    await world.as('clientAdmin').send(savedReports.remove, at(id), match(3))
    await world.as('clientAdmin').send(savedReports.restore, at(id))
    const rows = await changes('clientAdmin', id)
    const { date_range, dimensions } = question
    expect(summaryOf(rows)).toEqual([
      [
        'saved_report',
        'created',
        {
          name: [null, 'Spring'],
          visibility: [null, 'private'],
          dimensions: [null, dimensions],
          metrics: [null, ['impressions']],
          date_range: [null, date_range],
        },
      ],
      ['saved_report', 'changed', { name: ['Spring', 'Summer'], visibility: ['private', 'shared'], metrics: [['impressions'], ['cost']] }],
      ['saved_report', 'shared', { report_share_id: [null, link.report_share_id], expires_at: [null, link.expires_at] }],
      ['saved_report', 'unshared', { report_share_id: [link.report_share_id, null] }],
      ['saved_report', 'removed', { name: ['Summer', null] }],
      ['saved_report', 'restored', { name: [null, 'Summer'] }],
    ])
    const { userId } = people.clientAdmin
    expect(rows).toMatchObject(rows.map(() => ({ user: { user_id: userId, name: 'clientAdmin' }, partner: null, entity_id: id })))
    const audited = await world.database.kysely
      .selectFrom('changes')
      .innerJoin('audit_entries', 'audit_entries.request_id', 'changes.request_id')
      .select(['changes.kind', 'audit_entries.method'])
      .where('changes.entity_id', '=', id)
      .where('changes.entity', '=', 'saved_report')
      .orderBy('change_id')
      .execute()
    expect(audited.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'POST', 'DELETE', 'DELETE', 'POST'])
  })

  test('is not copied with the report', async () => {
    const id = await made('clientAdmin')
    const { reply } = await world
      .as('clientAdmin')
      .send(savedReports.copy, { ...at(id), body: { name: 'Copy' } }, { 'Idempotency-Key': 'a-copy-of-it' })
    expect((await changes('clientAdmin', reply.result.saved_report_id)).map(({ kind }) => kind)).toEqual(['created'])
    expect((await changes('clientAdmin', id)).map(({ kind }) => kind)).toEqual(['created'])
  })

  test('records its schedule and who pauses it', async () => {
    const id = await made('clientAdmin')
    const save = (version: number, body: object) =>
      world.as('clientAdmin').send(reportSchedules.change, { ...at(id), body: { ...schedule, ...body } }, match(version))
    expect((await save(0, {})).status).toBe(200)
    expect((await save(1, { frequency: 'weekly', weekday: 2, recipients: ['two@shop.example'] })).status).toBe(200)
    expect((await save(1, { time: '09:00' })).status).toBe(412)
    expect((await world.as('clientAdmin').send(reportSchedules.remove, at(id), match(2))).status).toBe(200)
    const [, created, changed, removed] = summaryOf(await changes('clientAdmin', id))
    expect(created).toMatchObject(['report_schedule', 'created', { time: [null, '08:00'], recipients: [null, ['one@shop.example']] }])
    expect(changed).toEqual([
      'report_schedule',
      'changed',
      { frequency: ['daily', 'weekly'], weekday: [null, 2], recipients: [['one@shop.example'], ['two@shop.example']] },
    ])
    expect(removed).toMatchObject(['report_schedule', 'removed', { weekday: [2, null], is_paused: [false, null] }])
  })

  test('is paged, filtered and sorted', async () => {
    const id = await made('clientAdmin')
    for (const version of [1, 2, 3]) await change('clientAdmin', id, version, { name: `Name ${version}` })
    const { result } = (
      await response('clientAdmin', id, {
        filters: [{ field: 'kind', operation: '=', value: 'changed' }],
        sort: [{ field: 'change_id', order: 'asc' }],
        pagination: { start: 1, count: 1 },
      })
    ).reply
    expect(result).toMatchObject({ total: 3, changes: [{ fields: [{ field: 'name', before: 'Name 1', after: 'Name 2' }] }] })
    expect((await response('clientAdmin', id, { sort: [{ field: 'comment', order: 'asc' }] })).status).toBe(422)
  })
})

describe('the change history of a saved report, read by others', () => {
  test('is visible for readers of the report', async () => {
    const id = await made('clientAdmin')
    expect((await response('internalAdmin', id)).status).toBe(404)
    await change('clientAdmin', id, 1, { visibility: 'shared' })
    expect((await response('internalAdmin', id)).status).toBe(200)
    expect((await response('partner', id)).status).toBe(403)
    expect((await response('nobody', id)).status).toBe(401)
  })

  test('starts when the report was shared, and hides its links', async () => {
    const id = await made('clientAdmin', { name: 'Secret' })
    await change('clientAdmin', id, 1, { name: 'Spring', visibility: 'shared' })
    await world.as('clientAdmin').send(reportShares.create, { ...at(id), body: { days: 3 } })
    await change('clientAdmin', id, 2, { name: 'Summer' })
    expect((await changes('clientAdmin', id)).map(({ kind }) => kind)).toEqual(['created', 'changed', 'shared', 'changed'])
    expect((await changes('internalAdmin', id)).map(({ kind }) => kind)).toEqual(['shared', 'changed'])
    const seen = await response('advertiserAdmin', id)
    expect(seen.reply.result).toMatchObject({ total: 1, changes: [{ kind: 'changed', is_undoable: false }] })
    expect(seen.text).not.toContain('Secret')
  })

  test('hides names and advertisers outside their access, and recipients', async () => {
    const filters = [{ field: 'campaign_name', operation: 'IN', value: ['Campaign-mark-10.', 'Campaign-mark-20.'] }]
    const query = { ...question, advertiser_ids: [1, 2], filters }
    const id = await made('clientAdmin', { visibility: 'shared', question: query })
    await change('clientAdmin', id, 1, {
      question: { ...query, filters: [{ field: 'campaign_name', operation: '=', value: 'Campaign-mark-20.' }] },
    })
    await world.as('clientAdmin').send(reportSchedules.change, { ...at(id), body: schedule }, match(0))
    const { text } = await response('advertiserAdmin', id)
    expect(text).toContain('Campaign-mark-10.')
    expect(text).not.toContain('Campaign-mark-20.')
    expect(text).not.toContain('shop.example')
    const [created] = await changes('advertiserAdmin', id)
    expect(created?.fields.find(({ field }) => field === 'advertiser_ids')?.after).toEqual([1])
    const whole = (await response('clientAdmin', id)).text
    for (const secret of ['Campaign-mark-20.', 'one@shop.example']) expect(whole).toContain(secret)
  })
})

describe('undo of a saved report change', () => {
  test('restores a name, and parts of the query one by one', async () => {
    const id = await made('clientAdmin')
    await change('clientAdmin', id, 1, { name: 'Summer', question: { ...question, metrics: ['cost'] } })
    await change('clientAdmin', id, 2, { question: { ...question, metrics: ['cost'], compare: 'previous_period' } })
    const [, first] = await changes('clientAdmin', id)
    const body = { change_id: first?.change_id ?? 0 }
    const dry = await undo('clientAdmin', id, 3, { ...body, dry_run: true })
    expect(dry.reply.result).toMatchObject({ is_dry_run: true, change_id: null, version: 3, problem: null })
    expect((await stored(id)).version).toBe(3)
    const { reply } = await undo('clientAdmin', id, 3, body)
    expect(reply.result).toMatchObject({ fields: dry.reply.result.fields, problem: null, version: 4 })
    expect(await stored(id)).toMatchObject({ name: 'Spring', version: 4, question: { ...question, compare: 'previous_period' } })
    const rows = await changes('clientAdmin', id)
    expect(rows.at(-1)).toMatchObject({ kind: 'undone', undo_of: first?.change_id, change_id: reply.result.change_id, is_undoable: true })
    expect(rows[1]?.undone_by).toBe(reply.result.change_id)
    expect((await undo('clientAdmin', id, 4, { change_id: reply.result.change_id })).reply.result.version).toBe(5)
    expect(await stored(id)).toMatchObject({ name: 'Summer', question: { metrics: ['cost'], compare: 'previous_period' } })
  })

  test('skips what was changed since, unless it is forced for the version that was read', async () => {
    const id = await made('clientAdmin')
    await change('clientAdmin', id, 1, { name: 'Summer' })
    await change('clientAdmin', id, 2, { name: 'Autumn' })
    const [, first, second] = await changes('clientAdmin', id)
    const body = { change_id: first?.change_id ?? 0 }
    const refused = (await undo('clientAdmin', id, 3, body)).reply.result
    expect(refused).toMatchObject({ problem: 'changed_since', fields: [], change_id: null, version: 3, seen_up_to: second?.change_id })
    expect(refused.changed_since).toMatchObject([
      { field: 'name', value: 'Autumn', change_id: second?.change_id, user: { name: 'clientAdmin' } },
    ])
    await change('clientAdmin', id, 3, { name: 'Winter' })
    const forced = { ...body, force: true, seen_up_to: refused.seen_up_to }
    expect((await undo('clientAdmin', id, 4, forced)).reply.result.problem).toBe('changed_since')
    expect((await undo('clientAdmin', id, 4, { ...body, force: true })).reply.result).toMatchObject({ problem: null, version: 5 })
    expect((await stored(id)).name).toBe('Spring')
  })

  test('needs the version that was read, and works once', async () => {
    const id = await made('clientAdmin')
    await change('clientAdmin', id, 1, { name: 'Summer' })
    const [, first] = await changes('clientAdmin', id)
    const body = { change_id: first?.change_id ?? 0 }
    expect((await undo('clientAdmin', id, 1, body)).status).toBe(412)
    const both = await Promise.all([undo('clientAdmin', id, 2, body), undo('superUser', 1, 1, { change_id: 1 })])
    expect(both.map(({ status }) => status)).toEqual([200, 404])
    expect((await undo('clientAdmin', id, 2, body)).status).toBe(412)
    expect((await undo('clientAdmin', id, 3, body)).reply.result).toMatchObject({ fields: [], change_id: null, version: 3, problem: null })
  })

  test('leaves visibility, links, schedule and removal unchanged', async () => {
    const id = await made('clientAdmin')
    await change('clientAdmin', id, 1, { visibility: 'shared' })
    await world.as('clientAdmin').send(reportShares.create, { ...at(id), body: { days: 3 } })
    await world.as('clientAdmin').send(reportSchedules.change, { ...at(id), body: schedule }, match(0))
    const rows = await changes('clientAdmin', id)
    expect(rows.map(({ kind, is_undoable }) => [kind, is_undoable])).toEqual([
      ['created', false],
      ['changed', false],
      ['shared', false],
      ['created', false],
    ])
    for (const { change_id } of rows)
      expect((await undo('clientAdmin', id, 2, { change_id })).reply.result).toMatchObject({
        problem: 'not_undoable',
        fields: [],
        version: 2,
      })
    expect(await stored(id)).toMatchObject({ visibility: 'shared', version: 2 })
  })

  test('is not found for another report, or a hidden one', async () => {
    const id = await made('clientAdmin')
    await change('clientAdmin', id, 1, { name: 'Summer' })
    const other = await made('clientAdmin', { visibility: 'shared' })
    const [, first] = await changes('clientAdmin', id)
    const body = { change_id: first?.change_id ?? 0 }
    expect((await undo('clientAdmin', other, 1, body)).status).toBe(404)
    await change('clientAdmin', id, 2, { visibility: 'shared' })
    expect((await undo('internalAdmin', id, 3, body)).status).toBe(404)
    expect((await undo('clientViewer', id, 3, body)).status).toBe(403)
    expect((await undo('advertiserAdmin', id, 3, body)).status).toBe(403)
    expect((await undo('clientAdmin', id, 3, body)).status).toBe(200)
  })

  test('is refused by field when the restored query is no longer valid', async () => {
    const id = await made('clientAdmin')
    await change('clientAdmin', id, 1, { question: { ...question, dimensions: ['advertiser_name'] } })
    await sql`update changes set before = '{"dimensions": ["what_was_once"]}' where entity_id = ${id} and kind = 'changed'`.execute(
      world.database.kysely,
    )
    const [, first] = await changes('clientAdmin', id)
    const { status, reply } = await undo('clientAdmin', id, 2, { change_id: first?.change_id ?? 0 })
    expect([status, reply.fields?.[0]?.path.split('.').slice(0, 2).join('.')]).toEqual([422, 'question.dimensions'])
    expect((await stored(id)).version).toBe(2)
  })
})

test('the change history is deleted with a removed report', async () => {
  const id = await made('clientAdmin')
  const kept = await made('clientAdmin')
  await world.as('clientAdmin').send(savedReports.remove, at(id), match(1))
  await sql`update saved_reports set deleted_at = ${new Date(fixedNow().getTime() - 40 * 86_400_000)} where saved_report_id = ${id}`.execute(
    world.database.kysely,
  )
  await housekeeping.run({}, { database: world.database, now: fixedNow, log: () => undefined })
  const left = await world.database.kysely
    .selectFrom('changes')
    .select(['entity_id', 'kind'])
    .where('entity', '=', 'saved_report')
    .where('entity_id', 'in', [id, kept])
    .execute()
  expect(left).toEqual([{ entity_id: kept, kind: 'created' }])
})
