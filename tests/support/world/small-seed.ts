import type { Insertable } from 'kysely'
import type { Tables } from '../../../demo/platform/tables/index.ts'
import type { Database } from '../../../demo/platform/database/database.ts'
import type { ReportSchedule } from '../../../src/contract/saved-reports/schedules.ts'
import { writeEntries } from '../../../demo/platform/money/ledger.ts'
import { shareHash } from '../../../demo/platform/saved-reports/shares.ts'
import { resetSequences } from '../../../demo/platform/seed/insert.ts'
import type { Filling } from '../database/fresh-database.ts'
import { seedCampaignNeeds } from './small-targeting.ts'
import { partnerIdentity, people, type TestPerson } from './people.ts'
import { seedDrafts } from './small-drafts.ts'

/** The day of the small platform's facts; it is final at the fixed time. */
export const factDay = '2026-11-10'
export const allowedOrigin = 'https://shop.example'

/** The client and group of each advertiser; ids below an advertiser are its id times ten, a hundred and a thousand. */
export const seededAdvertisers = [
  { advertiser: 1, client: 1, group: 1 },
  { advertiser: 2, client: 1, group: 2 },
  { advertiser: 3, client: 1, group: 2 },
  { advertiser: 4, client: 2, group: 3 },
  { advertiser: 5, client: 2, group: null },
  { advertiser: 6, client: 3, group: null },
] as const

/** Names that reveal a leaked row in a reply. */
export const leakMarkers = {
  client: (id: number) => `Client-mark-${id}.`,
  advertiser: (id: number) => `Advertiser-mark-${id}.`,
  campaign: (id: number) => `Campaign-mark-${id}.`,
}
/** The campaign of an advertiser that waits for review, next to the one that serves. */
export const waitingCampaign = (advertiser: number) => advertiser * 10 + 1
/** Rows that only the walks need, with ids that new rows never get: a denied campaign, a paused ad group, an unused picture, a change of a report. */
export const deniedCampaign = (advertiser: number) => 100_000 + advertiser
export const pausedAdGroup = deniedCampaign
export const otherPicture = deniedCampaign
export const reportChange = deniedCampaign
/** A campaign that was just approved, and the change that says so; only the walks need them. */
export const approvedCampaign = (advertiser: number) => 200_000 + advertiser
export const approvalChange = approvedCampaign
/** A change of the last name of the advertiser reporting user; only the walks need it. */
export const userChange = 300_001
/** A stored configuration of each client; only the walks need it. */
export const configurationOf = (client: number) => 410_000 + client
/** The import of each client’s catalog, with one refused row; only the walks need it. */
export const feedRunOf = (client: number) => 400_000 + client
/** A change in the history of each client, and one of its theme. */
export const clientChange = (client: number) => 300_100 + client
export const themeChange = (client: number) => 300_200 + client
/** A change of the industry of an advertiser, and an archived advertiser of a client; only the walks need them. */
export const advertiserChange = (advertiser: number) => 310_000 + advertiser
/** A change of the name of an advertiser group; only the walks need it. */
export const groupChange = (group: number) => 320_000 + group
/** A change of the bid limits of a client; only the walks need it. */
export const biddingChange = (client: number) => 330_000 + client
export const archivedAdvertiser = (client: number) => 100_000 + client
/** A change of the name of the first client’s own role; only the walks need it. */
export const roleChange = 300_002
/** The id of the change batch of an advertiser's first campaign. */
export const changeBatch = (advertiser: number) => `batch-${advertiser}`
/** Powers of two, so that a sum of impressions identifies its advertisers. */
export const impressionsOf = (advertiser: number) => 2 ** advertiser

/** The balance of every small advertiser, in micros. */
export const smallFunds = 1_000_000_000n

const experience = { description: '', status: 'active', channel_id: null }
/** The terms of every small client. */
export const termsUrl = 'https://terms.example/1'

