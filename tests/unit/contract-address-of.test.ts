import { describe, expect, test } from 'vitest'
import { surfaceUrl, linkBaseOf } from '../../src/surfaces/console/surface/address-of.rules.ts'
import { addresses, matchAddress } from '../../src/contract/addresses/addresses.ts'

const words: Readonly<Record<string, string>> = {
  clientName: 'harborline',
  entityLabel: 'hotels',
  resourceType: 'users',
  workflowUuid: 'a-b',
}
const filled = (pattern: string) => pattern.replace(/:(\w+)/g, (_, name: string) => words[name] ?? '7')
const consoles = addresses.filter(({ pattern, tag }) => tag !== 'page' && !/^\/(embedded|ui)(\/|$)/.test(pattern))

describe('the address of a path', () => {
  test.each(consoles.map(({ pattern }) => pattern))('%s leads back to the same page', (pattern) => {
    const match = matchAddress(`${filled(pattern)}?tab=two&x=1`)
    if (!match) throw new Error('It opens nothing')
    const address = surfaceUrl(match, match.path)
    expect(address).toBeDefined()
    const { tag, attributes, path } = matchAddress(address ?? '') ?? {}
    expect({ tag, attributes, path }).toEqual({ tag: match.tag, attributes: match.attributes, path: match.path })
  })

  const campaigns = { tag: 'ad-campaigns', attributes: { 'client-id': '1', 'advertiser-id': '7' } } as const
  test.each([
    ['', '/clients/1/advertisers/7/campaigns'],
    ['42', '/clients/1/advertisers/7/campaigns/42'],
    ['/42/ad_groups/', '/clients/1/advertisers/7/campaigns/42/ad_groups'],
    ['42?tab=budget#x', '/clients/1/advertisers/7/campaigns/42?tab=budget'],
    ['nowhere/at/all', undefined],
    ['create', undefined],
    ['../../2/campaigns', undefined],
    ['//evil.example/', '/clients/1/advertisers/7/campaigns/evil.example'],
  ])("%j of an advertiser's campaigns is %j", (path, address) => {
    expect(surfaceUrl(campaigns, path)).toBe(address)
  })

  test('depends on the context: without the advertiser it is another address', () => {
    expect(surfaceUrl({ tag: 'ad-campaigns', attributes: { 'client-id': '1' } }, '42')).toBe('/clients/1/campaigns/42')
    expect(surfaceUrl({ tag: 'ad-campaigns', attributes: {} }, '42')).toBeUndefined()
  })

  test("links start with the common part of a surface's addresses", () => {
    const base = (url: string) => {
      const match = matchAddress(url)
      return match && linkBaseOf(match)
    }
    expect(base('/clients/1/campaigns/42')).toBe('/clients/1/campaigns')
    expect(base('/clients/1/saved_reports/3')).toBe('/clients/1')
    expect(base('/admin/users/3')).toBe('/admin')
  })
})
