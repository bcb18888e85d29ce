import { elapsedShare, neededPerDay, pacingOf } from '../../../src/contract/insertion-orders/insertion-orders.rules.ts'
import type { InsertionOrderConfig, OrderMoney, OrderRow, OrderSide } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import { orderStatusIds } from '../../../src/contract/statuses.ts'
import { dayIn } from '../sql/days.ts'
import { missingSides } from './actions.ts'
import type { OrderRecord } from './read.ts'
import type { OrderSums } from './sums.ts'

interface StoredUser {
  readonly user_id: number
  readonly name: string | null
}

/** What a list shows of an order besides its record. */
export interface ListedOrder {
  readonly record: OrderRecord
  /** Sum of the lines, in micros. */
  readonly allocated: bigint
  /** Approvals of the version that waits, or of the one in force. */
  readonly approvals: readonly { readonly side: OrderSide }[]
  readonly hasCampaigns: boolean
  readonly needsCaller: boolean
  readonly editor: StoredUser | null
}

export const personOf = (user: StoredUser | null) => user && { user_id: user.user_id, name: user.name ?? '' }

function moneyOf({ record, allocated }: ListedOrder, { spent, committed }: OrderSums, today: string): OrderMoney {
  const { total, start_date, end_date } = record
  const remaining = total - spent
  const elapsed = elapsedShare(start_date, end_date, today)
  const needed = neededPerDay(remaining, today, record)
  return {
    total: decimalOf(total),
    allocated: decimalOf(allocated),
    committed: decimalOf(committed),
    spent: decimalOf(spent),
    remaining: decimalOf(remaining),
    pacing: pacingOf(total, spent, elapsed),
    elapsed_share: elapsed,
    needed_per_day: needed === null ? null : decimalOf(needed),
  }
}

function waitsFor({ record, approvals, hasCampaigns }: ListedOrder, config: InsertionOrderConfig, today: string): OrderRow['waits_for'] {
  const { status, proposed_version_id, advertiser_id, start_date } = record
  if (status === 'open') return 'submit'
  if (status === 'pending' || (status === 'approved' && proposed_version_id !== null)) {
    const missing = missingSides(advertiser_id, approvals, config)
    return missing.length > 1 ? 'any_approval' : `${missing[0] ?? 'client'}_approval`
  }
  if (status !== 'approved') return 'nothing'
  if (!hasCampaigns) return 'campaigns'
  return today < start_date ? 'start' : 'nothing'
}

export function toRow(listed: ListedOrder, sums: OrderSums, config: InsertionOrderConfig, now: Date): OrderRow {
  const { record } = listed
  const today = dayIn(now, record.time_zone)
  return {
    insertion_order_id: record.insertion_order_id,
    member_group_id: record.member_group_id,
    advertiser_id: record.advertiser_id,
    advertiser_name: record.advertiser_name,
    name: record.name,
    number: record.number,
    status: record.status,
    status_id: orderStatusIds[record.status],
    po_number: record.po_number,
    start_date: record.start_date,
    end_date: record.end_date,
    currency_code: record.currency_code,
    currency_digits: record.currency_digits,
    money: record.seesWhole ? moneyOf(listed, sums, today) : null,
    waits_for: waitsFor(listed, config, today),
    needs_me: listed.needsCaller,
    version_id: record.version_id,
    proposed_version_id: record.proposed_version_id,
    edited_at: record.edited_at.toISOString(),
    edited_by: personOf(listed.editor),
    version: record.version,
  }
}
