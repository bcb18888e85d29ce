import { type Kysely, type Migration, type QueryExecutorProvider, sql } from 'kysely'
import { fundingEvents } from '../../../src/contract/money/funding-events.ts'

const { BalanceRefill, SystemDebitAPI } = fundingEvents

/**
 * A debit without funding types is spend. With a spend limit it takes the credit line first, and what it takes from other lots is lent: the
 * payment of an invoice gives it back. Another debit takes the credit line last.
 */
const consumeLots = `
  create function consume_lots(member_group int, advertiser int, debit bigint, funding_types int[], spend_day date) returns bigint language plpgsql as $$
  declare
    lot record;
    part bigint;
    rest bigint := debit;
    is_spend boolean := funding_types is null;
    is_lent boolean := is_spend and exists (
      select from spend_limits l where l.member_group_id = member_group and l.advertiser_id = advertiser);
  begin
    if rest <= 0 then return 0; end if;
    for lot in
      select l.balance_event_id, l."left", l.funding_type_id from funding_lots l
      where l.member_group_id = member_group and l.advertiser_id = advertiser and l.is_open
        and (is_spend or l.funding_type_id = any(funding_types))
      order by case when is_lent then l.funding_type_id <> 2 when is_spend then false else l.funding_type_id = 2 end,
        l.expires_on, l.funding_type_id = 3 desc, l.balance_event_id
    loop
      part := least(rest, lot."left");
      update funding_lots l set "left" = l."left" - part,
        lent = l.lent + case when is_lent and lot.funding_type_id <> 2 then part else 0 end,
        withdrawn = l.withdrawn + case when is_spend then 0 else part end,
        spent_that_day = case when not is_spend then l.spent_that_day when l.spent_on = spend_day then l.spent_that_day + part else part end,
        spent_on = case when is_spend then spend_day else l.spent_on end
      where l.member_group_id = member_group and l.balance_event_id = lot.balance_event_id;
      rest := rest - part;
      exit when rest = 0;
    end loop;
    return debit - rest;
  end $$`

/** SQL: what the lots of the credit line have in an account. */
const inLine = `coalesce((select sum(f."left") from funding_lots f where f.member_group_id = member_group and f.advertiser_id = advertiser
    and f.is_open and f.funding_type_id = 2), 0)::bigint`
/** SQL: what is left of the credit of an account; below 0 if the spend is higher, and null without a limit. */
const creditLeft = `(select l.credit - (b.spent - b.invoiced) from spend_limits l join advertiser_balances b using (member_group_id, advertiser_id)
    where l.member_group_id = member_group and l.advertiser_id = advertiser)`
/** SQL: the reverse of the order of consumption, of the lots `f`. */
const lastFirst = `f.expires_on desc nulls first, f.funding_type_id = 3, f.balance_event_id desc`

/**
 * Marks as lent what spend on the limit has taken from other lots: what they were spent on the day of the limit, and then, for spend from
 * before lots knew the day, from those that are consumed last.
 */
const lendLots = `
  create function lend_lots(member_group int, advertiser int, first_day date) returns void language plpgsql as $$
  declare
    amount bigint := ${inLine} - coalesce(${creditLeft}, 0);
  begin
    update funding_lots l
    set lent = greatest(least(s.that_day, amount - s.that_day_before), 0) + greatest(least(s.earlier, amount - s.that_day_sum - s.earlier_before), 0)
    from (
      select p.*, sum(that_day) over () as that_day_sum, sum(that_day) over lots - that_day as that_day_before,
        sum(earlier) over lots - earlier as earlier_before
      from (
        select f.*, spent.that_day, f.micros - f."left" - f.withdrawn - spent.that_day as earlier from funding_lots f
        cross join lateral (
          select case when f.spent_on >= first_day then least(f.spent_that_day, f.micros - f."left" - f.withdrawn) else 0 end as that_day) spent
        where f.member_group_id = member_group and f.advertiser_id = advertiser and f.funding_type_id <> 2) p
      window lots as (order by ${lastFirst.replaceAll('f.', 'p.')})) s
    where l.member_group_id = member_group and l.balance_event_id = s.balance_event_id;
  end $$`

/**
 * Gives back to other lots what spend on the limit has taken from them, as far as the lots of the credit line have more than what is left of
 * it. Without a limit, the rest of these is paid money, and spend is no longer lent.
 */
