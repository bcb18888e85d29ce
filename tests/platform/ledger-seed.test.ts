import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventsOf } from '../../demo/platform/money/balance-events.ts'
import { machineTime } from '../../demo/platform/context/clock.ts'
import { SeededRandom } from '../../demo/platform/delivery/chance.ts'
import { addDays } from '../../src/contract/dates/date-ranges.ts'
import { type LedgerFilter, ledgerFilterOfRow, reportOfEntry } from '../../src/surfaces/reporting/ledger/ledger-links.rules.ts'
import { purchaseDays } from '../../src/contract/reports/purchases.rules.ts'
import { decimalOf } from '../../src/contract/money/money.ts'
import { demonstration, demonstrationDay as today, demonstrationNow as now } from '../support/seed/demonstration.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { purchasesBesideFacts } from '../support/reports/purchases.ts'
import { askerOf } from '../support/reports/asker.ts'

/** Time before all seeded entries. */
const firstDay = '2025-01-01'
let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase({ filling: demonstration })
})
afterAll(() => fresh.close())

const rows = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(fresh.database.kysely)).rows
const one = async (text: string) => (await rows(text))[0]

test('report cost is the sum of the charged clicks, to the micro, by campaign and day over 18 months', async () => {
  const compared =
    await one(`select count(*)::int as days, count(*) filter (where f.cost is distinct from e.cost or f.cost is distinct from s.cost)::int as unequal from
    (select campaign_id, day, sum(cost)::numeric as cost from facts_daily group by 1, 2 having sum(cost) > 0) f
    full join (select campaign_id, day, -sum(micros)::numeric as cost from balance_events where event_type_id = 7 group by 1, 2) e using (campaign_id, day)
    full join (select campaign_id, day, sum(micros)::numeric as cost from spend_days group by 1, 2) s using (campaign_id, day)`)
  expect(compared?.unequal).toBe(0)
  expect(Number(compared?.days)).toBeGreaterThan(20_000)
})

test('a report shows the same cost for every campaign, to the micro', async () => {
  const ask = askerOf(fresh.database, { now: () => machineTime(now) })
  const accounts = await rows(
    `select member_group_id, currency_code, array_agg(advertiser_id) as ids from advertisers group by 1, 2 order by 1, 2`,
  )
  let compared = 0
  for (const { member_group_id, currency_code, ids } of accounts) {
    const advertiser_ids = (ids as number[]).map(Number) // what array_agg of ids is
    const spent = await rows(`select campaign_id, -sum(micros)::bigint as micros from balance_events
      where event_type_id = 7 and member_group_id = ${member_group_id} and advertiser_id in (${advertiser_ids}) group by 1 order by 1`)
    const report = await ask.rows({
      member_group_id: Number(member_group_id),
      advertiser_ids,
      context: 'campaign',
      currency_code: String(currency_code),
      start_date: firstDay,
      end_date: today,
      dimensions: ['campaign_id'],
      metrics: ['cost'],
      filters: [{ field: 'cost', operation: '>', value: 0 }],
      sort: [{ field: 'campaign_id', order: 'asc' }],
      pagination: { start: 0, count: 1000 },
    })
    expect(report.total).toBe(report.rows.length)
    const said = report.rows.map(({ dimensions, metrics }) => [dimensions.campaign_id, metrics.cost])
    expect(said, `${member_group_id} ${currency_code}`).toEqual(
      spent.map(({ campaign_id, micros }) => [campaign_id, decimalOf(BigInt(String(micros)))]),
    )
    compared += said.length
  }
  expect(compared).toBeGreaterThan(100)
})

test('balances are the sums of their entries and never negative', async () => {
  expect(
    await rows(`select advertiser_id from advertiser_balances b full join (select member_group_id, advertiser_id, sum(micros) as micros from balance_events group by 1, 2) e
    using (member_group_id, advertiser_id) where balance is distinct from micros`),
  ).toEqual([])
  expect(
    await rows(`select distinct advertiser_id from (select advertiser_id, sum(micros) over (partition by advertiser_id order by day, micros < 0 rows unbounded preceding) as running
    from balance_events) r where running < 0`),
  ).toEqual([])
})

test('lots add up to the balances, and three promotional credits expire', async () => {
  expect(
    await rows(`select advertiser_id from advertiser_balances b left join (select member_group_id, advertiser_id, sum("left") as micros from funding_lots group by 1, 2) l
    using (member_group_id, advertiser_id) where balance <> coalesce(micros, 0)`),
  ).toEqual([])
  const credits = await rows(`select (expires_on - '${today}'::date)::int as days from funding_lots where funding_type_id = 3 order by 1`)
  expect(credits).toEqual([{ days: 3 }, { days: 30 }, { days: 75 }])
})