async function seedClients({ kysely }: Database) {
  await kysely
    .insertInto('currencies')
    .values({ currency_id: 1, currency_code: 'USD', name: 'US dollar', symbol: '$', digits: 2 })
    .execute()
  await kysely.insertInto('locales').values({ id: 1, code: 'en-US', name: 'English' }).execute()
  const client = (id: number) => ({
    member_group_id: id,
    name: leakMarkers.client(id),
    status: 'active',
    default_currency_code: 'USD',
    min_bid: 100_000,
    label_singular: 'Hotel',
    label_plural: 'Hotels',
    registration_enabled: id === 1,
  })
  await kysely.insertInto('member_groups').values([1, 2, 3].map(client)).execute()
  await kysely
    .insertInto('member_group_currencies')
    .values([1, 2, 3].map((id) => ({ member_group_id: id, currency_id: 1 })))
    .execute()
  const colours = { font_family: 'Default', button_color: '#112233', button_text_color: '#ffffff' }
  await kysely
    .insertInto('themes')
    .values([1, 2].map((id) => ({ ...colours, member_group_id: id, primary_color: `#00000${id}` })))
    .execute()
  await kysely
    .insertInto('channels')
    .values([1, 2, 3].map((id) => ({ member_group_id: id, name: `onsite ${leakMarkers.client(id)}` })))
    .execute()
  await kysely
    .insertInto('experiences')
    .values(
      [1, 2, 3].map((id) => ({ ...experience, member_group_id: id, experience_id: id, name: `Experience ${leakMarkers.client(id)}` })),
    )
    .execute()
  const asset = { name: 'Picture', kind: 'image' as const, width: 1200, height: 628, bytes_most: 500_000, is_required: true }
  await kysely
    .insertInto('experience_assets')
    .values([1, 2, 3].map((id) => ({ ...asset, member_group_id: id, experience_id: id, name: `Picture ${leakMarkers.client(id)}` })))
    .execute()
  await kysely
    .insertInto('entity_groups')
    .values([1, 2, 3].map((id) => ({ member_group_id: id, entity_group_id: id, label_singular: null, label_plural: null })))
    .execute()
  await kysely
    .insertInto('sites')
    .values([1, 2, 3].map((id) => ({ member_group_id: id, name: `Site ${leakMarkers.client(id)}`, host_name: `www-${id}.example` })))
    .execute()
  await kysely
    .insertInto('advertiser_metadata_keys')
    .values([1, 2, 3].map((id) => ({ member_group_id: id, key: 'contact', label: `Contact ${leakMarkers.client(id)}`, position: 1 })))
    .execute()
  await kysely
    .insertInto('terms')
    .values([1, 2, 3].map((id) => ({ member_group_id: id, locale_id: 1, url: termsUrl, modified_at: '2026-01-01T00:00:00Z' })))
    .execute()
  await kysely
    .insertInto('member_group_funding_types')
    .values([1, 2, 3].map((id) => ({ member_group_id: id, funding_type_id: id, status: 'Active' as const })))
    .execute()
  // All clients give credit.
  await kysely
    .insertInto('member_group_funding_types')
    .values([1, 3].map((id) => ({ member_group_id: id, funding_type_id: 2, status: 'Active' as const })))
    .execute()
  await kysely.insertInto('allowed_origins').values({ member_group_id: 1, origin: allowedOrigin }).execute()
  const groups = [
    [1, 1],
    [1, 2],
    [2, 3],
  ] as const
  await kysely
    .insertInto('advertiser_groups')
    .values(
      groups.map(([member_group_id, advertiser_group_id]) => ({
        member_group_id,
        advertiser_group_id,
        name: `Group ${advertiser_group_id}`,
      })),
    )
    .execute()
}

