import type { Advertiser, AdvertiserRow } from '../../../src/contract/advertisers/advertisers.ts'
import type { BiddingConfig } from '../../../src/contract/bids/bidding-configs.ts'
import type { BidEffect } from '../../../src/contract/bids/bid-effect.ts'
import { answerAdmin, adminPermissions, recordChange } from './admin.ts'
import { advertiser as fernhill, client, success } from './insertion-orders.ts'

export const marketPermissions = [
  ...adminPermissions,
  ...['read', 'create', 'change', 'activate', 'remove'].map((act) => `advertisers.${act}`),
  ...['create', 'change', 'remove'].map((act) => `advertiser_groups.${act}`),
  ...['read', 'create', 'change'].map((act) => `bidding_configs.${act}`),
  ...['read', 'change', 'approve'].map((act) => `spend_limits.${act}`),
  ...['campaigns', 'channels', 'currencies', 'experiences', 'fees', 'funds', 'industries', 'invoices', 'timezones'].map(
    (area) => `${area}.read`,
  ),
  ...['member_groups.change', 'fees.change'],
]

/** An advertiser with everything. */
export const advertiser = (change: Partial<Advertiser> = {}): Advertiser => ({
  ...fernhill,
  status: 'active',
  campaigns: 3,
  active_campaigns: 2,
  industry_id: 8,
  version: 4,
  ...change,
})

/** A row of the list. */
export const advertiserRow = (change: Partial<AdvertiserRow> = {}): AdvertiserRow => {
  const {
    channels: _,
    channel_ids: __,
    advertiser_experience_ids: ___,
    billing_address: ____,
    metadata: _____,
    dsps: ______,
    ...row
  } = advertiser()
  return { ...row, ...change }
}

export const advertisersOf = (rows: readonly object[]) => success({ advertisers: rows, total: rows.length })

const group = { id: 5, name: 'Breweries', member_group_id: 1, member_group_name: 'Retailer', advertisers: 2, version: 1 }
const groups = [group, { ...group, id: 6, name: 'Mills' }]

const balance = {
  advertiser_id: 7,
  currency_code: 'EUR',
  currency_digits: 2,
  available: '500',
  spendable: '400',
  credit_left: '0',
  pending_wire: '0',
  orders_left: '0',
  limit_left: null,
  total_funding: '500',
  has_funds: true,
  owed: '0',
  committed: '100',
  days_of_cover: 12,
  lasts_until: null,
  active_campaigns: 2,
}

const usd = { currency_id: 1, currency_code: 'USD', name: 'US dollar', symbol: '$', digits: 2 }
const euro = { ...usd, currency_id: 2, currency_code: 'EUR', name: 'Euro', symbol: '€' }
export const yen = { ...usd, currency_id: 3, currency_code: 'JPY', name: 'Yen', symbol: '¥', digits: 0 }

/** Bid limits of a currency. */
export const bidLimits = (change: Partial<BiddingConfig> = {}): BiddingConfig => ({
  bidding_config_id: 11,
  currency_id: 1,
  currency_code: 'USD',
  bidding_type_id: 1,
  min_bid: '0.1',
  max_bid: null,
  version: 3,
  ...change,
})

/** An effect of bid limits on ad groups. */
export const bidEffect = (stopping: number): BidEffect => ({
  currency_code: 'USD',
  currency_digits: 2,
  active: { ad_groups: 120, campaigns: 9 },
  stops: { ad_groups: stopping, campaigns: stopping > 0 ? 3 : 0 },
  resumes: { ad_groups: 0, campaigns: 0 },
  above: { ad_groups: 0, campaigns: 0 },
  stopped_ad_groups:
    stopping > 0
      ? [
          {
            ad_group_id: 100,
            ad_group_name: 'Shelf',
            campaign_id: 10,
            campaign_name: 'Summer',
            advertiser_id: 7,
            advertiser_name: 'Fernhill',
            bid: '0.15',
          },
        ]
      : [],
})

/** Answers the requests about advertisers, currencies and limits in place of a platform. */
export const answerMarket = ({ permissions = marketPermissions, replies = {} }: Parameters<typeof answerAdmin>[0] = {}) =>
  answerAdmin({
    permissions,
    replies: {
      'POST member_groups/1/advertisers_report': advertisersOf([advertiserRow()]),
      'POST member_groups/1/archived_advertisers_report': advertisersOf([]),
      'GET advertisers/7': success(advertiser()),
      'GET member_groups/1/channels': success({ channels: [{ channel_id: 1, name: 'onsite' }] }),
      'GET member_groups/1/experiences': success({ experiences: [] }),
      'GET member_groups/1/advertiser_metadata_keys': success({ advertiser_metadata_keys: [{ key: 'erp', label: 'ERP number' }] }),
      'GET industries': success([
        { industry_id: 7, name: 'Food', channels: [] },
        { industry_id: 8, name: 'Health', channels: [] },
      ]),
      'GET timezones': success([
        { timezone_id: 1, name: 'UTC', utc_offset_minutes: 0 },
        { timezone_id: 2, name: 'Asia/Kolkata', utc_offset_minutes: 330 },
      ]),
      'GET member_groups/1/advertisers/7/pcl': success({
        advertiser_id: 7,
        pcl: 'leader',
        currency_code: 'EUR',
        spend: '812.5',
        start_date: '2021-10-01',
        end_date: '2021-10-30',
      }),
      'GET member_groups/1/advertisers/7/balances': success(balance),
      'GET member_groups/1/advertiser_groups': success({ advertiser_groups: groups, total: groups.length }),
      'POST users/3/advertiser_groups_report': success({ advertiser_groups: groups, total: groups.length }),
      'POST member_groups/1/bidding_configs_report': success({ bidding_configs: [bidLimits()], total: 1 }),
      'GET member_groups/1/currencies': success({ currencies: [usd, euro] }),
      'GET member_groups/1/unassigned_currencies': success({ currencies: [yen] }),
      'POST member_groups/1/bidding_configs/effect': success(bidEffect(0)),
      'POST member_groups/1/bidding_configs/11/changes_report': success({ changes: [], total: 0 }),
      'GET member_groups/1/advertiser_groups/5': success(group),
      'POST member_groups/1/advertiser_groups/5/advertisers_report': advertisersOf([advertiserRow({ advertiser_group_id: 5 })]),
      'POST member_groups/1/advertiser_groups/5/users_report': success({ users: [], total: 0 }),
      'POST member_groups/1/advertiser_groups/5/changes_report': success({ changes: [], total: 0 }),
      'POST member_groups/1/advertisers/7/changes_report': success({
        changes: [
          recordChange({
            entity: 'advertiser',
            entity_id: 7,
            fields: [{ field: 'advertiser_group_id', before: 6, after: 5 }],
          }),
        ],
        total: 1,
      }),
      ...replies,
    },
  })

/** The client of the answers, which waits for its confirmation. */
export const pendingClient = { ...client, status: 'pending', status_id: 3 }
