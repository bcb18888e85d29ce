import { expect, test } from 'vitest'
import type { LedgerEntry } from '../../demo/platform/money/ledger.ts'
import { type LedgerSums, postingOf } from '../../demo/platform/money/ledger.rules.ts'
import { amount } from '../support/platform/audit.ts'
import { LedgerCalls, LedgerModel, type LedgerAccount, type Outcome } from '../support/money/ledger-model.ts'
import { seededAdvertisers } from '../support/world/small-seed.ts'

const nothing: LedgerSums = { balance: 0n, spent: 0n, invoiced: 0n }
const plus = (sums: LedgerSums, change: LedgerSums): LedgerSums => ({
  balance: sums.balance + change.balance,
  spent: sums.spent + change.spent,
  invoiced: sums.invoiced + change.invoiced,
})

/** Stores what the rule decides, as the platform does with its tables. */
class StoredLedger {
  readonly #sums = new Map<number, LedgerSums>()
  readonly #entries = new Map<number, LedgerEntry[]>()
  readonly #keys = new Set<string>()

  sumsOf({ advertiser }: LedgerAccount): LedgerSums {
    return this.#sums.get(advertiser) ?? nothing
  }

  countOf({ advertiser }: LedgerAccount): number {
    return this.#entries.get(advertiser)?.length ?? 0
  }

  write(account: LedgerAccount, entries: readonly LedgerEntry[]): Outcome {
    const keys = entries.flatMap(({ unique_key }) => unique_key ?? []).filter((key) => this.#keys.has(`${account.client} ${key}`))
    const posting = postingOf(this.sumsOf(account).balance, entries, keys)
    if (posting.code !== 'posted') return posting.code
    this.#sums.set(account.advertiser, plus(this.sumsOf(account), posting.change))
    const stored = this.#entries.get(account.advertiser) ?? []
    stored.push(...posting.entries)
    this.#entries.set(account.advertiser, stored)
    for (const { unique_key } of posting.entries) if (unique_key) this.#keys.add(`${account.client} ${unique_key}`)
    return 'posted'
  }

  /** Forgets all sums and takes them from the stored entries again. */
  restart() {
    for (const [advertiser, entries] of this.#entries) {
      const posting = postingOf(0n, entries, [])
      if (posting.code !== 'posted') throw new Error(`The entries of ${advertiser} are ${posting.code}`)
      this.#sums.set(advertiser, posting.change)
    }
  }
}

const inNumbers = ({ balance, spent, invoiced }: LedgerSums) => ({
  balance: Number(balance),
  spent: Number(spent),
  invoiced: Number(invoiced),
})

/** Runs random calls on the rule and on the model, and compares the outcome and sums of each. Returns the number of each outcome. */
function run(seed: string, steps: number): Record<string, number> {
  const calls = new LedgerCalls(seed)
  const model = new LedgerModel()
  const ledger = new StoredLedger()
  const counts: Record<string, number> = { posted: 0, wrong_sign: 0, not_covered: 0, repeated: 0, emptied: 0 }
  const count = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  for (let step = 1; step <= steps; step++) {
    const { account, entries } = calls.next(model)
    const before = ledger.countOf(account)
    const outcome = ledger.write(account, entries)
    const expected = model.write(account, entries)
    const balance = model.balance(account)
    if (outcome !== expected || Number(ledger.sumsOf(account).balance) !== balance || balance < 0)
      throw new Error(`${seed}, step ${step}: ${outcome} ${ledger.sumsOf(account).balance}, expected ${expected} ${balance}`)
    count(outcome)
    if (outcome === 'posted' && entries.length > 0 && ledger.countOf(account) === before) count('repeated')
    if (outcome === 'posted' && balance === 0) count('emptied')
    if (step % 500 > 0 && step < steps) continue
    ledger.restart()
    for (const one of seededAdvertisers) {
      expect(inNumbers(ledger.sumsOf(one)), `${seed}, step ${step}`).toEqual(model.sums(one))
      expect(ledger.countOf(one)).toBe(model.entriesOf(one).length)
    }
  }
  return counts
}

test('random sequences of ledger entries match a simple model', () => {
  const sequences = amount(200, 8)
  const steps = amount(5_000, 1_000)
  const totals = new Map<string, number>()
  for (let sequence = 1; sequence <= sequences; sequence++)
    for (const [name, times] of Object.entries(run(`ledger ${sequence}`, steps))) totals.set(name, (totals.get(name) ?? 0) + times)
  const all = Object.fromEntries(totals)
  console.log(`${sequences} sequences of ${steps}: ${JSON.stringify(all)}`)
  expect(Number(all.posted) + Number(all.wrong_sign) + Number(all.not_covered)).toBe(sequences * steps)
  // Every kind of outcome occurs at least once in a hundred calls.
  for (const [name, times] of totals) expect(times, name).toBeGreaterThan((sequences * steps) / 100)
})

test('the correction of an invoice counts as invoiced, the one of an insertion order does not', () => {
  const paid: LedgerEntry = { event: 'Invoice', micros: 1_234_570_000n, day: '2026-11-06', at: new Date(0), reason: 'Paid' }
  const correction = (reference: string): LedgerEntry => ({ ...paid, event: 'TrueUp', micros: -2_109n, reference })
  expect(postingOf(0n, [paid, correction('invoice 2026-10-0001')], [])).toMatchObject({ change: { invoiced: 1_234_567_891n } })
  expect(postingOf(0n, [paid, correction('insertion-order 1')], [])).toMatchObject({ change: { invoiced: 1_234_570_000n } })
})
