import { loginKeyOf } from '../../../src/contract/clients/clients.rules.ts'
import { channelNames } from '../../../src/contract/reports/dimensions.ts'
import { campaignRows } from './campaign-rows.ts'
import { SeededRandom } from '../delivery/chance.ts'
import { clients, type SeedClient } from './clients.ts'
import { currencyId, industryId, perUsd } from './lookups.ts'
import { addManyAdvertisers } from './many-advertisers.ts'
import type { SeedAdvertiser, SeedRows } from './rows.ts'

/** The industry of each client's advertisers, by client number. */
const industries = [industryId('Travel'), industryId('Grocery'), industryId('Restaurants')] as const

/** Marketplace, retailer, marketplace: the type of each client, by client number. */
const clientTypeIds = [2, 3, 2] as const

const codesOf = ({ markets }: SeedClient) => [...new Set(markets.map(({ currency }) => currency))]

function addClient(rows: SeedRows, client: SeedClient, member_group_id: number) {
  const [code = 'USD'] = codesOf(client)
  rows.member_groups.push({
    member_group_id,
    name: client.name,
    status: 'active',
    default_currency_code: code,
    min_bid: Math.round(perUsd(code) * 10) * 10_000,
    host_name: client.host,
    login_key: loginKeyOf(client.name),
    member_group_type_id: clientTypeIds[member_group_id - 1] ?? null,
    label_singular: client.label[0],
    label_plural: client.label[1],
    registration_enabled: member_group_id === 2,
    reviews_campaigns: member_group_id !== 2,
    created_at: `${2019 + member_group_id}-03-0${member_group_id}T09:00:00Z`,
  })
  rows.member_group_currencies.push(...codesOf(client).map((currency) => ({ member_group_id, currency_id: currencyId(currency) })))
  const colours = { primary_color: client.primary, button_color: client.primary, button_text_color: '#ffffff' }
  rows.themes.push({ member_group_id, id: member_group_id, font_family: 'Default', ...colours })
  const first = rows.channels.length + 1
  rows.channels.push(...channelNames.map((name, index) => ({ member_group_id, channel_id: first + index, name })))
  addSites(rows, client, member_group_id, first)
}

/** The images and videos of each experience. */
const pictures = [
  { name: 'Picture', kind: 'image', width: 1200, height: 628, bytes_most: 1_000_000, is_required: true },
  { name: 'Logo', kind: 'logo', width: 400, height: 400, bytes_most: 200_000, is_required: true },
  { name: 'Film', kind: 'video', width: 1280, height: 720, bytes_most: 20_000_000, is_required: false },
]

/** A client's sites, experiences, asset requirements and terms. */
function addSites(rows: SeedRows, { host, experiences }: SeedClient, member_group_id: number, firstChannel: number) {
  const domain = host.replace(/^[^.]+[.]/, '')
  const sites = [
    { name: 'Website', host_name: `www.${domain}` },
    { name: 'App', host_name: `app.${domain}` },
  ]
  rows.entity_groups.push({ member_group_id, entity_group_id: member_group_id })
  rows.sites.push(...sites.map((site, index) => ({ member_group_id, site_id: rows.sites.length + index + 1, ...site })))
  const keys = { account_number: 'Account number', sales_contact: 'Sales contact' }
  rows.advertiser_metadata_keys.push(
    ...Object.entries(keys).map(([key, label], index) => ({ member_group_id, key, label, position: index + 1 })),
  )
  const newRows = experiences.map(([name, description], index) => ({
    member_group_id,
    experience_id: rows.experiences.length + index + 1,
    name,
    description,
    status: 'active',
    channel_id: firstChannel + index,
    created_at: `${2019 + member_group_id}-04-0${index + 1}T09:00:00Z`,
  }))
  rows.experiences.push(...newRows)
  rows.experience_assets.push(
    ...newRows.flatMap(({ experience_id }) => pictures.map((one) => ({ member_group_id, experience_id, ...one }))),
  )
  rows.terms.push({
    member_group_id,
    locale_id: 1,
    url: `https://www.${domain}/advertising-terms`,
    modified_at: '2025-02-01T09:00:00Z',
    version: 1,
  })
}

function addAdvertisers(rows: SeedRows, client: SeedClient, member_group_id: number): SeedAdvertiser[] {
  const firstGroup = rows.advertiser_groups.length + 1
  rows.advertiser_groups.push(...client.groups.map((name, index) => ({ member_group_id, advertiser_group_id: firstGroup + index, name })))
  const firstAdvertiser = rows.advertisers.length + 1
  const newRows = client.advertisers.map((name, index) => {
    const { zone, currency } = client.markets[index % client.markets.length] ?? client.markets[0]
    return {
      member_group_id,
      advertiser_id: firstAdvertiser + index,
      advertiser_group_id: firstGroup + (index % client.groups.length),
      name,
      status: index % 17 === 16 ? 'inactive' : 'active',
      time_zone: zone,
      currency_code: currency,
      industry_id: industries[member_group_id - 1] ?? industries[0],
      created_at: `202${index % 5}-0${1 + (index % 9)}-1${index % 10}T09:00:00Z`,
    }
  })
  rows.advertisers.push(...newRows)
  return newRows
}

/** Adds the entities of one advertiser; returns their ids. */
function addEntities(
  rows: SeedRows,
  client: SeedClient,
  { member_group_id, advertiser_id }: SeedAdvertiser,
  chance: SeededRandom,
): number[] {
  const first = rows.entities.length + 1
  const newRows = Array.from({ length: client.entitiesEach }, (_, index) => ({
    member_group_id,
    advertiser_id,
    entity_id: first + index,
    internal_id: `${client.label[0].slice(0, 1)}-${advertiser_id}-${1000 + index}`,
    name: `${chance.pick(client.first)} ${chance.pick(client.second)} ${index + 1}`,
    category: chance.pick(client.categories),
    status: index % 40 === 39 ? 'inactive' : 'active',
  }))
  rows.entities.push(...newRows)
  return newRows.map(({ entity_id }) => entity_id)
}

/** All clients with everything below them. */
export function clientRows(today: string): SeedRows {
  const rows: SeedRows = {
    member_groups: [],
    member_group_currencies: [],
    themes: [],
    channels: [],
    entity_groups: [],
    sites: [],
    advertiser_metadata_keys: [],
    experiences: [],
    experience_assets: [],
    terms: [],
    advertiser_groups: [],
    advertisers: [],
    entities: [],
    campaigns: [],
    ad_groups: [],
    ad_group_entities: [],
    delivering: [],
  }
  clients.forEach((client, index) => {
    const member_group_id = index + 1
    const chance = new SeededRandom(`client ${member_group_id}`)
    addClient(rows, client, member_group_id)
    for (const advertiser of addAdvertisers(rows, client, member_group_id)) {
      const entities = addEntities(rows, client, advertiser, chance)
      for (let count = 0; count < 2 + (advertiser.advertiser_id % 2); count++) {
        const number = rows.campaigns.length
        const firstAdGroup = rows.ad_groups.length + 1
        const newRows = campaignRows({ client, member_group_id, advertiser, entities, number, firstAdGroup, today, chance })
        rows.campaigns.push(newRows.campaign)
        rows.ad_groups.push(...newRows.adGroups)
        rows.ad_group_entities.push(...newRows.adGroupEntities)
        rows.delivering.push(...newRows.delivering)
      }
    }
  })
  addManyAdvertisers(rows)
  return rows
}