test('most advertisers have funds, one has none, and there are insertion orders and spend limits', async () => {
  const accounts = await one(
    `select count(*)::int as all, count(*) filter (where balance > 0)::int as funded, count(*) filter (where balance = 0)::int as empty from advertiser_balances`,
  )
  expect(accounts?.empty).toBe(1)
  expect(Number(accounts?.funded)).toBeGreaterThan(50)
  expect(await one(`select count(*)::int as limits from spend_limits`)).toEqual({ limits: 2 })
  expect(await one(`select count(*)::int as orders from campaigns where insertion_order_id is not null`)).toEqual({ orders: 14 })
  expect(
    await rows(`select insertion_order_id from insertion_orders o join insertion_order_spend s using (member_group_id, insertion_order_id)
    group by insertion_order_id, total having sum(s.micros) > total`),
  ).toEqual([])
  const states = await rows(
    `select member_group_id, array_agg(distinct status_id order by status_id) as states from insertion_orders group by 1 order by 1`,
  )
  expect(states).toEqual([1, 2, 3].map((member_group_id) => ({ member_group_id, states: [1, 2, 3, 4, 5] })))
  const closed = `select max(s.day) <= max(o.closed_at)::date as is_over from insertion_orders o join insertion_order_spend s using (insertion_order_id)`
  expect(await one(`${closed} where o.closed_at is not null`)).toEqual({ is_over: true })
  const events = await rows(`select event_type_id, count(*)::int from balance_events group by 1 order by 1`)
  expect(events.map(({ event_type_id }) => event_type_id)).toEqual([1, 2, 4, 7, 8, 9, 12])
})

test('invoiced advertisers have an invoice for each month, whose lines are the spend; one is overdue', async () => {
  const found = await rows(`select advertiser_id, count(*)::int as months, bool_and(abs(amount - exact) <= 5000) as is_rounded,
      bool_and(exact = (select sum(l.micros) from invoice_lines l where l.invoice_id = i.invoice_id)) as has_lines,
      bool_and(exact = (select sum(s.micros) from spend_days s where s.advertiser_id = i.advertiser_id
        and s.day between i.start_date and i.end_date)) as is_spend,
      count(*) filter (where status = 'open' and due_on < '${today}')::int as overdue
    from invoices i group by 1 order by 1`)
  expect(found).toMatchObject([
    { advertiser_id: 5, is_rounded: true, has_lines: true, is_spend: true, overdue: 0 },
    { advertiser_id: 27, is_rounded: true, has_lines: true, is_spend: true, overdue: 1 },
  ])
  expect(found.map(({ months }) => months)).toEqual(
    (
      await rows(`select count(distinct date_trunc('month', day))::int as months from spend_days
        where advertiser_id in (5, 27) and day < date_trunc('month', '${today}'::date) group by advertiser_id order by advertiser_id`)
    ).map(({ months }) => months),
  )
  // Uninvoiced is the spend of months without a paid invoice, to the micro.
  expect(
    await rows(`select b.advertiser_id from advertiser_balances b where advertiser_id in (5, 27) and b.spent - b.invoiced <>
      (select sum(s.micros) from spend_days s where s.advertiser_id = b.advertiser_id and not exists (select from invoices i
        where i.advertiser_id = s.advertiser_id and i.status = 'paid' and s.day between i.start_date and i.end_date))`),
  ).toEqual([])
  // The credit of a limit is its amount; the second advertiser spent more, and the rest is taken back when it pays.
  expect(
    await rows(`select advertiser_id, credit = amount as is_amount, credit >= spent - invoiced as is_spent from spend_limits
      join advertiser_balances using (member_group_id, advertiser_id) order by 1`),
  ).toEqual([
    { advertiser_id: 5, is_amount: true, is_spent: true },
    { advertiser_id: 27, is_amount: false, is_spent: true },
  ])
  expect(await rows(`select status_id from pending_spend_orders order by 1`)).toEqual([{ status_id: 1 }, { status_id: 2 }])
})

test('one advertiser in ten has three cards, and there are auto-rebills and transfers in all states', async () => {
  const cards = await rows(`select count(*)::int as cards, count(*) filter (where is_default)::int as defaults,
      count(*) filter (where make_date(exp_year, exp_month, 1) + interval '1 month' <= '${today}')::int as expired
    from payment_methods group by member_group_id, advertiser_id`)
  expect(cards.length).toBeGreaterThan(3)
  expect(cards).toEqual(cards.map(() => ({ cards: 3, defaults: 1, expired: 1 })))
  const rules = await rows(`select r.is_on, r.failures, r.next_attempt_at > '${now.toISOString()}' as is_waiting,
      (select count(*)::int from auto_rebill_runs u where u.auto_rebill_id = r.auto_rebill_id and u.outcome = 'declined') as declined,
      p.is_default from auto_rebills r join payment_methods p using (member_group_id, payment_method_id) order by r.failures, r.advertiser_id`)
  expect(rules).toEqual([
    { is_on: true, failures: 0, is_waiting: null, declined: 0, is_default: true },
    { is_on: true, failures: 0, is_waiting: null, declined: 0, is_default: true },
    { is_on: true, failures: 1, is_waiting: true, declined: 1, is_default: true },
    { is_on: false, failures: 3, is_waiting: null, declined: 3, is_default: true },
  ])
  expect(await rows(`select state, count(*)::int from wire_transfers group by 1`)).toEqual([{ state: 'waiting', count: 2 }])
  expect(await rows(`select advertiser_id, wire_transfer_id from receipts`)).toEqual([{ advertiser_id: null, wire_transfer_id: null }])
})

