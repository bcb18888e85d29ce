import { addDays } from '../../../src/contract/date-ranges.ts'
import { channelNames } from '../../../src/contract/dimensions.ts'
import type { Database } from '../database/open.ts'
import { Chance } from './chance.ts'
import type { SeedClient } from './clients.ts'
import { type Delivering, factsOf } from './facts.ts'
import { insertMany } from './insert.ts'
import { currencyId, perUsd } from './seed.ts'

const monthsOfFacts = 548
const entitiesPerGroup = 32

/** Ends, starts and pauses that a house of this size would have. */
const lives = [
  { status: 'active', from: 1, to: 0 },
  { status: 'active', from: 0.7, to: 0 },
  { status: 'active', from: 0.35, to: 0 },
  { status: 'paused', from: 0.8, to: 0.1 },
  { status: 'ended', from: 1, to: 0.5 },
  { status: 'ended', from: 0.6, to: 0.2 },
  { status: 'active', from: 0.15, to: 0 },
  { status: 'pending', from: 0, to: 0 },
  { status: 'archived', from: 1, to: 0.8 },
  { status: 'inactive', from: 0.5, to: 0.3 },
] as const

async function seedGroup({ kysely }: Database, client: SeedClient, id: number) {
  const [code] = client.currencies
  await kysely
    .insertInto('member_groups')
    .values({
      member_group_id: id,
      name: client.name,
      status: 'active',
      default_currency_code: code,
      min_bid: Math.round(0.1 * perUsd(code) * 1_000_000),
      host_name: client.host,
      label_singular: client.label[0],
      label_plural: client.label[1],
      registration_enabled: id === 2,
      sso_organization_id: null,
      sso_connection_id: null,
      created_at: `${2019 + id}-03-0${id}T09:00:00Z`,
    })
    .execute()
  await kysely
    .insertInto('member_group_currencies')
    .values(client.currencies.map((currency) => ({ member_group_id: id, currency_id: currencyId(currency) })))
    .execute()
  await kysely
    .insertInto('themes')
    .values({
      member_group_id: id,
      font_family: 'Default',
      primary_color: client.primary,
      button_color: client.primary,
      button_text_color: '#ffffff',
    })
    .execute()
  await kysely
    .insertInto('channels')
    .values(channelNames.map((name) => ({ member_group_id: id, name })))
    .execute()
  const groups = await kysely
    .insertInto('advertiser_groups')
    .values(client.groups.map((name) => ({ member_group_id: id, name })))
    .returning('advertiser_group_id')
    .execute()
  return groups.map(({ advertiser_group_id }) => advertiser_group_id)
}

async function seedAdvertisers({ kysely }: Database, client: SeedClient, id: number, groups: readonly number[]) {
  const rows = client.advertisers.map((name, index) => ({
    member_group_id: id,
    advertiser_group_id: groups[index % groups.length] ?? null,
    name,
    status: index % 17 === 16 ? 'inactive' : 'active',
    time_zone: client.zones[index % client.zones.length] ?? client.zones[0],
    currency_code: client.currencies[index % client.currencies.length] ?? client.currencies[0],
  }))
  return kysely.insertInto('advertisers').values(rows).returning(['advertiser_id', 'currency_code', 'name']).execute()
}

/** Entities of one advertiser; gives their ids in order. */
async function seedEntities({ kysely }: Database, client: SeedClient, id: number, advertiser: number, chance: Chance) {
  const rows = Array.from({ length: client.entitiesEach }, (_, index) => ({
    member_group_id: id,
    advertiser_id: advertiser,
    internal_id: `${client.label[0].slice(0, 1)}-${advertiser}-${1000 + index}`,
    name: `${chance.pick(client.first)} ${chance.pick(client.second)} ${index + 1}`,
    category: chance.pick(client.categories),
    status: 'active',
  }))
  await insertMany(kysely, 'entities', rows, {
    member_group_id: 'int',
    advertiser_id: 'int',
    internal_id: 'text',
    name: 'text',
    category: 'text',
    status: 'text',
  })
  const made = await kysely
    .selectFrom('entities')
    .select('entity_id')
    .where('member_group_id', '=', id)
    .where('advertiser_id', '=', advertiser)
    .orderBy('internal_id')
    .execute()
  return made.map(({ entity_id }) => entity_id)
}

