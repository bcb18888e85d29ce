import { fillPath } from '../endpoint.ts'

/** The kinds of search results; among equal matches, earlier kinds come first. */
export const searchResultKinds = ['client', 'advertiser', 'advertiser_group', 'campaign', 'user'] as const
export type SearchResultKind = (typeof searchResultKinds)[number]

/** The address pattern of each kind. */
export const searchResultAddresses: Readonly<Record<SearchResultKind, string>> = {
  client: '/clients/:clientId',
  advertiser: '/clients/:clientId/advertisers/:advertiserId/campaigns',
  advertiser_group: '/admin/clients/:clientId/advertiser-groups/:advertiserGroupId/advertisers',
  campaign: '/clients/:clientId/campaigns/:campaignId',
  user: '/admin/users/:userId',
}

const idNames: Readonly<Record<SearchResultKind, string>> = {
  client: 'clientId',
  advertiser: 'advertiserId',
  advertiser_group: 'advertiserGroupId',
  campaign: 'campaignId',
  user: 'userId',
}

/** The address of a search result. */
export const searchResultAddress = (kind: SearchResultKind, id: number, memberGroupId: number | null) =>
  fillPath(searchResultAddresses[kind], { ...(memberGroupId !== null && { clientId: memberGroupId }), [idNames[kind]]: id })

/** Maximum number of search words. */
const wordsMost = 8

/** The words of a query: letters and digits, split at all other characters. */
export const searchWords = (query: string) => (query.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, wordsMost)
