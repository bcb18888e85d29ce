import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { lastDecision } from '../../demo/platform/changes/last-decision.ts'
import { endOverdue } from '../../demo/platform/delivery/endings.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})
const kysely = () => world.database.kysely
const statusOf = async (id: number) =>
  (await kysely().selectFrom('campaigns').select('status').where('campaign_id', '=', id).executeTakeFirstOrThrow()).status

test.each([
  // At UTC+14 the day is already over while it lasts elsewhere.
  ['Pacific/Kiritimati', '2026-11-21T10:30:00Z', 'ended'],
  ['Pacific/Kiritimati', '2026-11-21T09:30:00Z', 'active'],
  ['UTC', '2026-11-21T23:59:00Z', 'active'],
  ['UTC', '2026-11-22T00:00:00Z', 'ended'],
  ['Pacific/Pago_Pago', '2026-11-22T10:30:00Z', 'active'],
  ['Pacific/Pago_Pago', '2026-11-22T11:30:00Z', 'ended'],
])('in %s at %s a campaign until the 21st is %s', async (time_zone, now, status) => {
  await kysely().updateTable('advertisers').set({ time_zone }).where('advertiser_id', '=', 1).execute()
  await kysely().updateTable('campaigns').set({ end_date: '2026-11-21', status: 'active' }).where('campaign_id', '=', 10).execute()
  await endOverdue(kysely(), new Date(now))
  expect(await statusOf(10)).toBe(status)
})

test('each ending is recorded in the history of its client', async () => {
  await kysely().updateTable('campaigns').set({ end_date: '2026-11-01', status: 'paused' }).execute()
  await endOverdue(kysely(), new Date('2026-11-21T10:00:00Z'))
  const campaigns = await kysely()
    .selectFrom('campaigns')
    .select(['member_group_id', 'campaign_id', 'status'])
    .orderBy('campaign_id')
    .execute()
  expect(new Set(campaigns.map(({ member_group_id }) => member_group_id)).size).toBeGreaterThan(1)
  const changes = await kysely()
    .selectFrom('changes')
    .select(['member_group_id', 'campaign_id', 'entity', 'entity_id', 'before', 'after', 'user_id'])
    .where('kind', '=', 'ended')
    .orderBy('campaign_id')
    .execute()
  expect(changes).toEqual(
    campaigns
      .filter(({ status }) => status === 'ended')
      .map(({ member_group_id, campaign_id }) => ({
        member_group_id,
        campaign_id,
        entity: 'campaign',
        entity_id: campaign_id,
        before: { status: 'paused' },
        after: { status: 'ended' },
        user_id: null,
      })),
  )
  expect(changes.length).toBeGreaterThan(1)
})

test('the last review decision of a campaign is found by an index, however long its history is', async () => {
  await sql`insert into changes (member_group_id, entity, entity_id, campaign_id, at, kind, before, after)
    select 1, 'campaign', 10, 10, '2026-11-01', 'changed', '{}', '{}' from generate_series(1, 2000)`.execute(kysely())
  const plan = await kysely()
    .transaction()
    .execute(async (transaction) => {
      await sql`analyze changes`.execute(transaction)
      return sql`explain select ${lastDecision} from campaigns c where c.member_group_id = 1`.execute(transaction)
    })
  expect(JSON.stringify(plan.rows)).toContain('changes_decided')
})
