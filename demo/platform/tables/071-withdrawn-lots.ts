import { type Kysely, type Migration, sql } from 'kysely'
import { fundingEvents } from '../../../src/contract/money/funding-events.ts'

/** A debit that names funding types is no spend, and takes the credit line last. */
const consumeLots = `
  create or replace function consume_lots(member_group int, advertiser int, debit bigint, funding_types int[] default null) returns bigint language plpgsql as $$
  declare
    lot record;
    part bigint;
    rest bigint := debit;
  begin
    if rest <= 0 then return 0; end if;
    for lot in
      select l.balance_event_id, l."left" from funding_lots l
      where l.member_group_id = member_group and l.advertiser_id = advertiser and l.is_open
        and (funding_types is null or l.funding_type_id = any(funding_types))
      order by funding_types is not null and l.funding_type_id = 2, l.expires_on, l.funding_type_id = 3 desc, l.balance_event_id
    loop
      part := least(rest, lot."left");
      update funding_lots l set "left" = l."left" - part,
        withdrawn = l.withdrawn + case when funding_types is null then 0 else part end
      where l.member_group_id = member_group and l.balance_event_id = lot.balance_event_id;
      rest := rest - part;
      exit when rest = 0;
    end loop;
    return debit - rest;
  end $$`

const statements = [
  `alter table funding_lots add column withdrawn bigint not null default 0`,
  `update funding_lots l set withdrawn = least(l.micros - l."left", -e.micros) from balance_events e
    where e.member_group_id = l.member_group_id and e.event_type_id = ${fundingEvents.Expiration} and e.unique_key = 'expiration ' || l.balance_event_id`,
  `alter table funding_lots add constraint funding_lots_withdrawn_check check (withdrawn between 0 and micros - "left")`,
  `create index funding_lots_of_advertisers on funding_lots (member_group_id, advertiser_id, balance_event_id)`,
  consumeLots,
]

/** Lots know what spend has taken from them: with a spend limit it is still own money. */
export const withdrawnLots: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
