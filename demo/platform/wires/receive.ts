import type { Kysely } from 'kysely'
import { fundingTypes } from '../../../src/contract/money/funding-types.ts'
import { timeZoneOf } from '../advertisers/read.ts'
import type { Database } from '../database/database.ts'
import { writeFunding } from '../payments/funding.ts'
import { dayIn } from '../sql/days.ts'
import { nextVersion } from '../sql/versioned.ts'
import type { Tables } from '../tables/index.ts'

type Db = Kysely<Tables>

/** A transfer that the bank reports for the account of a client. */
export interface BankTransfer {
  /** The client whose account received it. */
  readonly member_group_id: number
  readonly reference: string
  /** Micros. */
  readonly amount: bigint
  readonly currency_code: string
  readonly sender: string
  readonly text: string
  /** The bank's own id; a report with the same id is the same transfer. */
  readonly provider_id: string
  readonly at: Date
}

interface StoredReceipt {
  readonly member_group_id: number
  readonly receipt_id: number
  readonly amount: bigint
  readonly at: Date
  /** The request that assigns it; one that the bank reports for an announced transfer has none. */
  readonly request_id?: string | null
}

/** Credits a receipt to an advertiser, once for each receipt. */
export async function creditReceipt(
  kysely: Db,
  { member_group_id, receipt_id, amount, at, request_id = null }: StoredReceipt,
  advertiser_id: number,
  userId: number | null,
) {
  const account = { member_group_id, advertiser_id }
  const key = `receipt ${receipt_id}`
  const entry = { day: dayIn(at, await timeZoneOf(kysely, account)), at, user_id: userId, request_id, reference: key }
  const credit = {
    ...entry,
    event: 'FundingAPI' as const,
    micros: amount,
    reason: 'Bank transfer',
    unique_key: key,
    funding_type_id: fundingTypes.wire,
  }
  await writeFunding(kysely, account, { amount, entries: [credit], entry, key })
}

/** The announced transfer with the reference, locked, if its advertiser has the currency. A canceled one no longer takes money. */
const announcedWire = (kysely: Db, { member_group_id, reference, currency_code }: BankTransfer) =>
  kysely
    .selectFrom('wire_transfers as w')
    .innerJoin('advertisers as a', (join) =>
      join.onRef('a.member_group_id', '=', 'w.member_group_id').onRef('a.advertiser_id', '=', 'w.advertiser_id'),
    )
    .select(['w.wire_transfer_id', 'w.advertiser_id'])
    .where('w.member_group_id', '=', member_group_id)
    .where('w.reference', '=', reference.trim().toUpperCase())
    .where('w.state', '!=', 'canceled')
    .where('a.currency_code', '=', currency_code)
    .forUpdate('w')
    .executeTakeFirst()

async function receive(kysely: Db, transfer: BankTransfer): Promise<number> {
  const { member_group_id, amount, currency_code, sender, text, provider_id, at } = transfer
  const wire = await announcedWire(kysely, transfer)
  const receipt = await kysely
    .insertInto('receipts')
    .values({
      member_group_id,
      provider_id,
      advertiser_id: wire?.advertiser_id ?? null,
      wire_transfer_id: wire?.wire_transfer_id ?? null,
      amount,
      currency_code,
      sender,
      text: text || transfer.reference,
      received_at: at,
    })
    .onConflict((conflict) => conflict.column('provider_id').doNothing())
    .returning('receipt_id')
    .executeTakeFirst()
  if (!receipt) {
    const known = await kysely.selectFrom('receipts').select('receipt_id').where('provider_id', '=', provider_id).executeTakeFirstOrThrow()
    return known.receipt_id
  }
  if (!wire) return receipt.receipt_id
  // A second transfer with the reference, such as a missing rest, adds to what the first one paid.
  await kysely
    .updateTable('wire_transfers')
    .set(({ eb, fn, lit, val }) => ({
      state: 'received',
      received: eb(fn.coalesce('received', lit(0)), '+', val(Number(amount))),
      closed_at: fn.coalesce('closed_at', val(at)),
      version: nextVersion,
    }))
    .where('member_group_id', '=', member_group_id)
    .where('wire_transfer_id', '=', wire.wire_transfer_id)
    .execute()
  await creditReceipt(kysely, { member_group_id, receipt_id: receipt.receipt_id, amount, at }, wire.advertiser_id, null)
  return receipt.receipt_id
}

/**
 * Records a transfer that the bank reports, and credits the amount that arrived. Without a known reference in the currency of its
 * advertiser it waits until a person assigns it. Returns the id of the receipt.
 */
export const receiveTransfer = ({ kysely }: Pick<Database, 'kysely'>, transfer: BankTransfer): Promise<number> =>
  kysely.isTransaction ? receive(kysely, transfer) : kysely.transaction().execute((transaction) => receive(transaction, transfer))
