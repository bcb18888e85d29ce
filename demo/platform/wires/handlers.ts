import { randomInt } from 'node:crypto'
import type { Receipt, WireTransfer, wires } from '../../../src/contract/wires/wires.ts'
import { microsOf } from '../../../src/contract/money/money.ts'
import { fundingTypes } from '../../../src/contract/money/funding-types.ts'
import { requireWholeClient } from '../access/client-scope.ts'
import type { AdvertiserPath } from '../advertisers/key.ts'
import type { Context } from '../context/context.ts'
import { staleVersion } from '../context/refusal.ts'
import { refuseFunds, refuseFundsField } from '../money/refusals.ts'
import type { Handlers } from '../http/implement.ts'
import { updateVersioned } from '../sql/versioned.ts'
import { receiptById, receiptsPage, wireById, wiresPage } from './read.ts'
import { creditReceipt } from './receive.ts'

/** Letters and digits that people do not confuse. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const block = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
const newReference = () => `PL-${block()}-${block()}`

/** A client's advertisers announce transfers only while the client accepts them. */
async function requireWires({ database }: Context, memberGroupId: number) {
  const type = await database.kysely
    .selectFrom('member_group_funding_types')
    .select('status')
    .where('member_group_id', '=', memberGroupId)
    .where('funding_type_id', '=', fundingTypes.wire)
    .executeTakeFirst()
  if (type?.status !== 'Active') throw refuseFunds('Transfer', 'wires_closed')
}

async function announce(context: Context, path: AdvertiserPath, amount: string): Promise<WireTransfer> {
  const { kysely } = context.database
  await requireWires(context, path.memberGroupId)
  const { digits } = await kysely
    .selectFrom('advertisers as a')
    .innerJoin('currencies as c', 'c.currency_code', 'a.currency_code')
    .select('c.digits')
    .where('a.advertiser_id', '=', path.advertiserId)
    .where('a.member_group_id', '=', path.memberGroupId)
    .executeTakeFirstOrThrow()
  if (microsOf(amount) % 10n ** BigInt(6 - digits) !== 0n) throw refuseFundsField('amount', 'too_many_digits', { digits })
  const { wire_transfer_id } = await kysely
    .insertInto('wire_transfers')
    .values({
      member_group_id: path.memberGroupId,
      advertiser_id: path.advertiserId,
      reference: newReference(),
      amount: microsOf(amount),
      state: 'waiting',
      user_id: context.caller.person?.user_id ?? null,
      created_at: context.now(),
    })
    .returning('wire_transfer_id')
    .executeTakeFirstOrThrow()
  return wireById(context, path, wire_transfer_id)
}

async function cancel(context: Context, path: AdvertiserPath & { readonly wireTransferId: number }): Promise<WireTransfer> {
  const wire = await wireById(context, path, path.wireTransferId)
  if (wire.version !== context.version) throw staleVersion('Transfer')
  if (wire.state !== 'waiting') throw refuseFunds('Transfer', 'wire_ended', { status: wire.state })
  await updateVersioned(context, 'wire_transfers', {
    key: { member_group_id: path.memberGroupId, wire_transfer_id: path.wireTransferId },
    change: { state: 'canceled', closed_at: context.now() },
    subject: 'Transfer',
  })
  return wireById(context, path, path.wireTransferId)
}

/** Credits an unassigned receipt to an advertiser of the client. */
async function assign(
  context: Context,
  { memberGroupId, receiptId }: { memberGroupId: number; receiptId: number },
  advertiserId: number,
): Promise<Receipt> {
  const { kysely } = context.database
  requireWholeClient(context, memberGroupId)
  const receipt = await receiptById(context, memberGroupId, receiptId)
  if (receipt.version !== context.version) throw staleVersion('Receipt')
  if (receipt.advertiser) throw refuseFunds('Receipt', 'receipt_assigned', { advertiser: receipt.advertiser.name })
  const advertiser = await kysely
    .selectFrom('advertisers')
    .select('currency_code')
    .where('member_group_id', '=', memberGroupId)
    .where('advertiser_id', '=', advertiserId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!advertiser) throw refuseFundsField('advertiser_id', 'advertiser_missing')
  if (advertiser.currency_code !== receipt.currency_code)
    throw refuseFundsField('advertiser_id', 'other_currency', { currency: receipt.currency_code, expected: advertiser.currency_code })
  const user_id = context.caller.person?.user_id ?? null
  await updateVersioned(context, 'receipts', {
    key: { member_group_id: memberGroupId, receipt_id: receiptId },
    change: { advertiser_id: advertiserId, assigned_by: user_id },
    subject: 'Receipt',
  })
  const stored = {
    member_group_id: memberGroupId,
    receipt_id: receiptId,
    amount: microsOf(receipt.amount),
    at: context.now(),
    request_id: context.requestId,
  }
  await creditReceipt(kysely, stored, advertiserId, user_id)
  return receiptById(context, memberGroupId, receiptId)
}

export const wireHandlers = ({ hasBank }: { readonly hasBank: boolean }): Handlers<typeof wires> => ({
  announce: ({ path, body }, context) => {
    if (!hasBank) throw refuseFunds('Transfer', 'no_bank')
    return announce(context, path, body.amount)
  },
  report: ({ path, body }, context) => wiresPage(context, path, body),
  cancel: ({ path }, context) => cancel(context, path),
  receipts: ({ path, body }, context) => {
    requireWholeClient(context, path.memberGroupId)
    return receiptsPage(context, path.memberGroupId, body)
  },
  assignReceipt: ({ path, body }, context) => assign(context, path, body.advertiser_id),
})
