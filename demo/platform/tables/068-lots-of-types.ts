import { type Kysely, type Migration, sql } from 'kysely'

/** A debit can take from the lots of some funding types only. */
const consumeLots = `
  create function consume_lots(member_group int, advertiser int, debit bigint, funding_types int[] default null) returns bigint language plpgsql as $$
  declare
    lot record;
    rest bigint := debit;
  begin
    if rest <= 0 then return 0; end if;
    for lot in
      select l.balance_event_id, l."left" from funding_lots l
      where l.member_group_id = member_group and l.advertiser_id = advertiser and l.is_open
        and (funding_types is null or l.funding_type_id = any(funding_types))
      order by l.expires_on, l.funding_type_id = 3 desc, l.balance_event_id
    loop
      update funding_lots l set "left" = l."left" - least(rest, lot."left")
      where l.member_group_id = member_group and l.balance_event_id = lot.balance_event_id;
      rest := rest - least(rest, lot."left");
      exit when rest = 0;
    end loop;
    return debit - rest;
  end $$`

/** Debits of funded money leave the credit line and promotional credit alone. */
export const lotsOfTypes: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql.raw(`drop function consume_lots(int, int, bigint, int)`).execute(db)
    await sql.raw(consumeLots).execute(db)
  },
}
