import { sql } from 'kysely'
import type { Receipt, WireTransfer } from '../../../src/contract/wires/wires.ts'
import { decimalOf, microsPerUnit } from '../../../src/contract/money/money.ts'
import type { AdvertiserPath } from '../advertisers/key.ts'
import { userName } from '../changes/read.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'
import type { ListFields, ListQuery } from '../sql/list.ts'
import { pageOf } from '../sql/page.ts'

const dayMs = 86_400_000
const decimal = (micros: number) => decimalOf(BigInt(micros))

const wireFields: ListFields = {
  wire_transfer_id: { column: sql.ref('w.wire_transfer_id'), type: 'integer' },
  reference: { column: sql.ref('w.reference'), type: 'text' },
  amount: { column: sql.ref('w.amount'), type: 'amount', perUnit: microsPerUnit },
  received: { column: sql.ref('w.received'), type: 'amount', perUnit: microsPerUnit },
  state: { column: sql.ref('w.state'), type: 'text' },
  created_at: { column: sql.ref('w.created_at'), type: 'moment' },
  closed_at: { column: sql.ref('w.closed_at'), type: 'moment' },
}

const wiresFrom = ({ database }: Pick<Context, 'database'>, memberGroupId: number, advertiserId: number) =>
  database.kysely
    .selectFrom('wire_transfers as w')
    .innerJoin('advertisers as a', (join) =>
      join.onRef('a.member_group_id', '=', 'w.member_group_id').onRef('a.advertiser_id', '=', 'w.advertiser_id'),
    )
    .innerJoin('currencies as c', 'c.currency_code', 'a.currency_code')
    .innerJoin('member_groups as m', 'm.member_group_id', 'w.member_group_id')
    .leftJoin('users as u', 'u.user_id', 'w.user_id')
    .where('w.member_group_id', '=', memberGroupId)
    .where('w.advertiser_id', '=', advertiserId)
const withColumns = (from: ReturnType<typeof wiresFrom>) =>
  from
    .select(['w.wire_transfer_id', 'w.amount', 'w.reference', 'w.state', 'w.received', 'w.created_at', 'w.closed_at', 'w.version'])
    .select(['c.currency_code', 'c.digits as currency_digits', 'm.member_group_id', 'm.name as client', userName.as('user')])
type WireRow = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>

/** The account that the sandbox bank holds for a client. */
const beneficiaryOf = ({ client, member_group_id }: Pick<WireRow, 'client' | 'member_group_id'>) => ({
  name: client,
  bank: 'Sandbox Bank',
  account: `SB${String(member_group_id).padStart(10, '0')}`,
  code: 'SANDBOX1',
})

const wireOf =
  (now: Date) =>
  ({ client, member_group_id, amount, received, created_at, closed_at, ...row }: WireRow): WireTransfer => ({
    ...row,
    amount: decimal(amount),
    received: received === null ? null : decimal(received),
    difference: received === null ? null : decimal(received - amount),
    beneficiary: beneficiaryOf({ client, member_group_id }),
    created_at: created_at.toISOString(),
    closed_at: closed_at?.toISOString() ?? null,
    days_waiting: Math.max(0, Math.floor(((closed_at ?? now).getTime() - created_at.getTime()) / dayMs)),
  })

export async function wireById(context: Context, { memberGroupId, advertiserId }: AdvertiserPath, id: number): Promise<WireTransfer> {
  const row = await withColumns(wiresFrom(context, memberGroupId, advertiserId))
    .where('w.wire_transfer_id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Transfer')
  return wireOf(context.now())(row)
}

/** A page of an advertiser's transfers, by default those that wait first, then newest first. */
export async function wiresPage(context: Context, { memberGroupId, advertiserId }: AdvertiserPath, query: ListQuery) {
  const { rows, total } = await pageOf({
    from: wiresFrom(context, memberGroupId, advertiserId),
    columns: withColumns,
    fields: wireFields,
    id: sql`w.state = 'waiting' desc, w.wire_transfer_id desc`,
    where: query,
    row: wireOf(context.now()),
  })
  return { wire_transfers: rows, total }
}

const receiptFields: ListFields = {
  receipt_id: { column: sql.ref('r.receipt_id'), type: 'integer' },
  advertiser_id: { column: sql.ref('r.advertiser_id'), type: 'integer' },
  amount: { column: sql.ref('r.amount'), type: 'amount', perUnit: microsPerUnit },
  currency_code: { column: sql.ref('r.currency_code'), type: 'text' },
  sender: { column: sql.ref('r.sender'), type: 'text' },
  text: { column: sql.ref('r.text'), type: 'text' },
  received_at: { column: sql.ref('r.received_at'), type: 'moment' },
}

const receiptsFrom = ({ database }: Pick<Context, 'database'>, memberGroupId: number) =>
  database.kysely
    .selectFrom('receipts as r')
    .leftJoin('currencies as c', 'c.currency_code', 'r.currency_code')
    .leftJoin('advertisers as a', (join) =>
      join.onRef('a.member_group_id', '=', 'r.member_group_id').onRef('a.advertiser_id', '=', 'r.advertiser_id'),
    )
    .where('r.member_group_id', '=', memberGroupId)
const withReceiptColumns = (from: ReturnType<typeof receiptsFrom>) =>
  from
    .select(['r.receipt_id', 'r.amount', 'r.currency_code', 'c.digits', 'r.sender', 'r.text', 'r.received_at', 'r.version'])
    .select(['r.advertiser_id', 'a.name'])
type ReceiptRow = Awaited<ReturnType<ReturnType<typeof withReceiptColumns>['executeTakeFirstOrThrow']>>

const defaultDigits = 2

const receiptOf = ({ amount, received_at, advertiser_id, name, digits, ...row }: ReceiptRow): Receipt => ({
  ...row,
  amount: decimal(amount),
  currency_digits: digits ?? defaultDigits,
  received_at: received_at.toISOString(),
  advertiser: advertiser_id === null ? null : { advertiser_id, name: name ?? '' },
})

export async function receiptById(context: Context, memberGroupId: number, id: number): Promise<Receipt> {
  const row = await withReceiptColumns(receiptsFrom(context, memberGroupId)).where('r.receipt_id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Receipt')
  return receiptOf(row)
}

/** A page of a client's receipts, by default newest first. */
export async function receiptsPage(context: Context, memberGroupId: number, query: ListQuery) {
  const { rows, total } = await pageOf({
    from: receiptsFrom(context, memberGroupId),
    columns: withReceiptColumns,
    fields: receiptFields,
    id: sql`r.receipt_id desc`,
    where: query,
    row: receiptOf,
  })
  return { receipts: rows, total }
}
