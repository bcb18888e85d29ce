import type { JoinBuilder } from 'kysely'

type Join = JoinBuilder<any, any> // only the query knows the tables of its aliases

/** Joins two aliases by their advertiser: `innerJoin('advertisers as a', sameAdvertiser('a', 'o'))`. */
export const sameAdvertiser =
  (one: string, other: string) =>
  (join: Join): Join =>
    join.onRef(`${one}.member_group_id`, '=', `${other}.member_group_id`).onRef(`${one}.advertiser_id`, '=', `${other}.advertiser_id`)
