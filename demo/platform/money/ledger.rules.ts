import { type FundingEvent, fundingSigns } from '../../../src/contract/money/funding-events.ts'

/** The part of a ledger entry that its account's sums depend on; micros are signed. */
export interface LedgerMovement {
  readonly event: FundingEvent
  readonly micros: bigint
  /** Entries with the same key are written once for each client. */
  readonly unique_key?: string | null
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
function newEntries<Entry extends LedgerMovement>(entries: readonly Entry[], known: Iterable<string>): Entry[] {
  const seen = new Set(known)
  return entries.filter(({ unique_key }) => !unique_key || (!seen.has(unique_key) && seen.add(unique_key)))
}

const sumOf = (entries: readonly LedgerMovement[], event?: FundingEvent) =>
  entries.reduce((sum, entry) => (event === undefined || entry.event === event ? sum + entry.micros : sum), 0n)

/**
 * Decides which of some entries are written to an account with this balance, and what they change. `known` are the keys among
 * them that are in the ledger. If the balance does not cover the sum, all entries are refused.
 */
export function postingOf<Entry extends LedgerMovement>(
  balance: bigint,
  entries: readonly Entry[],
  known: Iterable<string>,
): Posting<Entry> | PostingRefusal {
  const wrong = entries.find((entry) => !hasRightSign(entry))
  if (wrong) return { code: 'wrong_sign', event: wrong.event, micros: wrong.micros }
  const fresh = newEntries(entries, known)
  const micros = sumOf(fresh)
  if (micros < 0n && balance + micros < 0n) return { code: 'not_covered', balance, micros }
  return { code: 'posted', entries: fresh, change: { balance: micros, spent: -sumOf(fresh, 'Click'), invoiced: sumOf(fresh, 'Invoice') } }
}