/** A second campaign that waits for review, and the change history of the first. */
async function seedHistory(kysely: Database['kysely'], first: Insertable<Tables['campaigns']> & { campaign_id: number }) {
  const { member_group_id, advertiser_id, campaign_id } = first
  const id = waitingCampaign(advertiser_id)
  await kysely
    .insertInto('campaigns')
    .values({ ...first, campaign_id: id, name: leakMarkers.campaign(id), status: 'pending', review_status_id: 1 })
    .execute()
  const sides = { before: JSON.stringify({ name: 'Before' }), after: JSON.stringify({ name: leakMarkers.campaign(campaign_id) }) }
  const record = { member_group_id, entity: 'campaign', entity_id: campaign_id, campaign_id }
  await kysely
    .insertInto('changes')
    .values({ ...record, at: '2026-11-01T09:00:00Z', kind: 'changed', batch: changeBatch(advertiser_id), ...sides })
    .execute()
}

async function seedAdvertisers({ kysely }: Database) {
  for (const { advertiser, client, group } of seededAdvertisers) {
    const owner = { member_group_id: client, advertiser_id: advertiser }
    const campaign_id = advertiser * 10
    const ad_group_id = advertiser * 100
    const account = { name: leakMarkers.advertiser(advertiser), status: 'active', time_zone: 'UTC', currency_code: 'USD' }
    await kysely
      .insertInto('advertisers')
      .values({ ...owner, ...account, advertiser_group_id: group })
      .execute()
    const budget = { budget_period: 'Daily', budget: 1_000_000, start_date: '2026-01-01' }
    const campaign = { ...owner, ...budget, campaign_id, name: leakMarkers.campaign(campaign_id), channel: 'onsite', status: 'active' }
    await kysely.insertInto('campaigns').values(campaign).execute()
    await seedHistory(kysely, campaign)
    await kysely
      .insertInto('ad_groups')
      .values({ ...owner, campaign_id, ad_group_id, name: 'Group', status: 'active', base_bid: 100_000 })
      .execute()
    const entity = { ...owner, entity_id: advertiser * 1000, internal_id: 'first', category: 'Any', status: 'active' }
    await kysely
      .insertInto('entities')
      .values({ ...entity, name: `Entity ${leakMarkers.advertiser(advertiser)}` })
      .execute()
    await kysely
      .insertInto('ad_group_entities')
      .values({ ...owner, campaign_id, ad_group_id, entity_id: advertiser * 1000, bid: null })
      .execute()
    const fact = { ...owner, campaign_id, ad_group_id, channel: 'onsite', device: 'mobile', currency_code: 'USD', day: factDay }
    const none = { transactions: 0, units: 0, exposed_revenue: 0, exposed_transactions: 0, exposed_units: 0 }
    const counts = { ...none, halo_revenue: 0, halo_transactions: 0, halo_units: 0, clicks: 0, cost: 0, revenue: 0 }
    await kysely
      .insertInto('facts_daily')
      .values({ ...fact, ...counts, impressions: impressionsOf(advertiser) })
      .execute()
    const funds = { event: 'FundingAPI' as const, micros: smallFunds, day: '2026-01-01', at: new Date('2026-01-01T09:00:00Z') }
    await writeEntries(kysely, owner, [{ ...funds, reason: 'To begin with' }])
  }
}

async function seedPerson({ kysely }: Database, name: string, person: TestPerson) {
  const { userId: user_id, role: role_id } = person
  const user = {
    user_id,
    email: `${name.toLowerCase()}@placard.example`,
    user_name: name,
    locale_id: 1,
    status: 'active',
    password_hash: '',
    last_seen_at: '2026-11-20T09:00:00Z',
  }
  await kysely.insertInto('users').values(user).execute()
  await kysely.insertInto('user_roles').values({ user_id, role_id }).execute()
  const lists = { client: person.clients, advertiser_group: person.groups, advertiser: person.advertisers }
  for (const [kind, ids = []] of Object.entries(lists))
    for (const thing_id of ids) await kysely.insertInto('user_access').values({ user_id, kind, thing_id }).execute()
}

/** The custom role of a client, with its one permission, `users.read`. */
export const ownRole = (client: number) => ({ roleId: 10 + client, rolePermissionId: 10_000 + client })

