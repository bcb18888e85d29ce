import { SeededRandom } from '../../../demo/platform/delivery/chance.ts'
import type { LedgerEntry } from '../../../demo/platform/money/ledger.ts'
import type { FundingEvent } from '../../../src/contract/money/funding-events.ts'
import { seededAdvertisers } from '../world/small-seed.ts'

export type LedgerAccount = (typeof seededAdvertisers)[number]
export type Outcome = 'posted' | 'wrong_sign' | 'not_covered'
interface StoredEntry {
  readonly event: FundingEvent
  readonly micros: number
  readonly adGroup: number | null
  readonly day: string
}

// From the specification's table of balance events.
const additions: readonly FundingEvent[] = ['FundingAuto', 'FundingUIForm', 'FundingAPI', 'Invoice', 'BalanceRefill']
const deductions: readonly FundingEvent[] = ['SystemDebitUIForm', 'SystemDebitAPI', 'Expiration', 'Click', 'ServiceFee', 'Surcharge']

const total = (entries: readonly StoredEntry[]) => entries.reduce((sum, { micros }) => sum + micros, 0)

/** A ledger in its simplest form: the list of all entries, from which every sum is added up again. */
export class LedgerModel {
  readonly #entries = new Map<number, StoredEntry[]>()
  readonly #keys = new Set<string>()

  entriesOf({ advertiser }: LedgerAccount): readonly StoredEntry[] {
    return this.#entries.get(advertiser) ?? []
  }

  write(account: LedgerAccount, entries: readonly LedgerEntry[]): Outcome {
    const isWrong = ({ event, micros }: LedgerEntry) =>
      micros === 0n || (micros > 0n ? deductions.includes(event) : additions.includes(event))
    if (entries.some(isWrong)) return 'wrong_sign'
    const keys: string[] = []
    const fresh: StoredEntry[] = []
    for (const { event, micros, unique_key, ad_group_id, day } of entries) {
      const key = unique_key && `${account.client} ${unique_key}`
      if (key && (this.#keys.has(key) || keys.includes(key))) continue
      if (key) keys.push(key)
      fresh.push({ event, micros: Number(micros), adGroup: ad_group_id ?? null, day })
    }
    const posted = this.entriesOf(account)
    if (fresh.length > 0 && total(posted) + total(fresh) < 0) return 'not_covered'
    for (const key of keys) this.#keys.add(key)
    this.#entries.set(account.advertiser, [...posted, ...fresh])
    return 'posted'
  }

  balance(account: LedgerAccount) {
    return total(this.entriesOf(account))
  }

  sums(account: LedgerAccount) {
    const entries = this.entriesOf(account)
    const spent = total(entries.filter(({ event }) => event === 'Click'))
    const invoiced = total(entries.filter(({ event }) => event === 'Invoice'))
    return { balance: total(entries), spent: spent === 0 ? 0 : -spent, invoiced }
  }

  /** The cost of clicks by ad group and day, sorted. */
  spendDays(account: LedgerAccount): [string, number][] {
    const days = new Map<string, number>()
    for (const { event, micros, adGroup, day } of this.entriesOf(account)) {
      const of = `${adGroup} ${day}`
      if (event === 'Click') days.set(of, (days.get(of) ?? 0) - micros)
    }
    return [...days].sort(([a], [b]) => (a < b ? -1 : 1))
  }
}

const at = new Date('2026-11-21T10:00:00Z')
const clickDays = ['2026-11-18', '2026-11-19', '2026-11-20'] as const

/** Random calls of `writeEntries`: funding with fees, clicks, debits up to, at and beyond the balance, invoices, repeated and wrong calls. */
export class LedgerCalls {
  readonly #chance: SeededRandom
  readonly #earlier: { account: LedgerAccount; entries: readonly LedgerEntry[] }[] = []
  #calls = 0

  constructor(seed: string) {
    this.#chance = new SeededRandom(seed)
  }

  next(model: LedgerModel): { account: LedgerAccount; entries: readonly LedgerEntry[] } {
    const chance = this.#chance
    const earlier = chance.next() < 0.1 ? this.#earlier[chance.integer(0, this.#earlier.length - 1)] : undefined
    if (earlier) return earlier
    const account = chance.pick<LedgerAccount>(seededAdvertisers)
    const call = { account, entries: this.#entries(account, model.balance(account)) }
    this.#earlier.push(call)
    return call
  }

  #entry(event: FundingEvent, micros: number, part: Partial<LedgerEntry> = {}): LedgerEntry {
    return { event, micros: BigInt(micros), day: '2026-11-21', at, reason: 'Model', ...part }
  }

  #entries(account: LedgerAccount, balance: number): readonly LedgerEntry[] {
    const chance = this.#chance
    const kind = chance.next()
    if (kind < 0.2) return this.#funding()
    if (kind < 0.6) return this.#clicks(account, balance)
    if (kind < 0.8) return this.#debits(balance)
    if (kind < 0.9) return this.#invoice()
    if (kind < 0.95) return this.#oddEntry(account)
    return []
  }

  /** A payment and its fees, in one call that a client may repeat. */
  #funding(): readonly LedgerEntry[] {
    const chance = this.#chance
    const amount = chance.integer(1, 400_000_000)
    const fee = Math.ceil(amount * 0.03)
    const name = `payment ${++this.#calls}`
    const event = chance.pick<FundingEvent>(['FundingUIForm', 'FundingAPI', 'FundingAuto', 'BalanceRefill'])
    const payment = this.#entry(event, amount + fee, { unique_key: name, reference: name })
    return [
      payment,
      this.#entry('ServiceFee', -fee, { unique_key: `${name} fee` }),
      // Some clients send an entry twice in one call.
      ...(chance.next() < 0.2 ? [payment] : []),
    ]
  }

