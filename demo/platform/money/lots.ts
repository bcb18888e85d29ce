import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { FundingEvent } from '../../../src/contract/money/funding-events.ts'
import { fundingTypes } from '../../../src/contract/money/funding-types.ts'
import type { Lot } from '../../../src/contract/money/funds.rules.ts'
import type { AdvertiserKey } from '../advertisers/key.ts'
import { bigint } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'

interface NewLot {
  readonly balance_event_id: number
  readonly event: FundingEvent
  readonly micros: bigint
  readonly funding_type_id?: number
  readonly expires_on?: string | null
}

/** Events that repay or extend a credit line. */
const creditLineEvents: readonly FundingEvent[] = ['Invoice', 'BalanceRefill', 'TrueUp']

/** Creates the lots of credits. */
export const createLots = (kysely: Kysely<Tables>, { member_group_id, advertiser_id }: AdvertiserKey, lots: readonly NewLot[]) =>
  kysely
    .insertInto('funding_lots')
    .values(
      lots.map(({ balance_event_id, event, micros, funding_type_id, expires_on = null }) => ({
        member_group_id,
        advertiser_id,
        balance_event_id,
        funding_type_id: funding_type_id ?? (creditLineEvents.includes(event) ? fundingTypes.creditLine : fundingTypes.card),
        micros,
        left: micros,
        expires_on,
      })),
    )
    .execute()

const everyType: readonly number[] = Object.values(fundingTypes)

/**
 * SQL: takes a debit from the lots of an account whose balance row is locked: earliest expiration first, then promotional before paid,
 * then oldest (`lotOrder`). With a day it is spend. Spend of an advertiser with a limit takes the credit line first, and what it takes from
 * other lots counts as lent. Other debits take the credit line last, and count as withdrawn; they can be limited to lots of some funding
 * types. Its result is the amount taken.
 */
export function consumedLots(
  { member_group_id, advertiser_id }: AdvertiserKey,
  debit: bigint,
  {
    spendDay,
    fundingTypeIds = everyType,
  }: { readonly spendDay: string | undefined; readonly fundingTypeIds: readonly number[] | undefined },
): RawBuilder<string> {
  const types = spendDay === undefined ? [...fundingTypeIds] : null
  return sql<string>`consume_lots(${member_group_id}, ${advertiser_id}, ${bigint(debit)}, ${types}::int[], ${spendDay ?? null}::date)::text`
}

const accountOf = ({ member_group_id, advertiser_id }: AdvertiserKey) => sql`${member_group_id}::int, ${advertiser_id}::int`

/** Marks as lent what spend since the first day of a new limit has taken from lots. Call it with the balance locked. */
export const lendLots = (kysely: Kysely<Tables>, account: AdvertiserKey, firstDay: string) =>
  kysely.selectNoFrom(sql`lend_lots(${accountOf(account)}, ${firstDay}::date)`.as('done')).execute()

/**
 * Gives back to own lots what spend on the limit has taken from them, as far as the credit line has been filled up. Call it with the balance
 * locked, after invoices are paid, credit is given, or a limit is deleted.
 */
export const returnLots = (kysely: Kysely<Tables>, account: AdvertiserKey) =>
  kysely.selectNoFrom(sql`return_lots(${accountOf(account)})`.as('done')).execute()

/** The amount left in an account's lots with these funding types. */
export async function leftInLots(
  kysely: Kysely<Tables>,
  { member_group_id, advertiser_id }: AdvertiserKey,
  fundingTypeIds: readonly number[],
): Promise<bigint> {
  const { left } = await kysely
    .selectFrom('funding_lots')
    .select(({ fn }) => sql<string>`coalesce(${fn.sum('left')}, 0)::text`.as('left'))
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .where('is_open', '=', true)
    .where('funding_type_id', 'in', fundingTypeIds)
    .executeTakeFirstOrThrow()
  return BigInt(left)
}

export interface OpenLot extends Lot {
  readonly funding_type_id: number
}

/** What is left of an advertiser's credits. */
export async function openLots(kysely: Kysely<Tables>, { member_group_id, advertiser_id }: AdvertiserKey): Promise<OpenLot[]> {
  const rows = await kysely
    .selectFrom('funding_lots')
    .select(['balance_event_id', 'funding_type_id', 'expires_on'])
    .select(({ cast }) => cast<string>('left', 'text').as('left'))
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .where('is_open', '=', true)
    .orderBy('expires_on')
    .orderBy('balance_event_id')
    .execute()
  return rows.map(({ balance_event_id: lot_id, funding_type_id, left, expires_on }) => ({
    lot_id,
    funding_type_id,
    left: BigInt(left),
    isPromotional: funding_type_id === fundingTypes.promotional,
    isCredit: funding_type_id === fundingTypes.creditLine,
    expires_on,
  }))
}