async function seedRoles({ kysely }: Database) {
  for (const client of [1, 2, 3]) {
    const { roleId: role_id, rolePermissionId: role_permission_id } = ownRole(client)
    const role = { role_id, member_group_id: client, base_role_id: 8, name: `Guest of ${leakMarkers.client(client)}` }
    await kysely.insertInto('roles').values(role).execute()
    await kysely.insertInto('role_permissions').values({ role_permission_id, role_id, activity_id: 1, permission_id: 1 }).execute()
    const bid = { member_group_id: client, bidding_config_id: client, currency_id: 1, bidding_type_id: 1, min_bid: 100_000 }
    await kysely.insertInto('bidding_configs').values(bid).execute()
    const attribute = { member_group_id: client, key: 'name', label: `Name at ${leakMarkers.client(client)}`, order: 1 }
    await kysely
      .insertInto('entity_attributes')
      .values({ ...attribute, is_internal_id: false, is_name: true })
      .execute()
  }
}

/** The token of the share link to an advertiser's report. */
export const shareTokenOf = (advertiser: number) => `link-to-report-${advertiser}`
/** The schedule of every small report. */
export const dailySchedule: ReportSchedule = {
  frequency: 'daily',
  time: '09:00',
  time_zone: 'Europe/Berlin',
  recipients: ['reader@shop.example'],
  format: 'csv',
  skip_if_empty: false,
  is_paused: false,
}

/** One report for each advertiser, saved by the super user, shared with all users, and mailed every day. */
async function seedSavedReports({ kysely }: Database) {
  const at = '2026-10-01T09:00:00Z'
  const dates = { date_range: { preset: 'last_30_days' as const } }
  for (const { advertiser, client: member_group_id } of seededAdvertisers) {
    const question = { advertiser_ids: [advertiser], dimensions: ['campaign_name'], metrics: ['impressions'], ...dates }
    const report = { member_group_id, saved_report_id: advertiser }
    const named = {
      owner_id: people.superUser.userId,
      name: `Report of ${leakMarkers.advertiser(advertiser)}`,
      visibility: 'shared' as const,
    }
    await kysely
      .insertInto('saved_reports')
      .values({ ...report, ...named, question: JSON.stringify(question), created_at: at, changed_at: at })
      .execute()
    const share = { ...report, report_share_id: advertiser, hash: shareHash(shareTokenOf(advertiser)), created_by: named.owner_id }
    await kysely
      .insertInto('report_shares')
      .values({ ...share, created_at: at, expires_at: '2026-12-01T09:00:00Z', revoked_at: null, opened_at: null })
      .execute()
    await kysely
      .insertInto('report_schedules')
      .values({ ...report, schedule: JSON.stringify(dailySchedule), next_run_at: '2026-11-22T08:00:00Z', stopped: null, changed_at: at })
      .execute()
  }
}

/** Three clients, six advertisers and eight users: the smallest set that separates all levels of access. */
export async function smallSeed(database: Database): Promise<void> {
  if (partnerIdentity.kind !== 'partner') throw new Error('The partner identity has another kind')
  await seedClients(database)
  await seedAdvertisers(database)
  await seedDrafts(database)
  await seedRoles(database)
  await seedCampaignNeeds(database)
  for (const [name, person] of Object.entries(people)) await seedPerson(database, name, person)
  const { partnerClientId, memberGroupId, permissions } = partnerIdentity
  await database.kysely
    .insertInto('partner_clients')
    .values({
      client_id: partnerClientId,
      member_group_id: memberGroupId,
      name: 'Small partner',
      secret_hash: '',
      permissions: JSON.stringify(permissions),
      advertiser_ids: JSON.stringify([1]),
      active: true,
    })
    .execute()
  await seedSavedReports(database)
  await resetSequences(database.kysely)
}

export const small: Filling = { name: 'small', fill: smallSeed }