  #clicks({ advertiser }: LedgerAccount, balance: number): readonly LedgerEntry[] {
    const chance = this.#chance
    const groups = chance.integer(1, 4)
    const name = chance.next() < 0.3 ? `delivery ${++this.#calls}` : null
    const most = chance.next() < 0.1 ? balance : Math.ceil(balance / 20)
    return Array.from({ length: groups }, (_, index) =>
      this.#entry('Click', -chance.integer(1, Math.max(Math.floor(most / groups), 1)), {
        day: chance.pick(clickDays),
        campaign_id: advertiser * 10,
        ad_group_id: advertiser * 100 + index,
        unique_key: name && `${name} ${index}`,
      }),
    )
  }

  /** Debits around the balance: less, exactly all, and one micro more. */
  #debits(balance: number): readonly LedgerEntry[] {
    const chance = this.#chance
    const event = chance.pick<FundingEvent>(['SystemDebitUIForm', 'SystemDebitAPI', 'Expiration', 'Surcharge'])
    const micros = chance.pick([Math.ceil(balance * chance.next()), balance, balance + 1, balance + chance.integer(2, 1_000_000)])
    if (micros < 2 || chance.next() < 0.5) return [this.#entry(event, -Math.max(micros, 1))]
    const part = chance.integer(1, micros - 1)
    return [this.#entry(event, -part), this.#entry('SystemDebitAPI', part - micros)]
  }

  /** A paid invoice, which is rounded to the cent, and the residue. */
  #invoice(): readonly LedgerEntry[] {
    const exact = this.#chance.integer(10_000, 90_000_000)
    const rounded = Math.round(exact / 10_000) * 10_000
    const name = `invoice ${++this.#calls}`
    const invoice = this.#entry('Invoice', rounded, { unique_key: name, reference: name })
    return rounded === exact ? [invoice] : [invoice, this.#entry('TrueUp', exact - rounded, { unique_key: `${name} residue` })]
  }

  /** Any type with an amount that fits some types only. A click always belongs to an ad group. */
  #oddEntry({ advertiser }: LedgerAccount): readonly LedgerEntry[] {
    const event = this.#chance.pick([...additions, ...deductions, 'TrueUp'] as [FundingEvent]) // it is not empty
    const micros = this.#chance.pick([0, 1, -1, 250_000, -250_000])
    const adGroup = { campaign_id: advertiser * 10, ad_group_id: advertiser * 100 }
    return [this.#entry(event, micros, event === 'Click' ? adGroup : {})]
  }
}
