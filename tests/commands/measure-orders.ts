import { sql } from 'kysely'
import { median } from '../measures/median.ts'
import { tableOf } from '../measures/table.ts'
import { contract } from '../../src/contract/index.ts'
import type { Filter } from '../../src/contract/list.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

const orderCount = 10_000
const runs = 15
/** The list may take this many times as long as the bare SQL. */
const bar = 5

/** Orders of three advertisers in all statuses, each with a version, two lines and spend on three days. */
async function fillOrders({ database: { kysely } }: SmallWorld) {
  const statements = [
    `insert into insertion_orders (member_group_id, insertion_order_id, advertiser_id, name, number, status_id, total, currency_code,
        start_date, end_date, edited_at)
      select 1, 100000 + n, 1 + n % 3, 'Bulk order ' || n, 'BULK-' || n, 1 + n % 5, 1000000000, 'USD', date '2026-11-01' - n % 30,
        date '2026-12-31' - n % 30, timestamptz '2026-11-20T00:00:00Z' - n * interval '1 minute'
      from generate_series(1, ${orderCount}) n`,
    `insert into insertion_order_versions (member_group_id, insertion_order_id, version_id, name, start_date, end_date, total, legal_text,
        locale, hash, created_at)
      select member_group_id, insertion_order_id, 1, name, start_date, end_date, total, '', 'en-US', '', edited_at
      from insertion_orders where insertion_order_id > 100000`,
    `insert into insertion_order_lines (member_group_id, insertion_order_id, version_id, line_id, name, type, amount, start_date, end_date,
        is_hard_cap)
      select member_group_id, insertion_order_id, 1, line, 'Line ' || line, 'fixed', 400000000, start_date, end_date, false
      from insertion_orders cross join generate_series(1, 2) line where insertion_order_id > 100000`,
    `insert into insertion_order_spend (member_group_id, insertion_order_id, line_id, campaign_id, day, micros)
      select member_group_id, insertion_order_id, 1, 10, date '2026-11-20' - ago, 1000000 + insertion_order_id
      from insertion_orders cross join generate_series(1, 3) ago where insertion_order_id > 100000`,
    'analyze',
  ]
  for (const statement of statements) await sql.raw(statement).execute(kysely)
}

interface MeasuredQuery {
  readonly name: string
  readonly filters: readonly Filter[]
  /** The same condition in SQL. */
  readonly where: string
}
const measuredQueries: readonly MeasuredQuery[] = [
  { name: 'first page', filters: [], where: 'true' },
  { name: 'search', filters: [{ field: 'name', operation: 'ILIKE', value: 'order 47' }], where: `o.name ilike '%order 47%'` },
]

const spent = `(select coalesce(sum(micros), 0) from insertion_order_line_spend s
  where s.member_group_id = o.member_group_id and s.insertion_order_id = o.insertion_order_id)`
const allocated = `(select sum(amount) from insertion_order_lines l
  where l.member_group_id = o.member_group_id and l.insertion_order_id = o.insertion_order_id and l.version_id = o.version_id)`

/** The page, its number of rows and the sums by currency, by hand. */
async function bare({ database: { kysely } }: SmallWorld, { where }: MeasuredQuery) {
  const from = `from insertion_orders o left join advertisers a using (member_group_id, advertiser_id) where o.member_group_id = 1 and ${where}`
  const page = await sql
    .raw<{ id: number }>(
      `select o.insertion_order_id as id, o.name, a.name as advertiser, o.total, ${spent} as spent, ${allocated} as allocated ${from}
        order by o.edited_at desc, o.insertion_order_id desc limit 20`,
    )
    .execute(kysely)
  const count = await sql.raw<{ total: string }>(`select count(*) as total ${from}`).execute(kysely)
  await sql.raw(`select o.currency_code, count(*), sum(o.total), sum(${spent}) ${from} group by 1 order by 1`).execute(kysely)
  return { ids: page.rows.map(({ id }) => id), total: Number(count.rows[0]?.total) }
}

async function listed(world: SmallWorld, { filters }: MeasuredQuery) {
  const body = { filters: [...filters], sort: [{ field: 'edited_at', order: 'desc' as const }], pagination: { start: 0, count: 20 } }
  const { status, reply, text } = await world.as('clientAdmin').send(contract.insertionOrders.report, { path: { memberGroupId: 1 }, body })
  if (status !== 200) throw new Error(text)
  const orders: { readonly insertion_order_id: number }[] = reply.result.insertion_orders
  return { ids: orders.map(({ insertion_order_id }) => insertion_order_id), total: Number(reply.result.total) }
}

/** Both ways in turn, each as often the first. */
async function measured(world: SmallWorld, query: MeasuredQuery) {
  const ways = { list: () => listed(world, query), bare: () => bare(world, query) }
  const [mine, theirs] = [await ways.list(), await ways.bare()]
  if (JSON.stringify(mine) !== JSON.stringify(theirs)) throw new Error(`${query.name}: the list and the bare SQL differ`)
  const times: Record<keyof typeof ways, number[]> = { list: [], bare: [] }
  for (let run = 0; run < runs; run++) {
    for (const way of run % 2 ? (['bare', 'list'] as const) : (['list', 'bare'] as const)) {
      const began = performance.now()
      await ways[way]()
      times[way].push(performance.now() - began)
    }
  }
  return { name: query.name, rows: mine.total, list: median(times.list), bare: median(times.bare) }
}

const world = await startSmallWorld({ server: '' })
try {
  await fillOrders(world)
  const results = []
  for (const query of measuredQueries) results.push(await measured(world, query))
  const rows = results.map(({ name, rows, list, bare }) => [name, String(rows), list.toFixed(1), bare.toFixed(1), (list / bare).toFixed(2)])
  console.log(tableOf([`${orderCount} insertion orders`, 'rows', 'list ms', 'bare ms', 'ratio'], rows))
  process.exitCode = results.some(({ list, bare }) => list > bar * bare) ? 1 : 0
} finally {
  await world.close()
}
