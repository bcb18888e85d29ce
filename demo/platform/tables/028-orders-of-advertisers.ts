import { type Kysely, type Migration, sql } from 'kysely'

/** Column that this migration adds to insertion orders. */
export interface OrderOwnerColumns {
  /** The advertiser whose campaigns may use the order; null allows all advertisers of the client. */
  advertiser_id: number | null
}

const statements = [
  `alter table insertion_orders add column advertiser_id int`,
  `alter table insertion_orders add foreign key (member_group_id, advertiser_id) references advertisers (member_group_id, advertiser_id)`,
  // An order that only one advertiser has used becomes that advertiser's.
  `update insertion_orders o set advertiser_id = c.advertiser_id from (
    select member_group_id, insertion_order_id, min(advertiser_id) as advertiser_id from campaigns where insertion_order_id is not null
    group by 1, 2 having count(distinct advertiser_id) = 1) c
    where c.member_group_id = o.member_group_id and c.insertion_order_id = o.insertion_order_id`,
]

/** Insertion orders belong to an advertiser. */
export const ordersOfAdvertisers: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