const returnLots = `
  create function return_lots(member_group int, advertiser int) returns void language plpgsql as $$
  declare
    lot record;
    part bigint;
    credit bigint := ${creditLeft};
    rest bigint := ${inLine} - greatest(coalesce(credit, 0), 0);
    returned bigint := 0;
  begin
    for lot in
      select f.balance_event_id, f.lent from funding_lots f
      where f.member_group_id = member_group and f.advertiser_id = advertiser and f.lent > 0 order by ${lastFirst}
    loop
      exit when rest <= 0;
      part := least(rest, lot.lent);
      update funding_lots f set "left" = f."left" + part, lent = f.lent - part
      where f.member_group_id = member_group and f.balance_event_id = lot.balance_event_id;
      rest := rest - part;
      returned := returned + part;
    end loop;
    for lot in
      select f.balance_event_id, f."left" from funding_lots f
      where f.member_group_id = member_group and f.advertiser_id = advertiser and f.is_open and f.funding_type_id = 2
      order by f.balance_event_id
    loop
      exit when returned = 0;
      part := least(returned, lot."left");
      update funding_lots f set "left" = f."left" - part where f.member_group_id = member_group and f.balance_event_id = lot.balance_event_id;
      returned := returned - part;
    end loop;
    if credit is null then
      update funding_lots f set lent = 0, funding_type_id = case when f.is_open and f.funding_type_id = 2 then 1 else f.funding_type_id end
      where f.member_group_id = member_group and f.advertiser_id = advertiser and (f.lent > 0 or f.is_open and f.funding_type_id = 2);
    end if;
  end $$`

const statements = [
  `alter table funding_lots add column lent bigint not null default 0, add column spent_on date, add column spent_that_day bigint not null default 0`,
  `alter table funding_lots drop constraint funding_lots_withdrawn_check`,
  `alter table funding_lots add constraint funding_lots_taken_check check (withdrawn >= 0 and lent >= 0 and withdrawn + lent <= micros - "left")`,
  `drop function consume_lots(int, int, bigint, int[])`,
  consumeLots,
  lendLots,
  returnLots,
]

/**
 * Marks refunds from before the lots knew what was withdrawn, in the lots of their payments. A correction names no lot. Accounts with a later
 * debit are left as they are, because it may have been this refund.
 */
const withdrawRefunds = sql.raw(`
  update funding_lots l set withdrawn = least(l.micros - l."left", l.withdrawn + r.micros)
  from balance_events p join (
    select member_group_id, advertiser_id, reference, -sum(micros) as micros from balance_events
    where event_type_id = ${SystemDebitAPI} and reference like 'payment %' and reason <> 'What was owed' group by 1, 2, 3) r
    using (member_group_id, advertiser_id, reference)
  where p.member_group_id = l.member_group_id and p.balance_event_id = l.balance_event_id and not exists (
    select from funding_lots k where k.member_group_id = l.member_group_id and k.advertiser_id = l.advertiser_id
      and k.withdrawn > 0 and k.expires_on is null)`)

/** A make-good fills up the credit line, as a credit does. */
const fillUpByMakeGoods = sql.raw(`
  update funding_lots f set funding_type_id = 2 from balance_events e, spend_limits l
  where e.member_group_id = f.member_group_id and e.balance_event_id = f.balance_event_id and f.funding_type_id = 3 and f.is_open
    and e.event_type_id = ${BalanceRefill} and e.reference like 'insertion-order %'
    and l.member_group_id = f.member_group_id and l.advertiser_id = f.advertiser_id and e.day >= coalesce(l.start_date, '-infinity')`)

/** Moves own money that is in lots of the credit line back to the lots that spend on the limit has taken it from. */
export async function returnOwnFunds(db: QueryExecutorProvider): Promise<void> {
  const accounts = sql.raw(`(select member_group_id, advertiser_id from spend_limits
    union select member_group_id, advertiser_id from funding_lots where is_open and funding_type_id = 2) accounts`)
  await sql`select lend_lots(member_group_id, advertiser_id, 'infinity') from ${accounts}`.execute(db)
  await sql`select return_lots(member_group_id, advertiser_id) from ${accounts}`.execute(db)
}

/** Lots know what spend on a limit has taken from them: it is still own money. */
export const lentLots: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await withdrawRefunds.execute(db)
    await fillUpByMakeGoods.execute(db)
    await returnOwnFunds(db)
  },
}
