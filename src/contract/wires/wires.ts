import { array, enums, type Infer, integer, nullable, object, string } from 'superstruct'
import { post, postQuery, put } from '../endpoint.ts'
import { CurrencyCode, Decimal, Id, Moment } from '../ids.ts'
import { listQueryFields } from '../list.ts'
import { PositiveAmount } from '../payments/payments.ts'

export const wireStates = ['waiting', 'received', 'canceled'] as const
export type WireState = (typeof wireStates)[number]

/** An announced wire transfer. Money is credited when it arrives, by the amount that arrives. */
export const WireTransfer = object({
  wire_transfer_id: Id,
  amount: Decimal,
  currency_code: CurrencyCode,
  currency_digits: integer(),
  /** The reference that the transfer must carry. */
  reference: string(),
  /** The account to transfer to. */
  beneficiary: object({ name: string(), bank: string(), account: string(), code: string() }),
  state: enums(wireStates),
  received: nullable(Decimal),
  /** Received less announced; null while it waits. */
  difference: nullable(Decimal),
  user: nullable(string()),
  created_at: Moment,
  closed_at: nullable(Moment),
  days_waiting: integer(),
  version: integer(),
})
export type WireTransfer = Infer<typeof WireTransfer>

/** Money that arrived without a known reference. */
export const Receipt = object({
  receipt_id: Id,
  amount: Decimal,
  currency_code: CurrencyCode,
  currency_digits: integer(),
  sender: string(),
  text: string(),
  received_at: Moment,
  advertiser: nullable(object({ advertiser_id: Id, name: string() })),
  version: integer(),
})
export type Receipt = Infer<typeof Receipt>

const client = 'v1/member_groups/:memberGroupId'
const advertiser = `${client}/advertisers/:advertiserId` as const

/** Bank transfers of an advertiser, and received transfers that a person assigns. */
export const wires = {
  announce: post(`${advertiser}/payment_provider/wire_transfer`, {
    may: 'funds.add',
    idempotent: true,
    body: object({ amount: PositiveAmount }),
    result: WireTransfer,
  }),
  report: postQuery(`${advertiser}/wire_transfers_report`, {
    may: 'funds.read',
    body: object(listQueryFields),
    result: object({ wire_transfers: array(WireTransfer), total: integer() }),
  }),
  cancel: put(`${advertiser}/wire_transfers/:wireTransferId/cancel`, { may: 'funds.add', versioned: true, result: WireTransfer }),
  receipts: postQuery(`${client}/receipts_report`, {
    may: 'funds.correct',
    body: object(listQueryFields),
    result: object({ receipts: array(Receipt), total: integer() }),
  }),
  assignReceipt: post(`${client}/receipts/:receiptId/assign`, {
    may: 'funds.correct',
    versioned: true,
    idempotent: true,
    body: object({ advertiser_id: Id }),
    result: Receipt,
  }),
}
