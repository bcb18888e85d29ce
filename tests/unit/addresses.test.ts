import { expect, test } from 'vitest'
import { addresses, matchAddress } from '../../src/contract/addresses/addresses.ts'
import { tags } from '../../src/contract/addresses/vocabulary.ts'

const opened = (url: string) => {
  const match = matchAddress(url)
  return match && `${match.tag} ${JSON.stringify(match.attributes)} ${match.path}`
}

test.each([
  ['/clients/1/campaigns/42', 'ad-campaigns {"client-id":"1"} 42'],
  ['/clients/1/advertisers/7/campaigns/42/ad_groups', 'ad-campaigns {"client-id":"1","advertiser-id":"7"} 42/ad_groups'],
  ['/clients/1/campaigns/hotels?page=2#top', 'ad-campaigns {"client-id":"1"} hotels?page=2'],
  ['/clients/1/campaigns/ad_groups', 'ad-campaigns {"client-id":"1"} ad_groups'],
  ['/clients/1/campaigns/automated-actions', 'ad-automated-actions {"client-id":"1"} '],
  ['/clients/1/campaigns/recommendations', 'ad-insights {"client-id":"1"} recommendations'],
  [
    '/clients/1/advertisers/2/experiences/5/campaigns/create',
    'ad-campaign-builder {"client-id":"1","advertiser-id":"2","experience-id":"5"} ',
  ],
  ['/clients/1/campaigns-storefront', 'ad-campaigns {"client-id":"1"} '],
  ['/embedded/clients/1/chart', 'ad-report-chart {"client-id":"1"} '],
  [
    '/embedded/clients/1/advertisers/2/campaigns/3/media-chart',
    'ad-report-chart {"context":"media_plan","client-id":"1","advertiser-id":"2","campaign-id":"3"} ',
  ],
  ['/admin/clients/4/settings?tab=payment', 'ad-admin {} clients/4/settings?tab=payment'],
  ['/login', 'ad-sign-in {} login'],
  ['/login/login', 'ad-sign-in {"client-name":"login"} login'],
  ['/fernhill/register/advertisers/12/payment', 'ad-registration {"client-name":"fernhill"} advertisers/12/payment'],
  ['/embedded/clients/1/scheduling', 'ad-reporting {"client-id":"1"} scheduling'],
  ['/clients/1/reporting/', 'ad-reporting {"client-id":"1"} reporting'],
])('%s opens its surface', (url, surface) => {
  expect(opened(url)).toBe(surface)
})

test.each([
  ...['/clients/x', '/clients/1/nowhere', '/clients/99999999999/campaigns', '/%E0%A4%A/login', '', '/clients/1/campaigns/1/2/3'],
  // Ids with an invalid format or out of range.
  ...['/clients/0/campaigns', '/clients/01/campaigns', '/clients/9999999999/campaigns', '/clients/2147483648', '/embedded/clients/0/chart'],
  ...['/clients/1/advertisers/0/campaigns', '/clients/1/advertisers/07/campaigns', '/admin/users/0', '/admin/clients/1/advertisers/0'],
  ...['/clients/1/campaigns/0', '/clients/1/campaigns/01', '/clients/1/campaigns/99999999999'],
])('%s opens nothing', (url) => {
  expect(matchAddress(url)).toBeUndefined()
})

test('the largest possible id opens its page', () => {
  expect(opened('/clients/2147483647/campaigns')).toBe('ad-campaigns {"client-id":"2147483647"} ')
})

test('every address opens its own page, and each tag of the table is used', () => {
  const missed = addresses.filter(
    ({ pattern }) => matchAddress(pattern.replace(/:\w+Id\b|:id\b/g, '7').replace(/:\w+/g, 'words'))?.address.pattern !== pattern,
  )
  expect(missed.map(({ pattern }) => pattern)).toEqual([])
  expect(new Set(addresses.map(({ tag }) => tag))).toEqual(new Set(tags))
})

test('no two addresses have the same pattern', () => {
  const patterns = addresses.map(({ pattern }) => pattern)
  expect(patterns.filter((pattern, index) => patterns.indexOf(pattern) !== index)).toEqual([])
})