test('purchases add up to the sales of the last 60 days, by ad group and day', async () => {
  const found = await purchasesBesideFacts(fresh.database, addDays(today, -purchaseDays))
  expect(found).toMatchObject({ unequal: 0, odd: 0 })
  expect(found?.days).toBeGreaterThan(5000)
  const shares = await rows(`select is_new, order_value, sum(transactions) > 0 as sold from facts_purchases group by 1, 2`)
  expect(shares.filter(({ sold }) => sold)).toHaveLength(6)
})

describe('links between a report and the ledger', () => {
  const eventsIn = ({ advertiser_id, filters }: LedgerFilter, memberGroupId: number, count = 1000) =>
    eventsOf({ database: fresh.database }, { memberGroupId, advertiserId: advertiser_id }, { filters, pagination: { start: 0, count } })
  const splits = [
    ['advertiser_id', 'campaign_id', 'campaign_name'],
    ['advertiser_id', 'campaign_id', 'ad_group_id', 'day'],
    ['advertiser_id', 'ad_group_id', 'ad_group_name', 'week'],
    ['advertiser_id', 'advertiser_name', 'month'],
    ['advertiser_id', 'campaign_id', 'week', 'month'],
  ]

  test.each(splits)(
    'the cost of a row by %s and later dimensions is the sum of its ledger entries, to the micro',
    async (...dimensions) => {
      const ask = askerOf(fresh.database, { now: () => machineTime(now) })
      const chance = new SeededRandom(dimensions.join())
      const accounts = await rows(
        `select member_group_id, currency_code, array_agg(advertiser_id) as ids from advertisers group by 1, 2 order by 1, 2`,
      )
      let compared = 0
      for (const { member_group_id, currency_code, ids } of accounts) {
        const end_date = addDays(today, -chance.integer(0, 90))
        const request = {
          member_group_id: Number(member_group_id),
          advertiser_ids: (ids as number[]).map(Number), // what array_agg of ids is
          currency_code: String(currency_code), // what array_agg of ids is
          start_date: addDays(end_date, -45),
          end_date,
          dimensions,
          metrics: ['cost'],
          pagination: { start: 0, count: 400 },
        }
        const report = await ask.rows(request)
        for (const row of report.rows.filter(() => chance.next() < 20 / report.rows.length)) {
          const entries = ledgerFilterOfRow(request, row.dimensions)
          if ('code' in entries) throw new Error(entries.code)
          const { sums, total } = await eventsIn(entries, request.member_group_id)
          const cost = String(row.metrics.cost)
          const spent = cost === '0' ? [] : [{ currency_code, amount: `-${cost}` }]
          expect(sums, JSON.stringify(row.dimensions)).toEqual(spent)
          expect(total > 0).toBe(cost !== '0')
          compared++
        }
      }
      expect(compared).toBeGreaterThan(15)
    },
  )

  test('a ledger entry links to the report that contains it', async () => {
    const ask = askerOf(fresh.database, { now: () => machineTime(now) })
    const account = await one(
      `select member_group_id, advertiser_id from balance_events where event_type_id = 7 group by 1, 2 order by count(*) desc limit 1`,
    )
    const advertiser = { member_group_id: Number(account?.member_group_id), advertiser_id: Number(account?.advertiser_id) }
    const all = { advertiser_id: advertiser.advertiser_id, filters: [] }
    const { balance_events } = await eventsIn(all, advertiser.member_group_id, 200)
    const clicks = balance_events.filter(({ event_type }) => event_type === 'Click').slice(0, 40)
    expect(clicks.length).toBeGreaterThan(10)
    for (const entry of clicks) {
      const entryReport = reportOfEntry(entry, advertiser)
      if (!entryReport) throw new Error('A click leads nowhere')
      const report = await ask.rows(entryReport)
      expect(report.rows).toHaveLength(1)
      const back = ledgerFilterOfRow(entryReport, report.rows[0]?.dimensions ?? {})
      if ('code' in back) throw new Error(back.code)
      const { sums, balance_events: own } = await eventsIn(back, advertiser.member_group_id)
      expect(own.map(({ balance_event_id }) => balance_event_id)).toContain(entry.balance_event_id)
      expect(sums.map(({ amount }) => amount)).toEqual([`-${report.rows[0]?.metrics.cost}`])
    }
    expect(
      balance_events.filter(({ event_type }) => event_type !== 'Click').map((entry) => reportOfEntry(entry, advertiser)),
    ).not.toContainEqual(expect.anything())
  })
})
