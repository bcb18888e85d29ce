import { describe, expect, test } from 'vitest'
import { newFundingTypes } from '../../src/contract/money/funding-types.ts'
import { contract } from '../../src/contract/index.ts'
import { type CallerName, accessibleTenants, people, personNames } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { memberGroups } = contract
const path = (memberGroupId = 1) => ({ path: { memberGroupId } })
const one = async (id = 1, name: CallerName = 'superUser') => (await world.as(name).send(memberGroups.one, path(id))).reply.result

describe("a client's full record", () => {
  const named = { sso_organization_id: 'org_1', sso_connection_id: 'con_1' }

  test('contains its theme, bidding configs, funding methods, and entity groups in its own words', async () => {
    const full = await one(2, 'superUser')
    expect(full.theme).toEqual({
      font_family: 'Default',
      primary_color: '#000002',
      button_color: '#112233',
      button_text_color: '#ffffff',
    })
    expect(full.bidding_configs).toEqual([
      {
        bidding_config_id: 2,
        currency_id: 1,
        currency_code: 'USD',
        bidding_type_id: 1,
        min_bid: '0.1',
        max_bid: null,
        version: 1,
      },
    ])
    expect(full.funding_types).toEqual([{ id: 2, status: 'Active' }])
    expect(full.entity_groups).toEqual([{ entity_group_id: 2, label: { singular: 'Hotel', plural: 'Hotels' } }])
    expect((await one(3)).theme).toBeNull()
    const body = { name: 'Newest', default_currency: { currency_code: 'USD', min_bid: '0.25' } }
    const made = (await world.as('superUser').send(memberGroups.create, { body }, { 'Idempotency-Key': 'key-of-the-newest' })).reply.result
    expect(made.funding_types).toEqual(newFundingTypes())
  })

  test('shows its identity provider to internal staff only', async () => {
    await world.database.kysely.updateTable('member_groups').set(named).where('member_group_id', '=', 1).execute()
    for (const name of personNames.filter((name) => accessibleTenants[name].clients.includes(1))) {
      const responses = [await world.as(name).send(memberGroups.one, path()), await world.as(name).send(memberGroups.list, {})]
      for (const { status, text, reply } of responses) {
        expect([name, status, text.includes('org_1') || text.includes('con_1')]).toEqual([name, 200, people[name].role <= 2])
        const [client] = reply.result.member_groups ?? [reply.result]
        if (people[name].role <= 2) expect(client).toMatchObject(named)
        else expect(Object.keys(client).filter((key) => key.startsWith('sso_'))).toEqual([])
      }
    }
  })

  test('uses the currency of all advertisers that the reader can see, or else its own', async () => {
    const { kysely } = world.database
    const euro = { currency_id: 2, currency_code: 'EUR', name: 'Euro', symbol: '€', digits: 2 }
    await kysely.insertInto('currencies').values(euro).execute()
    const pageCurrency = async (name: CallerName) => (await one(1, name)).calculated_page_currency
    await kysely.updateTable('advertisers').set({ currency_code: 'EUR' }).where('advertiser_id', '=', 1).execute()
    expect([await pageCurrency('clientViewer'), await pageCurrency('advertiserAdmin'), await pageCurrency('advertiserManager')]).toEqual([
      ...['USD', 'EUR', 'USD'],
    ])
    await kysely.updateTable('advertisers').set({ currency_code: 'EUR' }).where('member_group_id', '=', 1).execute()
    expect([await pageCurrency('clientViewer'), (await one(1)).default_currency.currency_code]).toEqual(['EUR', 'USD'])
  })
})
