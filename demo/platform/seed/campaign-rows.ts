import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import type { channelNames } from '../../../src/contract/reports/dimensions.ts'
import { reviewStatusIds } from '../../../src/contract/statuses.ts'
import type { SeededRandom } from '../delivery/chance.ts'
import type { SeedClient } from './clients.ts'
import type { SeedAdGroup } from './facts.ts'
import { digitsOf, perUsd } from './lookups.ts'

const daysOfFacts = 548

/** A campaign's life: its status, and its start and end in days before today. */
interface CampaignLife {
  readonly status: string
  readonly began: number
  readonly stopped: number
  readonly groups: string
}
const running = (began: number): CampaignLife => ({ status: 'active', began, stopped: 0, groups: 'active' })
const over = (status: string, began: number, stopped: number): CampaignLife => ({
  status,
  began,
  stopped,
  groups: status === 'paused' ? 'active' : 'ended',
})
const lives: readonly CampaignLife[] = [
  running(daysOfFacts),
  running(390),
  running(210),
  over('paused', 430, 12),
  running(95),
  over('ended', daysOfFacts, 260),
  running(480),
  { status: 'pending', began: -9, stopped: -9, groups: 'pending' },
  running(33),
  over('ended', 330, 110),
  over('archived', daysOfFacts, 420),
  running(160),
  over('inactive', 280, 170),
  running(520),
]
/** Rare lives, for one campaign in 15. */
const rareLives: readonly CampaignLife[] = [
  over('invalid', 45, 31),
  over('disabled', 300, 75),
  over('locked', 150, 5),
  over('deactivated', 500, 350),
]
const channelsInTurn = [
  'onsite',
  'onsite',
  'media',
  'onsite',
  'offsite',
  'onsite',
  'reservations',
] as const satisfies readonly (typeof channelNames)[number][]
/** Lowest and highest click rate of each channel. */
const clickRates = { onsite: [0.006, 0.013], media: [0.0032, 0.0052], offsite: [0.0045, 0.009], reservations: [0.004, 0.0075] } as const
const entitiesPerGroup = 20
const million = 1_000_000

export interface CampaignOwner {
  readonly client: SeedClient
  readonly member_group_id: number
  readonly advertiser: { readonly advertiser_id: number; readonly currency_code: string; readonly time_zone: string }
  readonly entities: readonly number[]
  /** Counts campaigns of all clients, from 0. */
  readonly number: number
  readonly firstAdGroup: number
  readonly today: string
  readonly chance: SeededRandom
}

const lifeOf = (number: number): CampaignLife => {
  const turn = number % (lives.length + 1)
  const isMishap = turn === lives.length
  return (isMishap ? rareLives[Math.floor(number / (lives.length + 1)) % rareLives.length] : lives[turn]) ?? running(daysOfFacts)
}

/** Converts US dollars to another currency and rounds to an amount that a person would choose. */
function roundAmount(usd: number, code: string) {
  const micros = usd * perUsd(code) * million
  const step = Math.max(10 ** Math.floor(Math.log10(micros / 2)), million / 10 ** digitsOf(code))
  return Math.max(Math.round(micros / step), 1) * step
}

/** Campaigns in review alternate between under review and denied. */
function reviewOf({ status }: CampaignLife, number: number) {
  const isDenied = status === 'pending' && number % 2 === 1
  const { under_review, denied, approved } = reviewStatusIds
  return {
    review_status_id: status !== 'pending' ? approved : isDenied ? denied : under_review,
    review_comment: isDenied ? 'The picture shows a price that is not the price of the offer.' : '',
  }
}

function adGroupRows(owner: CampaignOwner, life: CampaignLife, campaign_id: number, theme: string, created_at: string) {
  const { client, advertiser, number, firstAdGroup, member_group_id, chance } = owner
  return Array.from({ length: 1 + (number % 2) }, (_, index) => ({
    member_group_id,
    advertiser_id: advertiser.advertiser_id,
    campaign_id,
    ad_group_id: firstAdGroup + index,
    name: `${theme}, ${client.categories[(number + index) % client.categories.length]}`,
    status: life.groups === 'active' && index === 1 && number % 9 === 1 ? 'paused' : life.groups,
    base_bid: roundAmount(client.costPerClick * chance.between(0.8, 1.6), advertiser.currency_code),
    created_at,
  }))
}

/** One campaign with its ad groups, and the ad groups that deliver. */
export function campaignRows(owner: CampaignOwner) {
  const { client, advertiser, number, today, member_group_id, chance } = owner
  const life = lifeOf(number)
  const channel = channelsInTurn[number % channelsInTurn.length] ?? 'onsite'
  const theme = client.themes[number % client.themes.length] ?? client.themes[0]
  const from = addDays(today, -life.began)
  const to = addDays(today, -life.stopped)
  const [createdOn = from] = [from, today].toSorted()
  const campaign = {
    member_group_id,
    advertiser_id: advertiser.advertiser_id,
    campaign_id: number + 1,
    channel,
    name: `${theme} ${from.slice(0, 4)}`,
    status: life.status,
    budget_period: number % 3 === 0 ? 'Monthly' : 'Daily',
    budget: roundAmount(chance.integer(4, 60) * (number % 3 === 0 ? 600 : 25), advertiser.currency_code),
    start_date: from,
    end_date: ['ended', 'archived'].includes(life.status) ? to : null,
    created_at: `${addDays(createdOn, -3)}T09:00:00Z`,
    submitted_at: `${addDays(createdOn, -2)}T09:00:00Z`,
    started_at: life.status === 'pending' ? null : `${from}T06:00:00Z`,
    ...reviewOf(life, number),
  }
  const adGroups = adGroupRows(owner, life, campaign.campaign_id, theme, campaign.created_at)
  const delivering = adGroups.map((group, index): SeedAdGroup => {
    const [minRate, maxRate] = clickRates[channel]
    return {
      member_group_id,
      advertiser_id: group.advertiser_id,
      campaign_id: group.campaign_id,
      ad_group_id: group.ad_group_id,
      channel,
      device: chance.pick(['desktop', 'mobile', 'mobile', 'app']),
      currency_code: advertiser.currency_code,
      perUsd: perUsd(advertiser.currency_code),
      step: million / 10 ** digitsOf(advertiser.currency_code),
      zone: advertiser.time_zone,
      from,
      to: group.status === 'paused' && life.stopped < 20 ? addDays(today, -20) : life.stopped === 0 ? addDays(today, 1) : to,
      size: chance.integer(6000, 42_000),
      clickRate: chance.between(minRate, maxRate),
      costPerClick: client.costPerClick * chance.between(0.7, 1.4),
      returnOnSpend: chance.between(3.6, 7.2),
      entities: owner.entities.slice(index * entitiesPerGroup, (index + 1) * entitiesPerGroup),
    }
  })
  const adGroupEntities = delivering.flatMap(({ member_group_id, advertiser_id, campaign_id, ad_group_id, entities }) =>
    entities.map((entity_id) => ({ member_group_id, advertiser_id, campaign_id, ad_group_id, entity_id, added_at: campaign.created_at })),
  )
  return { campaign, adGroups, adGroupEntities, delivering: life.status === 'pending' ? [] : delivering }
}
