import { internalMemberGroupId } from '../../../src/contract/access/access.rules.ts'
import type { Database } from '../../../demo/platform/database/database.ts'
import {
  advertiserChange,
  approvalChange,
  approvedCampaign,
  clientChange,
  configurationOf,
  biddingChange,
  archivedAdvertiser,
  deniedCampaign,
  feedRunOf,
  groupChange,
  leakMarkers,
  otherPicture,
  ownRole,
  pausedAdGroup,
  seededAdvertisers,
  reportChange,
  themeChange,
  roleChange,
  userChange,
  waitingCampaign,
} from '../world/small-seed.ts'
import { people } from '../world/people.ts'
import { seedFunds } from '../world/small-funds.ts'
import { seedOrders } from '../world/small-orders.ts'
import { seedPayments } from '../world/small-payments.ts'
import { seedWiresAndRebills } from '../world/small-wires.ts'

type Reads = Pick<Database, 'kysely'>

/** A change in the history of a user. */
async function seedUserHistory({ kysely }: Reads) {
  const { userId } = people.advertiserReporting
  const sides = { before: JSON.stringify({ last_name: 'Before' }), after: JSON.stringify({ last_name: '' }) }
  const record = { member_group_id: internalMemberGroupId, entity: 'user', entity_id: userId, change_id: userChange }
  await kysely
    .insertInto('changes')
    .values({ ...record, at: '2026-11-01T09:00:00Z', kind: 'changed', ...sides })
    .execute()
}

const sidesOf = (before: object, after: object) => ({ before: JSON.stringify(before), after: JSON.stringify(after) })

/** A change in the history of each client, and one of its theme. */
async function seedClientHistories({ kysely }: Reads) {
  for (const member_group_id of new Set(seededAdvertisers.map(({ client }) => client))) {
    const record = { member_group_id, entity_id: member_group_id, at: '2026-11-01T09:00:00Z', kind: 'changed' }
    const ofClient = { entity: 'member_group', change_id: clientChange(member_group_id) }
    const ofTheme = { entity: 'theme', change_id: themeChange(member_group_id) }
    const rows = [
      { ...record, ...ofClient, ...sidesOf({ registration_enabled: false }, { registration_enabled: true }) },
      { ...record, ...ofTheme, ...sidesOf({ font_family: 'Limitless' }, { font_family: 'Default' }) },
    ]
    await kysely.insertInto('changes').values(rows).execute()
  }
}

/** A stored configuration of each client. */
async function seedConfigurations({ kysely }: Reads) {
  const rows = [...new Set(seededAdvertisers.map(({ client }) => client))].map((member_group_id) => ({
    member_group_id,
    configuration_version_id: configurationOf(member_group_id),
    document: JSON.stringify({ version: 1, parts: { origins: [] } }),
    parts: JSON.stringify(['origins']),
    changes: 1,
    created_at: '2026-11-01T09:00:00Z',
    created_by: null,
  }))
  await kysely.insertInto('configuration_versions').values(rows).execute()
}

/** An import of each client's catalog, with a refused row. */
async function seedFeedRuns({ kysely }: Reads) {
  for (const member_group_id of new Set(seededAdvertisers.map(({ client }) => client))) {
    const run = { member_group_id, feed_run_id: feedRunOf(member_group_id) }
    const counts = { rows: 2, added: 1, changed: 0, removed: 0, refused: 1 }
    const ended = { source: 'Nightly catalog', started_at: '2026-11-20T02:00:00Z', duration_ms: 900, status: 'partial' as const }
    await kysely
      .insertInto('feed_runs')
      .values({ ...run, ...counts, ...ended })
      .execute()
    await kysely
      .insertInto('feed_refusals')
      .values({ ...run, row: 2, internal_id: null, code: 'no_id' })
      .execute()
  }
}

