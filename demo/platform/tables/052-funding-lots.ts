import { type Kysely, type Migration, type QueryExecutorProvider, sql } from 'kysely'
import { fundingEvents } from '../../../src/contract/money/funding-events.ts'
import type { Day, GeneratedColumn, GeneratedMicros, Micros } from './columns.ts'

export interface FundingLotTables {
  /** What is left of each credit. The sum of an advertiser's lots is its balance. */
  funding_lots: {
    member_group_id: number
    advertiser_id: number
    /** The ledger entry of the credit. */
    balance_event_id: number
    funding_type_id: number
    micros: Micros
    left: Micros
    /** What was taken from it otherwise than by spend. */
    withdrawn: GeneratedMicros
    /** What spend on a limit took from it when the credit line was used up. It is given back when an invoice is paid. */
    lent: GeneratedMicros
    /** The last day on which it was spent, and how much on that day. */
    spent_on: GeneratedColumn<Day | null>
    spent_that_day: GeneratedMicros
    /** The last day of validity, in the advertiser's time zone. */
    expires_on: Day | null
    /** The days before the expiration of the last mail about it. */
    notified_days: number | null
    is_open: GeneratedColumn<boolean>
  }
}

const { Invoice, BalanceRefill, TrueUp } = fundingEvents

/** Called with the row of the balance locked. Its plans are cached, and a debit mostly changes one row. */
const consumeLots = `
  create function consume_lots(member_group int, advertiser int, debit bigint) returns bigint language plpgsql as $$
  declare
    lot record;
    rest bigint := debit;
  begin
    if rest <= 0 then return 0; end if;
    for lot in
      select l.balance_event_id, l."left" from funding_lots l
      where l.member_group_id = member_group and l.advertiser_id = advertiser and l.is_open
      order by l.expires_on, l.funding_type_id = 3 desc, l.balance_event_id
    loop
      update funding_lots l set "left" = l."left" - least(rest, lot."left")
      where l.member_group_id = member_group and l.balance_event_id = lot.balance_event_id;
      rest := rest - least(rest, lot."left");
      exit when rest = 0;
    end loop;
    return debit - rest;
  end $$`

const statements = [
  // The indexes contain `is_open` instead of `left`, so that a debit that leaves a rest changes no index.
  `create table funding_lots (member_group_id int not null, advertiser_id int not null, balance_event_id bigint not null, funding_type_id int not null check (funding_type_id between 1 and 4), micros bigint not null check (micros > 0), "left" bigint not null check ("left" between 0 and micros), expires_on date, notified_days int, is_open boolean generated always as ("left" > 0) stored, primary key (member_group_id, balance_event_id), foreign key (member_group_id, advertiser_id) references advertisers (member_group_id, advertiser_id))`,
  `create index funding_lots_open on funding_lots (member_group_id, advertiser_id) where is_open`,
  `create index funding_lots_to_expire on funding_lots (expires_on) where is_open and expires_on is not null`,
  consumeLots,
]

/** Creates the lots of balances without any: debits have consumed the oldest credits first. */
export const createLotsFromLedger = (kysely: QueryExecutorProvider) =>
  sql`
    insert into funding_lots (member_group_id, advertiser_id, balance_event_id, funding_type_id, micros, "left")
    select member_group_id, advertiser_id, balance_event_id,
      case when event_type_id in (${sql.lit(Invoice)}, ${sql.lit(BalanceRefill)}, ${sql.lit(TrueUp)}) then 2 else 1 end,
      micros, least(micros, credited - consumed)
    from (
      select e.member_group_id, e.advertiser_id, e.balance_event_id, e.event_type_id, e.micros,
        sum(e.micros) over (partition by e.member_group_id, e.advertiser_id order by e.at, e.balance_event_id) as credited,
        sum(e.micros) over (partition by e.member_group_id, e.advertiser_id) - b.balance as consumed
      from balance_events e join advertiser_balances b using (member_group_id, advertiser_id)
      where e.micros > 0
    ) credits
    where credited > consumed and not exists (
      select from funding_lots l where l.member_group_id = credits.member_group_id and l.advertiser_id = credits.advertiser_id)`.execute(
    kysely,
  )

/** The balances by the credits that they are left of. */
export const fundingLots: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await createLotsFromLedger(db)
  },
}
