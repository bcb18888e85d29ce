import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { amount } from '../support/platform/audit.ts'
import { countingStatements } from '../support/database/statements.ts'
import { addressOf, draftCalls, key } from '../support/drafts/calls.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'
import { rightData } from '../support/world/small-drafts.ts'
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

const { campaignDrafts } = contract
const { begin, read, change } = draftCalls(() => world)
const pair = ['clientAdmin', 'superUser'] as const

test('when twenty requests submit one draft at once, one creates the campaign and the others get its id', async () => {
  for (let round = 1; round <= amount(5, 2); round++) {
    const draft = await begin({ flow: 'simple', data: rightData(1, 1) })
    const path = addressOf(draft)
    await world.as('clientAdmin').send(campaignDrafts.addAllEntities, { path, body: {} })
    const requests = Array.from({ length: 20 }, (_, index) =>
      world.as(pair[index % 2] ?? 'clientAdmin').send(campaignDrafts.submit, { path }, { ...key(), 'If-Match': String(draft.version) }),
    )
    const replies = await Promise.all(requests)
    const [made, ...others] = replies.filter(({ status }) => status === 200)
    expect([others.length, replies.filter(({ status }) => status === 412).length], `round ${round}`).toEqual([0, 19])
    const id = made?.reply.result.campaign_id
    expect(replies.filter(({ status }) => status === 412).every(({ reply }) => reply.formatting.rule.includes(`campaign ${id} `))).toBe(
      true,
    )
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from campaigns where submitted_at is not null`.execute(
      world.database.kysely,
    )
    expect(rows[0]?.count).toBe(round)
  }
})

test('when two users save the same version of a draft, one is refused and nothing is lost silently', async () => {
  for (let version = 1; version <= amount(100, 12); version++) {
    const responses = await Promise.all(
      pair.map((name) => draftCalls(() => world, name).change({ data: { name: `${name} ${version}` } }, version)),
    )
    const saved = responses.find(({ status }) => status === 200)
    expect(responses.map(({ status }) => status).toSorted(), `version ${version}`).toEqual([200, 412])
    expect((await read()).data.name).toBe(saved?.reply.result.data.name)
  }
})

test('submit during an edit submits the version that was read or is refused', async () => {
  for (let round = 0; round < amount(10, 4); round++) {
    const draft = await begin({ flow: 'simple', data: rightData(1, 1) })
    const path = addressOf(draft)
    await world.as('clientAdmin').send(campaignDrafts.addAllEntities, { path, body: {} })
    const [typed, submitted] = await Promise.all([
      change({ data: { budget: '77' } }, draft.version, path),
      world.as('superUser').send(campaignDrafts.submit, { path }, { ...key(), 'If-Match': String(draft.version) }),
    ])
    expect([typed.status, submitted.status].toSorted()).toEqual(typed.status === 200 ? [200, 412] : [200, 409])
    if (submitted.status !== 200) continue
    const { budget } = await world.database.kysely
      .selectFrom('campaigns')
      .select('budget')
      .where('campaign_id', '=', submitted.reply.result.campaign_id)
      .executeTakeFirstOrThrow()
    expect([typed.status, Number(budget)]).toEqual([409, 20_000_000])
  }
})

test('submit during a change of ad groups or entities submits what was read or is refused', async () => {
  for (let round = 0; round < amount(20, 8); round++) {
    const draft = await begin({ flow: 'custom', data: rightData(1, 1) })
    const path = addressOf(draft)
    const as = world.as('clientAdmin')
    await as.send(campaignDrafts.addAllEntities, { path, body: {} })
    const { reply } = await as.send(campaignDrafts.addGroup, { path, body: { data: { name: 'Group', base_bid: '0.5' } } }, key())
    const { ad_group_draft_uuid: uuid } = reply.result
    const { held_version } = await read(path)
    const ofGroup = { path: { ...path, adGroupDraftUuid: uuid } }
    const changes = [
      () => as.send(campaignDrafts.changeGroup, { ...ofGroup, body: { data: { base_bid: '0.9' } } }, { 'If-Match': '1' }),
      () => as.send(campaignDrafts.addEntities, { path, body: { ad_group_draft_uuid: uuid, entity_ids: [1000] } }),
      () => as.send(campaignDrafts.removeGroup, ofGroup),
      () => as.send(campaignDrafts.removeEntities, { path, body: { entity_ids: [1000] } }),
    ]
    const [changed, submitted] = await Promise.all([
      changes[round % changes.length]?.(),
      world.as('superUser').send(campaignDrafts.submit, { path, query: { held_version } }, { ...key(), 'If-Match': String(draft.version) }),
    ])
    expect([changed?.status, submitted.status], `round ${round}`).toEqual(submitted.status === 200 ? [409, 200] : [200, 412])
    if (submitted.status !== 200) continue
    const bids = await world.database.kysely
      .selectFrom('ad_groups')
      .select('base_bid')
      .where('campaign_id', '=', submitted.reply.result.campaign_id)
      .execute()
    expect([bids.map(({ base_bid }) => Number(base_bid)), submitted.reply.result.entities], `round ${round}`).toEqual([[500_000], 1])
  }
})

const most = amount(100_000, 10_000)

test('a draft can be filled with a whole catalogue and submitted', async () => {
  await sql`insert into entities (member_group_id, advertiser_id, internal_id, name, category, status)
    select 1, 1, 'M-' || n, 'Many ' || n, 'Many', 'active' from generate_series(1, ${most}::int) n`.execute(world.database.kysely)
  const draft = await begin({ flow: 'custom', data: rightData(1, 1) })
  const path = addressOf(draft)
  const filters = [{ field: 'category', operation: '=' as const, value: 'Many' }]
  const counting = countingStatements(world.database)
  const counted = await world.startSecondPlatform({ database: counting.database })
  const as = counted.as('clientAdmin')
  const filled = await counting.during(() => as.send(campaignDrafts.addAllEntities, { path, body: { filters } }))
  const submission = { ...key(), 'If-Match': String(draft.version) }
  const submitted = await counting.during(() => as.send(campaignDrafts.submit, { path }, submission))
  await counted.close()
  console.log(`${most} entities: filled in ${filled.statements} statements, submitted in ${submitted.statements}`)
  const { status, reply } = submitted.result
  expect([filled.result.reply.result.added, status, reply.result.entities]).toEqual([most, 200, most])
  // One statement per entity would be a hundred times as many.
  for (const { statements } of [filled, submitted]) {
    expect(statements).toBeGreaterThan(0)
    expect(statements).toBeLessThan(most / 100)
  }
})
