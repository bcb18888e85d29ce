import type { Kysely } from 'kysely'
import type { BalanceEvent, EntrySource } from '../../../src/contract/money/balances.ts'
import type { AdvertiserPath } from '../advertisers/key.ts'
import { grouped } from '../collections/grouped.ts'
import { anyOf, recordset } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'

export type SourcedEntry = Pick<BalanceEvent, 'balance_event_id' | 'reference' | 'day'> & { readonly campaign_id: number | null }

interface FoundSource extends EntrySource {
  /** The reference of the entries that belong to it. */
  readonly reference: string
}

const idsIn = (entries: readonly SourcedEntry[], pattern: RegExp) =>
  entries.flatMap(({ reference }) => {
    const [, id] = pattern.exec(reference ?? '') ?? []
    return id === undefined ? [] : [Number(id)]
  })

async function paymentsOf(kysely: Kysely<Tables>, account: AdvertiserPath, entries: readonly SourcedEntry[]): Promise<FoundSource[]> {
  const ids = idsIn(entries, /^payment (\d{1,9})$/)
  if (ids.length === 0) return []
  const rows = await kysely
    .selectFrom('payments')
    .select('payment_id')
    .where('member_group_id', '=', account.memberGroupId)
    .where('advertiser_id', '=', account.advertiserId)
    .where('payment_id', '=', anyOf(ids))
    .execute()
  return rows.map(({ payment_id: id }) => ({ kind: 'payment', id, name: String(id), reference: `payment ${id}` }))
}

async function invoicesOf(kysely: Kysely<Tables>, account: AdvertiserPath, entries: readonly SourcedEntry[]): Promise<FoundSource[]> {
  const numbers = entries.flatMap(({ reference }) => (reference?.startsWith('invoice ') ? [reference.slice('invoice '.length)] : []))
  if (numbers.length === 0) return []
  const rows = await kysely
    .selectFrom('invoices')
    .select(['invoice_id', 'number'])
    .where('member_group_id', '=', account.memberGroupId)
    .where('advertiser_id', '=', account.advertiserId)
    .where('number', 'in', numbers)
    .execute()
  return rows.map(({ invoice_id: id, number }) => ({ kind: 'invoice', id, name: number, reference: `invoice ${number}` }))
}

async function transfersOf(kysely: Kysely<Tables>, account: AdvertiserPath, entries: readonly SourcedEntry[]): Promise<FoundSource[]> {
  const ids = idsIn(entries, /^receipt (\d{1,9})$/)
  if (ids.length === 0) return []
  const rows = await kysely
    .selectFrom('receipts as r')
    .innerJoin('wire_transfers as w', (join) =>
      join.onRef('w.member_group_id', '=', 'r.member_group_id').onRef('w.wire_transfer_id', '=', 'r.wire_transfer_id'),
    )
    .select(['r.receipt_id', 'w.wire_transfer_id', 'w.reference'])
    .where('r.member_group_id', '=', account.memberGroupId)
    .where('r.advertiser_id', '=', account.advertiserId)
    .where('r.receipt_id', '=', anyOf(ids))
    .execute()
  return rows.map(({ receipt_id, wire_transfer_id: id, reference: name }) => ({
    kind: 'wire_transfer',
    id,
    name,
    reference: `receipt ${receipt_id}`,
  }))
}

/** Limits are named also after they were removed: their page says what is in force now. */
const limitsOf = (_: Kysely<Tables>, __: AdvertiserPath, entries: readonly SourcedEntry[]): Promise<FoundSource[]> =>
  Promise.resolve(
    idsIn(entries, /^spend-limit (\d{1,9})$/).map((id) => ({ kind: 'spend_limit', id, name: String(id), reference: `spend-limit ${id}` })),
  )

const orderPattern = /^insertion-order (\d{1,9})( line \d+)?$/

/** Orders that credits and corrections name. */
async function namedOrders(kysely: Kysely<Tables>, account: AdvertiserPath, entries: readonly SourcedEntry[]): Promise<FoundSource[]> {
  const ids = idsIn(entries, orderPattern)
  if (ids.length === 0) return []
  const rows = await kysely
    .selectFrom('insertion_orders')
    .select(['insertion_order_id', 'name'])
    .where('member_group_id', '=', account.memberGroupId)
    .where('insertion_order_id', '=', anyOf(ids))
    .execute()
  const names = new Map(rows.map(({ insertion_order_id, name }) => [insertion_order_id, name]))
  return entries.flatMap(({ reference }) => {
    const id = Number(orderPattern.exec(reference ?? '')?.[1])
    const name = names.get(id)
    return reference === null || name === undefined ? [] : [{ kind: 'insertion_order', id, name, reference }]
  })
}

/** Orders that paid for the clicks of a campaign on a day, by the id of the entry. */
async function chargedOrders(kysely: Kysely<Tables>, account: AdvertiserPath, entries: readonly SourcedEntry[]) {
  const clicks = entries.filter(({ campaign_id }) => campaign_id !== null)
  if (clicks.length === 0) return new Map<number, { insertion_order_id: number; name: string }[]>()
  const columns = { balance_event_id: 'bigint', campaign_id: 'int', day: 'date' } as const
  const rows = await kysely
    .selectFrom(
      recordset(
        'e',
        columns,
        clicks.map(({ balance_event_id, campaign_id, day }) => ({ balance_event_id, campaign_id: campaign_id ?? 0, day })),
      ),
    )
    .innerJoin('insertion_order_spend as s', (join) =>
      join.on('s.member_group_id', '=', account.memberGroupId).onRef('s.campaign_id', '=', 'e.campaign_id').onRef('s.day', '=', 'e.day'),
    )
    .innerJoin('insertion_orders as o', (join) =>
      join.onRef('o.member_group_id', '=', 's.member_group_id').onRef('o.insertion_order_id', '=', 's.insertion_order_id'),
    )
    .distinct()
    .select(['e.balance_event_id', 'o.insertion_order_id', 'o.name'])
    .execute()
  return grouped(rows, ({ balance_event_id }) => Number(balance_event_id))
}

/** What each entry of an advertiser was written for, besides its campaign: read from its reference, or from the spend of orders. */
export async function entrySources(kysely: Kysely<Tables>, account: AdvertiserPath, entries: readonly SourcedEntry[]) {
  const found: FoundSource[] = []
  for (const find of [paymentsOf, invoicesOf, transfersOf, namedOrders, limitsOf]) found.push(...(await find(kysely, account, entries)))
  const byReference = new Map(found.map(({ reference, ...source }) => [reference, source]))
  const charged = await chargedOrders(kysely, account, entries)
  return ({ balance_event_id, reference }: SourcedEntry): EntrySource[] => {
    const named = reference === null ? undefined : byReference.get(reference)
    const orders = charged.get(balance_event_id) ?? []
    return [
      ...(named ? [named] : []),
      ...orders.map(({ insertion_order_id: id, name }) => ({ kind: 'insertion_order' as const, id, name })),
    ]
  }
}
