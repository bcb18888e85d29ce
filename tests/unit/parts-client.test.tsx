// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../src/contract/addresses/context.rules.ts'
import type { MemberGroup } from '../../src/contract/clients/clients.ts'
import { ClientProvider, useClient, useLabel } from '../../src/parts/scope/client.tsx'
import { partBench } from '../support/ui/part-bench.tsx'
import { quiet } from '../support/ui/react-page.tsx'

const currency = { currency_id: 1, currency_code: 'USD', name: 'US dollar', symbol: '$', digits: 2 }
const client = (id: number, label = { singular: 'Hotel', plural: 'Hotels' }): MemberGroup => ({
  member_group_id: id,
  name: `Client ${id}`,
  status: 'active',
  default_currency: { currency_code: 'USD', min_bid: '0.1' },
  calculated_page_currency: 'USD',
  member_group_type_id: null,
  status_id: null,
  bidding_configs: [],
  pacings: ['ASAP', 'Evenly'],
  funding_types: [],
  entity_groups: [],
  theme: null,
  currencies: [currency],
  host_name: null,
  label,
  registration_enabled: false,
  created_at: '2026-01-01T00:00:00Z',
  version: 1,
})
const advertiser = (id: number, member_group_id: number) => ({
  advertiser_id: id,
  member_group_id,
  name: `Advertiser ${id}`,
  status: 'active',
  advertiser_group_id: null,
  advertiser_group_name: null,
  currency_code: 'USD',
  time_zone: 'UTC',
  industry_id: null,
  campaigns: 0,
  active_campaigns: 0,
  created_at: '2026-01-01T00:00:00Z',
  version: 1,
  channels: [{ channel_id: 9, name: 'its own' }],
  billing_address: null,
  metadata: [],
  dsps: [],
  channel_ids: [],
  advertiser_experience_ids: [],
})
const group = { id: 3, name: 'Group', member_group_id: 1, member_group_name: 'Client 1', advertisers: 1, version: 1 }
const channels = { channels: [{ channel_id: 1, name: 'onsite' }] }
const one = 'GET /v1/member_groups/1'
const good = { [one]: client(1), [`${one}/channels`]: channels, 'GET /v1/advertisers/7': advertiser(7, 1) }

const { reply, open, shows, urls } = partBench()

function Seen() {
  const { state, status, memberGroup, advertiser: own, channels: known, currencies, isMinimal } = useClient()
  const { singular, plural } = useLabel()
  const said = [
    memberGroup?.member_group_id,
    memberGroup?.name,
    own?.name,
    known.map(({ name }) => name),
    currencies.length,
    singular,
    plural,
  ]
  return <p>{`[${state}${status === undefined ? '' : ` ${status}`}${isMinimal ? ' minimal' : ''}] ${said.join('|')}`}</p>
}
const at = (url: string) => (
  <ClientProvider context={contextOf(url)}>
    <Seen />
  </ClientProvider>
)

describe('the client context', () => {
  test('is idle and sends nothing when the address names no client', async () => {
    reply({})
    const page = await open(at('/admin'))
    await quiet()
    expect(page.text()).toBe('[idle] |||' + '|0|Entity|Entities')
    expect(urls()).toEqual([])
  })

  test('has the client with channels, currencies and label', async () => {
    reply(good)
    await shows(await open(at('/clients/1/campaigns')), '[success] 1|Client 1||onsite|1|Hotel|Hotels')
  })

  test('waits for client, group and advertiser in any order of responses', async () => {
    reply({ 'GET /v1/advertisers/7': advertiser(7, 1) })
    const url = '/admin/clients/1/advertiser-groups/3/advertisers/7'
    const page = await open(at(url))
    await shows(page, '[pending]')
    await quiet()
    expect(page.text()).toContain('[pending]')
    reply({ ...good, 'GET /v1/advertisers/7': advertiser(7, 1) })
    await shows(await open(at(url)), '[pending advertiser group]')
    reply({ [one]: client(1), [`${one}/advertiser_groups/3`]: group })
    await shows(await open(at(url)), '[pending advertiser]')
  })

  test("uses the advertiser's client when the address names none", async () => {
    reply(good)
    await shows(await open(at('/?advertiser_id=7')), '[success] 1|Client 1|Advertiser 7|its own')
  })

  test('keeps the client without the advertiser when they do not belong together', async () => {
    reply({ ...good, 'GET /v1/advertisers/7': advertiser(7, 2) })
    await shows(await open(at('/clients/1/advertisers/7/campaigns')), '[error 404] 1|Client 1||onsite')
  })

  test("follows the address: of two changes, the client's response decides", async () => {
    reply(good)
    const page = await open(at('/clients/1/advertisers/7/campaigns'))
    await shows(page, '[success] 1|Client 1|Advertiser 7')
    await page.put(at('/clients/2/advertisers/8/campaigns'))
    await shows(page, '[pending] ||')
    await page.put(at('/admin'))
    await shows(page, '[idle]')
  })

  test.each([400, 404, 500])('stores %i when the client failed to load', async (status) => {
    reply({ ...good, [one]: status })
    await shows(await open(at('/clients/1')), `[error ${status}] |`)
  })

  test('keeps the id of a client that the user may not read', async () => {
    reply({ ...good, [one]: 403 })
    await shows(await open(at('/clients/1')), '[error 403 minimal] 1|||onsite|0|Entity|Entities')
  })

  test('works without channels when they failed to load', async () => {
    reply({ ...good, [`${one}/channels`]: 500 })
    const page = await open(at('/clients/1'))
    await shows(page, '[success] 1|Client 1|||1|Hotel')
    await quiet()
    expect(page.text()).toContain('[success] 1|Client 1|||1|Hotel')
  })
})
