import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { writeEntries } from '../../demo/platform/money/ledger.ts'
import { balances } from '../../src/contract/money/balances.ts'
import { campaignFunds } from '../../src/contract/money/campaign-funds.ts'
import { leave } from '../support/delivery/delivery-world.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})
const own = { memberGroupId: 1, advertiserId: 1 }
const balance = async (name: CallerName = 'advertiserAdmin') => (await world.as(name).send(balances.one, { path: own })).reply.result
const difference = (path = { ...own, campaignId: 10 }) => world.as('clientAdmin').send(campaignFunds.difference, { path })
const run = (text: string) => sql.raw(text).execute(world.database.kysely)
const click = (micros: bigint, day: string) =>
  world.database.kysely
    .transaction()
    .execute((transaction) =>
      writeEntries(transaction, { member_group_id: 1, advertiser_id: 1 }, [
        { event: 'Click', micros: -micros, day, at: new Date(`${day}T09:00:00Z`), reason: 'Delivery', campaign_id: 10, ad_group_id: 100 },
      ]),
    )

describe('a balance', () => {
  test('is the sum of the ledger, with what budgets may still spend and how long it lasts', async () => {
    expect(await balance()).toEqual({
      advertiser_id: 1,
      currency_code: 'USD',
      available: '1000',
      has_funds: true,
      committed: '1',
      days_of_cover: null,
    })
    await click(35_000_000n, '2026-11-20')
    // The average of the last seven days is 5, so 965 lasts 193 days. Today's budget of 1 is still unspent.
    expect(await balance()).toMatchObject({ available: '965', committed: '1', days_of_cover: 193 })
    await click(400_000n, '2026-11-21')
    expect(await balance()).toMatchObject({ available: '964.6', committed: '0.6', days_of_cover: 192 })
    await run(`update campaigns set status = 'paused' where campaign_id = 10`)
    expect(await balance()).toMatchObject({ committed: '0' })
  })

  test('is flagged while it exceeds the minimum bid of the default currency', async () => {
    const isFlagged = async (micros: bigint) => {
      await leave(world.database, 1, micros)
      return (await balance()).has_funds
    }
    await run(`insert into currencies (currency_id, currency_code, name, symbol, digits) values (2, 'JPY', 'Yen', '¥', 0)`)
    await run(`insert into exchange_rates (currency_code, day, per_usd) values ('USD', '2026-11-01', 1), ('JPY', '2026-11-01', 150)`)
    await run(`update advertisers set currency_code = 'JPY' where advertiser_id = 1`)
    // The minimum bid is 0.1 dollars, which are 15 yen.
    expect([await isFlagged(15_000_001n), await isFlagged(15_000_000n)]).toEqual([true, false])
    await run(`update advertisers set currency_code = 'USD' where advertiser_id = 1`)
    expect([await isFlagged(100_001n), await isFlagged(100_000n)]).toEqual([true, false])
  })

  test("is visible for the caller's own advertisers only", async () => {
    const status = async (path: typeof own) => (await world.as('advertiserAdmin').send(balances.one, { path })).status
    expect([await status({ memberGroupId: 1, advertiserId: 2 }), await status({ memberGroupId: 2, advertiserId: 4 })]).toEqual([404, 404])
  })
})

describe('the difference between balance and budget', () => {
  test('is positive when funds exceed the budget and negative when they fall short', async () => {
    expect((await difference()).reply.result).toEqual({ budget_balance_difference: '999', currency_code: 'USD' })
    await run(`update campaigns set budget_period = 'One Time', budget = 1500000000 where campaign_id = 10`)
    expect((await difference()).reply.result).toEqual({ budget_balance_difference: '-500', currency_code: 'USD' })
    await click(300_000_000n, '2026-03-01')
    expect((await difference()).reply.result.budget_balance_difference).toBe('-500')
    await leave(world.database, 1, 0n)
    expect((await difference()).reply.result.budget_balance_difference).toBe('-1200')
  })

  test("is that of the campaign's own advertiser", async () => {
    expect((await difference({ ...own, campaignId: 20 })).status).toBe(404)
  })
})