/** A change of each advertiser, group and bid limits, and an archived advertiser of each client. */
async function seedAdvertiserHistory({ kysely }: Reads) {
  const sides = { before: JSON.stringify({ industry_id: 7 }), after: JSON.stringify({ industry_id: null }) }
  await kysely
    .insertInto('changes')
    .values(
      seededAdvertisers.map(({ advertiser, client: member_group_id }) => ({
        member_group_id,
        change_id: advertiserChange(advertiser),
        entity: 'advertiser',
        entity_id: advertiser,
        at: '2026-11-01T09:00:00Z',
        kind: 'changed',
        ...sides,
      })),
    )
    .execute()
  const groups = new Map(seededAdvertisers.flatMap(({ group, client }) => (group === null ? [] : [[group, client] as const])))
  await kysely
    .insertInto('changes')
    .values(
      [...groups].map(([group, member_group_id]) => ({
        member_group_id,
        change_id: groupChange(group),
        entity: 'advertiser_group',
        entity_id: group,
        at: '2026-11-01T09:00:00Z',
        kind: 'changed',
        before: JSON.stringify({ name: `Before ${group}` }),
        after: JSON.stringify({ name: `Group ${group}` }),
      })),
    )
    .execute()
  const clients = [...new Set(seededAdvertisers.map(({ client }) => client))]
  await kysely
    .insertInto('changes')
    .values(
      clients.map((member_group_id) => ({
        member_group_id,
        change_id: biddingChange(member_group_id),
        entity: 'bidding_config',
        entity_id: member_group_id,
        at: '2026-11-01T09:00:00Z',
        kind: 'changed',
        before: JSON.stringify({ min_bid: '0.05' }),
        after: JSON.stringify({ min_bid: '0.1' }),
      })),
    )
    .execute()
  await kysely
    .insertInto('advertisers')
    .values(
      clients.map((member_group_id) => ({
        member_group_id,
        advertiser_id: archivedAdvertiser(member_group_id),
        advertiser_group_id: null,
        name: `Archived of ${leakMarkers.client(member_group_id)}`,
        status: 'inactive' as const,
        time_zone: 'UTC',
        currency_code: 'USD',
        deleted_at: '2026-11-01T09:00:00Z',
      })),
    )
    .execute()
}

/** A change in the history of a client's own role. */
async function seedRoleHistory({ kysely }: Reads) {
  const { roleId } = ownRole(1)
  const sides = { before: JSON.stringify({ name: 'Before' }), after: JSON.stringify({ name: `Guest of ${leakMarkers.client(1)}` }) }
  const record = { member_group_id: 1, entity: 'role', entity_id: roleId, change_id: roleChange }
  await kysely
    .insertInto('changes')
    .values({ ...record, at: '2026-11-01T09:00:00Z', kind: 'changed', ...sides })
    .execute()
}

/** Rows that the examples need in addition to the small platform, such as a removable ad group, a denied campaign, orders, and all records of funds. */
export async function seedForWalks({ kysely }: Reads) {
  await seedUserHistory({ kysely })
  await seedClientHistories({ kysely })
  await seedFeedRuns({ kysely })
  await seedConfigurations({ kysely })
  await seedAdvertiserHistory({ kysely })
  await seedRoleHistory({ kysely })
  await seedOrders({ kysely })
  await seedPayments({ kysely })
  await seedWiresAndRebills({ kysely })
  await seedFunds({ kysely })
  for (const { advertiser: advertiser_id, client: member_group_id } of seededAdvertisers) {
    const owner = { member_group_id, advertiser_id }
    const denied = deniedCampaign(advertiser_id)
    const group = pausedAdGroup(advertiser_id)
    const { campaign_id: _, ...first } = await kysely
      .selectFrom('campaigns')
      .select(['campaign_id', 'channel', 'budget_period', 'budget', 'start_date'])
      .where('campaign_id', '=', advertiser_id * 10)
      .executeTakeFirstOrThrow()
    const review = { status: 'pending', review_status_id: 2, review_comment: 'The price is another one.' }
    await kysely
      .insertInto('campaigns')
      .values({ ...owner, ...first, ...review, campaign_id: denied, name: leakMarkers.campaign(denied) })
      .execute()
    const approved = approvedCampaign(advertiser_id)
    await kysely
      .insertInto('campaigns')
      .values({ ...owner, ...first, status: 'paused', review_status_id: 3, campaign_id: approved, name: leakMarkers.campaign(approved) })
      .execute()
    await kysely
      .insertInto('changes')
      .values({
        member_group_id,
        change_id: approvalChange(advertiser_id),
        entity: 'campaign',
        entity_id: approved,
        campaign_id: approved,
        at: '2026-11-21T10:00:00Z',
        kind: 'approved',
        before: JSON.stringify({ review_status_id: 1 }),
        after: JSON.stringify({ review_status_id: 3 }),
      })
      .execute()
    await kysely
      .insertInto('ad_groups')
      .values({
        ...owner,
        campaign_id: waitingCampaign(advertiser_id),
        ad_group_id: group,
        name: 'Paused',
        status: 'paused',
        base_bid: 100_000,
      })
      .execute()
    const picture = await kysely.selectFrom('assets').selectAll().where('asset_id', '=', advertiser_id).executeTakeFirstOrThrow()
    await kysely
      .insertInto('assets')
      .values({ ...picture, asset_id: otherPicture(advertiser_id), file_name: 'other.png' })
      .execute()
    const report = { member_group_id, change_id: reportChange(advertiser_id), entity: 'saved_report', entity_id: advertiser_id }
    const before = JSON.stringify({ name: 'Before' })
    const after = JSON.stringify({ name: `Report of ${leakMarkers.advertiser(advertiser_id)}` })
    await kysely
      .insertInto('changes')
      .values({ ...report, at: '2026-11-01T09:00:00Z', kind: 'changed', before, after })
      .execute()
  }
}
