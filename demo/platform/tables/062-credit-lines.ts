import { type Kysely, type Migration, sql } from 'kysely'
import { fundingEvents } from '../../../src/contract/money/funding-events.ts'
import type { GeneratedMicros } from './columns.ts'

export interface CreditLineColumns {
  /** What the ledger has given as the credit line of the limit. */
  credit: GeneratedMicros
}

/** A debit can take from the lots of one funding type only. */
const consumeLots = `
  create function consume_lots(member_group int, advertiser int, debit bigint, funding_type int default null) returns bigint language plpgsql as $$
  declare
    lot record;
    rest bigint := debit;
  begin
    if rest <= 0 then return 0; end if;
    for lot in
      select l.balance_event_id, l."left" from funding_lots l
      where l.member_group_id = member_group and l.advertiser_id = advertiser and l.is_open
        and (funding_type is null or l.funding_type_id = funding_type)
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
  `drop function consume_lots(int, int, bigint)`,
  consumeLots,
  `alter table spend_limits add column credit bigint not null default 0 check (credit >= 0)`,
  // A job then gives what the limit is higher by.
  `update spend_limits l set credit = (
    select coalesce(sum(e.micros), 0) from balance_events e
    where e.member_group_id = l.member_group_id and e.advertiser_id = l.advertiser_id and e.event_type_id = ${fundingEvents.BalanceRefill}
      and coalesce(e.reference, '') not like 'insertion-order %')`,
]

/** The credit of spend limits in the ledger. */
export const creditLines: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
