import { sql } from 'kysely'
import type { Database } from '../../../demo/platform/database/database.ts'
import { purchaseColumns } from '../../../src/contract/reports/purchases.rules.ts'

/** The number of days of ad groups with sales by buyer, and where these parts do not add up to the facts. */
export async function purchasesBesideFacts({ kysely }: Pick<Database, 'kysely'>, since: string) {
  const sums = sql.raw(purchaseColumns.map((name) => `sum(${name}) as ${name}`).join(', '))
  const differs = sql.raw(purchaseColumns.map((name) => `f.${name} is distinct from p.${name}`).join(' or '))
  const isSold = sql.raw(purchaseColumns.map((name) => `sum(${name}) <> 0`).join(' or '))
  const { rows } = await sql<{ days: number; unequal: number; odd: number }>`
    select count(*)::int as days, count(*) filter (where ${differs})::int as unequal,
      (select count(*)::int from facts_purchases where transactions < 0 or revenue < 0 or units < transactions or (transactions = 0 and revenue <> 0)) as odd
    from (select ad_group_id, device, day, ${sums} from facts_daily where day >= ${since}::date group by 1, 2, 3 having ${isSold}) f
    full join (select ad_group_id, device, day, ${sums} from facts_purchases where day >= ${since}::date group by 1, 2, 3 having ${isSold}) p
    using (ad_group_id, device, day)`.execute(kysely)
  return rows[0]
}
