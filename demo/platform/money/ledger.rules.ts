import { minAmount } from '../../../src/contract/money/money.ts'
import { type FundingEvent, fundingSigns } from '../../../src/contract/money/funding-events.ts'

/** The part of a ledger entry that its account's sums depend on; micros are signed. */
export interface LedgerMovement {
  readonly event: FundingEvent
  readonly micros: bigint
  /** Entries with the same key are written once for each client. */
  readonly unique_key?: string | null
  /** Id of the related payment or invoice. */
  readonly reference?: string | null
}
/** Changes of an account's sums. */
export interface LedgerSums {
  readonly balance: bigint
  /** Total charged for clicks. */
  readonly spent: bigint
  readonly invoiced: bigint
}
export interface Posting<Entry> {
  readonly code: 'posted'
  readonly entries: readonly Entry[]
  readonly change: LedgerSums
}
export type PostingRefusal =
  | { readonly code: 'wrong_sign'; readonly event: FundingEvent; readonly micros: bigint }
  | { readonly code: 'not_covered'; readonly balance: bigint; readonly micros: bigint }

function hasRightSign({ event, micros }: LedgerMovement): boolean {
  const sign = fundingSigns[event]
  return sign === 0 ? micros !== 0n : micros * BigInt(sign) > 0n
}

/** Entries whose key is neither in the ledger nor on an earlier entry. */
function newEntries<Entry extends LedgerMovement>(entries: readonly Entry[], existingKeys: Iterable<string>): Entry[] {
  const keys = new Set(existingKeys)
  return entries.filter(({ unique_key }) => !unique_key || (!keys.has(unique_key) && keys.add(unique_key)))
}

/**
 * Entries that count as invoiced: payments of invoices, corrections that name an invoice, so that the invoiced spend is exactly 0 after its
 * payment, and credits of insertion orders, which reduce the next invoice.
 */
const isInvoiced = ({ event, reference }: LedgerMovement) =>
  event === 'Invoice' ||
  (event === 'TrueUp' && reference?.startsWith('invoice ') === true) ||
  (event === 'BalanceRefill' && reference?.startsWith('insertion-order ') === true)

const sumOf = (entries: readonly LedgerMovement[], event?: FundingEvent) =>
  entries.reduce((sum, entry) => (event === undefined || entry.event === event ? sum + entry.micros : sum), 0n)

/**
 * Decides which entries are written to an account with this balance, and what they change. `existingKeys` are the keys that are in the
 * ledger already. If the balance does not cover the sum, all entries are refused.
 */
export function postingOf<Entry extends LedgerMovement>(
  balance: bigint,
  entries: readonly Entry[],
  existingKeys: Iterable<string>,
): Posting<Entry> | PostingRefusal {
  const invalidEntry = entries.find((entry) => !hasRightSign(entry))
  if (invalidEntry) return { code: 'wrong_sign', event: invalidEntry.event, micros: invalidEntry.micros }
  const newLedgerEntries = newEntries(entries, existingKeys)
  const micros = sumOf(newLedgerEntries)
  if (micros < 0n && balance + micros < 0n) return { code: 'not_covered', balance, micros }
  return {
    code: 'posted',
    entries: newLedgerEntries,
    change: { balance: micros, spent: -sumOf(newLedgerEntries, 'Click'), invoiced: sumOf(newLedgerEntries.filter(isInvoiced)) },
  }
}

/** What is left of a call's credit after the call's own debits. */
interface Grant<Entry> {
  readonly entry: Entry
  readonly micros: bigint
}

/** The lots that entries of one call create, and what its debits take from lots. The debits, such as fees, take from its credits first. */
export function lotChangeOf<Entry extends LedgerMovement>(entries: readonly Entry[]): { grants: Grant<Entry>[]; debit: bigint } {
  let debit = -sumOf(entries.filter(({ micros }) => micros < 0n))
  const grants: Grant<Entry>[] = []
  for (const entry of entries) {
    if (entry.micros <= 0n) continue
    const taken = minAmount(debit, entry.micros)
    debit -= taken
    if (taken < entry.micros) grants.push({ entry, micros: entry.micros - taken })
  }
  return { grants, debit }
}
