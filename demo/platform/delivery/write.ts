import { type Kysely, sql } from 'kysely'
import { type LedgerEntry, writeEntries } from '../money/ledger.ts'
import { countColumns } from '../reports/facts.ts'
import type { ServedCampaign } from '../serving/served.ts'
import { anyOf, recordset } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'
import { storeCursors } from './cursors.ts'
import type { Delivery, StoredPlan } from './compute.ts'
import { addDeliveredPurchases } from './purchases.ts'

type Db = Kysely<Tables>

const factKeyOf = ({ served, group, dueMinutes }: Delivery) => {
  const { member_group_id, advertiser_id, campaign_id, channel, currency_code } = served.row
  const { profile } = dueMinutes.cursor
  return {
    member_group_id,
    advertiser_id,
    campaign_id,
    channel,
    currency_code,
    day: served.clock.day,
    ad_group_id: group.row.ad_group_id,
    device: profile.device,
  }
}
const keyColumns = ['member_group_id', 'advertiser_id', 'campaign_id', 'ad_group_id', 'channel', 'device', 'currency_code', 'day']

/** Adds to existing facts of the same place and time, or inserts them. */
async function addFacts(kysely: Db, table: 'facts_daily' | 'facts_hourly', rows: readonly object[]) {
  if (rows.length === 0) return
  const [extraColumn, key] =
    table === 'facts_daily'
      ? ['entity_id', 'member_group_id, day, ad_group_id, entity_id, device']
      : ['hour', 'member_group_id, day, hour, ad_group_id, device']
  const columns = sql.raw([...keyColumns, extraColumn, ...countColumns].join(', '))
  const additions = sql.raw(countColumns.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', '))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    on conflict (${sql.raw(key)}) do update set ${additions}`.execute(kysely)
}

const sumOf = (facts: Delivery['facts'], column: string) =>
  facts.reduce((sum, fact) => sum + Number((fact as unknown as Record<string, number>)[column] ?? 0), 0) // every column is a number

const hourRow = (delivery: Delivery) => ({
  ...factKeyOf(delivery),
  hour: delivery.served.clock.hour,
  ...Object.fromEntries(countColumns.map((name) => [name, sumOf(delivery.facts, name)])),
})

async function storePlans(kysely: Db, memberGroupId: number, plans: readonly StoredPlan[]) {
  if (plans.length === 0) return
  const rows = plans.map((plan) => ({ ...plan, spent_period: String(plan.spent_period), spent_today: String(plan.spent_today) }))
  const columns = {
    campaign_id: 'int',
    ad_group_id: 'int',
    day: 'date',
    basis: 'text',
    from_minute: 'int',
    from_gone: 'int',
    spent_period: 'bigint',
    spent_today: 'bigint',
  } as const
  await kysely
    .insertInto('delivery_plans')
    .columns(['member_group_id', 'campaign_id', 'ad_group_id', 'day', 'basis', 'from_minute', 'from_gone', 'spent_period', 'spent_today'])
    .expression(({ selectFrom }) =>
      selectFrom(recordset('r', columns, rows)).select([
        sql<number>`${memberGroupId}::int`.as('member_group_id'),
        'r.campaign_id',
        'r.ad_group_id',
        'r.day',
        'r.basis',
        'r.from_minute',
        'r.from_gone',
        'r.spent_period',
        'r.spent_today',
      ]),
    )
    .onConflict((conflict) =>
      conflict.columns(['member_group_id', 'campaign_id', 'ad_group_id']).doUpdateSet(({ ref }) => ({
        day: ref('excluded.day'),
        basis: ref('excluded.basis'),
        from_minute: ref('excluded.from_minute'),
        from_gone: ref('excluded.from_gone'),
        spent_period: ref('excluded.spent_period'),
        spent_today: ref('excluded.spent_today'),
      })),
    )
    .execute()
}

async function markStarted(kysely: Db, memberGroupId: number, delivered: readonly Delivery[], now: Date) {
  const firstDeliveries = delivered.filter(({ served: { row }, facts }) => row.started_at === null && facts.length > 0)
  if (firstDeliveries.length === 0) return
  const ids = firstDeliveries.map(({ served: { row } }) => row.campaign_id)
  await kysely
    .updateTable('campaigns')
    .set({ started_at: now })
    .where('member_group_id', '=', memberGroupId)
    .where('campaign_id', '=', anyOf(ids))
    .where('started_at', 'is', null)
    .execute()
}

const clickOf = ({ served, group, cost }: Delivery, at: Date): LedgerEntry => ({
  event: 'Click',
  micros: -cost,
  day: served.clock.day,
  at,
  reason: 'Delivery',
  campaign_id: served.row.campaign_id,
  ad_group_id: group.row.ad_group_id,
})

/** Writes one advertiser's delivery: facts, charges, plans and cursors, in the caller's transaction. */
export async function writeDeliveries(
  kysely: Db,
  account: ServedCampaign['row'],
  delivered: readonly Delivery[],
  plans: readonly StoredPlan[],
  now: Date,
) {
  const { member_group_id } = account
  const daily = delivered.flatMap((delivery) => delivery.facts.map((fact) => ({ ...factKeyOf(delivery), ...fact })))
  await addFacts(kysely, 'facts_daily', daily)
  await addFacts(kysely, 'facts_hourly', delivered.filter(({ facts }) => facts.length > 0).map(hourRow))
  await addDeliveredPurchases(kysely, daily, now)
  const clicks = delivered.filter(({ cost }) => cost > 0n).map((delivery) => clickOf(delivery, now))
  if (clicks.length > 0) await writeEntries(kysely, account, clicks)
  await storePlans(kysely, member_group_id, plans)
  await storeCursors(
    kysely,
    member_group_id,
    delivered.map(({ dueMinutes }) => dueMinutes.cursor),
  )
  await markStarted(kysely, member_group_id, delivered, now)
}
