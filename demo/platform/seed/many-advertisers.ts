import { channelNames } from '../../../src/contract/reports/dimensions.ts'
import type { SeedRows } from './rows.ts'
import { currencyId, industryId } from './lookups.ts'

/** The fourth client: a marketplace with thousands of small advertisers, few of which advertise yet. */
export const manyClient = { member_group_id: 4, name: 'Handmarket', host: 'ads-console.handmarket.example', advertisers: 3200 } as const

const makers = [
  ...['Alder', 'Ash', 'Beech', 'Birch', 'Bluebell', 'Bramble', 'Clover', 'Copper', 'Dapple', 'Driftwood', 'Elder', 'Fennel'],
  ...['Finch', 'Flint', 'Gorse', 'Hazel', 'Heron', 'Indigo', 'Juniper', 'Kestrel', 'Larch', 'Linden', 'Magpie', 'Meadow'],
  ...[
    'Moss',
    'Nettle',
    'Oak',
    'Pebble',
    'Plum',
    'Quill',
    'Rowan',
    'Rye',
    'Saffron',
    'Sorrel',
    'Tansy',
    'Thistle',
    'Willow',
    'Wren',
    'Yarrow',
    'Zinnia',
  ],
]
const crafts = [
  'Pottery',
  'Candles',
  'Leather',
  'Woodwork',
  'Prints',
  'Knitwear',
  'Soap',
  'Silver',
  'Baskets',
  'Glass',
  'Paper',
  'Toys',
  'Linen',
  'Knives',
  'Quilts',
  'Brushes',
]
const places = ['', ' of Bath', ' of Leith', ' of Cork', ' of Hay']
const zones = ['America/New_York', 'America/Los_Angeles', 'America/Toronto'] as const
const member_group_id = manyClient.member_group_id

const nameAt = (index: number) => {
  const maker = makers[index % makers.length] ?? ''
  const craft = crafts[Math.floor(index / makers.length) % crafts.length] ?? ''
  return `${maker} ${craft}${places[Math.floor(index / (makers.length * crafts.length))] ?? ''}`
}

const statusAt = (index: number) => (index % 23 === 22 ? 'inactive' : index % 11 === 10 ? 'pending' : 'active')

/** Adds a client with more advertisers than a list can show without search. */
export function addManyAdvertisers(rows: SeedRows) {
  const { name, host, advertisers } = manyClient
  const words = { label_singular: 'Item', label_plural: 'Items', registration_enabled: true, created_at: '2024-05-06T09:00:00Z' }
  rows.member_groups.push({
    member_group_id,
    name,
    status: 'active',
    default_currency_code: 'USD',
    min_bid: 50_000,
    host_name: host,
    reviews_campaigns: false,
    ...words,
  })
  rows.member_group_currencies.push({ member_group_id, currency_id: currencyId('USD') })
  const colours = { primary_color: '#7a3e9d', button_color: '#7a3e9d', button_text_color: '#ffffff' }
  rows.themes.push({ member_group_id, id: member_group_id, font_family: 'Default', ...colours })
  const channel = rows.channels.length + 1
  const group = rows.advertiser_groups.length + 1
  const advertiser = rows.advertisers.length + 1
  rows.channels.push(...channelNames.map((one, index) => ({ member_group_id, channel_id: channel + index, name: one })))
  rows.advertiser_groups.push(...crafts.map((craft, index) => ({ member_group_id, advertiser_group_id: group + index, name: craft })))
  for (let index = 0; index < advertisers; index++)
    rows.advertisers.push({
      member_group_id,
      advertiser_id: advertiser + index,
      advertiser_group_id: group + (Math.floor(index / makers.length) % crafts.length),
      name: nameAt(index),
      status: statusAt(index),
      time_zone: zones[index % zones.length] ?? zones[0],
      currency_code: 'USD',
      industry_id: industryId('Consumer goods'),
      created_at: `2025-${String(1 + (index % 12)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')}T09:00:00Z`,
    })
}