/** One client with everything below it; gives what delivers. */
export async function seedClient(database: Database, client: SeedClient, id: number, today: string): Promise<Delivering[]> {
  const chance = new Chance(`client ${id}`)
  const groups = await seedGroup(database, client, id)
  const delivering: Delivering[] = []
  let number = 0
  for (const advertiser of await seedAdvertisers(database, client, id, groups)) {
    const entities = await seedEntities(database, client, id, advertiser.advertiser_id, chance)
    for (let count = 0; count < 2 + (advertiser.advertiser_id % 2); count++) {
      const made = await seedCampaign(database, client, { id, advertiser, number: number++, today, chance })
      delivering.push(
        ...made.map((group, index) => ({ ...group, entities: entities.slice(index * entitiesPerGroup, (index + 1) * entitiesPerGroup) })),
      )
    }
  }
  return delivering
}

interface CampaignPlan {
  readonly id: number
  readonly advertiser: { advertiser_id: number; currency_code: string }
  readonly number: number
  readonly today: string
  readonly chance: Chance
}

async function seedCampaign({ kysely }: Database, client: SeedClient, plan: CampaignPlan): Promise<Omit<Delivering, 'entities'>[]> {
  const { id, advertiser, number, today, chance } = plan
  const life = lives[number % lives.length] ?? lives[0]
  const channel = channelNames[number % 5 === 4 ? 1 + (number % 3) : 0] ?? 'onsite'
  const from = addDays(today, -Math.round(monthsOfFacts * life.from))
  const to = addDays(today, -Math.round(monthsOfFacts * life.to))
  const theme = client.themes[number % client.themes.length] ?? client.themes[0]
  const place = { member_group_id: id, advertiser_id: advertiser.advertiser_id }
  const { campaign_id } = await kysely
    .insertInto('campaigns')
    .values({
      ...place,
      channel,
      name: `${theme} ${today.slice(0, 4)}`,
      status: life.status,
      budget_period: number % 3 === 0 ? 'Monthly' : 'Daily',
      budget: chance.integer(4, 60) * 25_000_000,
      start_date: from,
      end_date: life.status === 'active' ? null : to,
    })
    .returning('campaign_id')
    .executeTakeFirstOrThrow()
  const made = await kysely
    .insertInto('ad_groups')
    .values(
      Array.from({ length: 1 + (number % 2) }, (_, index) => ({
        ...place,
        campaign_id,
        name: `${theme}, ${client.categories[(number + index) % client.categories.length]}`,
        status: life.status === 'ended' ? 'ended' : 'active',
        base_bid: chance.integer(20, 140) * 10_000,
      })),
    )
    .returning('ad_group_id')
    .execute()
  if (life.status === 'pending') return []
  const { currency_code } = advertiser
  return made.map(({ ad_group_id }) => ({
    ...place,
    campaign_id,
    ad_group_id,
    channel,
    currency_code,
    perUsd: perUsd(currency_code),
    from,
    to,
    size: chance.integer(6000, 42_000),
  }))
}

/** The facts of a client, a few ad groups at a time, so that memory stays small and progress shows. */
export function* delivered(client: SeedClient, groups: readonly Delivering[], today: string) {
  const atOnce = 12
  for (let start = 0; start < groups.length; start += atOnce) {
    const facts = groups.slice(start, start + atOnce).map((group) => factsOf(client, group, today))
    yield {
      daily: facts.flatMap(({ daily }) => daily),
      hours: facts.flatMap(({ hours }) => hours),
      share: Math.min(1, (start + atOnce) / groups.length),
    }
  }
}
