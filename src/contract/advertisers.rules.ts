import type { RuleAnswer } from './reply.ts'
import type { advertiserStatuses } from './statuses.ts'

type AdvertiserStatus = (typeof advertiserStatuses)[number]

/** Where an advertiser can go from where it is: what has been let in does not wait again. */
export const advertiserStatusChoices: Readonly<Record<AdvertiserStatus, readonly AdvertiserStatus[]>> = {
  pending: ['pending', 'active', 'inactive'],
  active: ['active', 'inactive'],
  inactive: ['active', 'inactive'],
}

/** Whether an advertiser can go from one status to another. */
export const advertiserMoves = (from: AdvertiserStatus, to: AdvertiserStatus): RuleAnswer =>
  advertiserStatusChoices[from].includes(to) || { code: 'status_not_offered', from, to }

/** What advertisers do, by their ids. */
export const advertiserIndustries: readonly { readonly industry_id: number; readonly name: string }[] = [
  'Automotive',
  'Beauty and care',
  'Electronics',
  'Fashion',
  'Food and drink',
  'Health',
  'Home and garden',
  'Hotels and lodging',
  'Household goods',
  'Pets',
  'Restaurants',
  'Sport and outdoors',
  'Toys and games',
  'Travel',
].map((name, index) => ({ industry_id: index + 1, name }))

/** The name of an industry; nothing where there is none of this id. */
export const industryName = (id: number | null) => advertiserIndustries.find(({ industry_id }) => industry_id === id)?.name ?? null
