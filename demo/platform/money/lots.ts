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

/**
 * SQL: takes a debit from the lots of an account whose balance row is locked: earliest expiration first, then promotional before paid,
 * then oldest (`lotOrder`). Without funding types it takes from all lots, which is spend. With funding types it takes from lots of these
 * types, those of the credit line last, and counts the amount as withdrawn. Its result is the amount taken.
 */
export function consumedLots(
  { member_group_id, advertiser_id }: AdvertiserKey,
  debit: bigint,
  fundingTypeIds: readonly number[] | undefined,
): RawBuilder<string> {
  const types = fundingTypeIds ? [...fundingTypeIds] : null
  return sql<string>`consume_lots(${member_group_id}, ${advertiser_id}, ${bigint(debit)}, ${types}::int[])::text`
}

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
    expires_on,
  }))
}
