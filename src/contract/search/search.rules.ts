import { fillPath } from '../endpoint.ts'

/** What can be found; of what fits alike the earlier kinds come first. */
export const foundKinds = ['client', 'advertiser', 'advertiser_group', 'campaign', 'user'] as const
export type FoundKind = (typeof foundKinds)[number]

/** The patterns of the addresses at which things open. */
export const foundAddresses: Readonly<Record<FoundKind, string>> = {
  client: '/clients/:clientId',
  advertiser: '/clients/:clientId/advertisers/:advertiserId/campaigns',
  advertiser_group: '/admin/clients/:clientId/advertiser-groups/:advertiserGroupId/advertisers',
  campaign: '/clients/:clientId/campaigns/:campaignId',
  user: '/admin/users/:userId',
}

const idNames: Readonly<Record<FoundKind, string>> = {
  client: 'clientId',
  advertiser: 'advertiserId',
  advertiser_group: 'advertiserGroupId',
  campaign: 'campaignId',
  user: 'userId',
}

/** The address at which something opens. */
export const foundAddress = (kind: FoundKind, id: number, memberGroupId: number | null) =>
  fillPath(foundAddresses[kind], { ...(memberGroupId !== null && { clientId: memberGroupId }), [idNames[kind]]: id })

/** No search looks for more words than this. */
const wordsMost = 8

/** The words that are looked for: letters and digits, whatever stands between them. */
export const searchWords = (query: string) => (query.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, wordsMost)
