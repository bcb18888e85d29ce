import { type Kysely, type Migration, sql } from 'kysely'
import type { OrderValue } from '../../../src/contract/reports/purchases.rules.ts'
import type { Day, Micros } from './columns.ts'

export interface PurchaseTables {
  /** Sales by new or returning buyers and by order size; money in micros of the row's currency. */
  facts_purchases: {
    member_group_id: number
    advertiser_id: number
    campaign_id: number
    ad_group_id: number
    channel: string
    device: string
    currency_code: string
    day: Day
    /** True for buyers without an earlier purchase. */
    is_new: boolean
    order_value: OrderValue
    revenue: Micros
    transactions: number
    units: number
    exposed_revenue: Micros
    exposed_transactions: number
    exposed_units: number
    halo_revenue: Micros
    halo_transactions: number
    halo_units: number
  }
}

const placed =
  'member_group_id int not null, advertiser_id int not null, campaign_id int not null, ad_group_id int not null, channel text not null, device text not null, currency_code char(3) not null, day date not null'
const sales = ['', 'exposed_', 'halo_'].flatMap((kind) => [
  `${kind}revenue bigint not null default 0`,
  `${kind}transactions int not null default 0`,
  `${kind}units int not null default 0`,
])
const statement = `create table facts_purchases (${placed}, is_new boolean not null, order_value text not null check (order_value in ('large', 'medium', 'small')), ${sales.join(', ')}, primary key (member_group_id, day, ad_group_id, device, is_new, order_value))`

/** Sales by buyer and order size. */
export const purchases: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql.raw(statement).execute(db)
  },
}
