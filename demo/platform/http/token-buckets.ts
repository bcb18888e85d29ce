interface Bucket {
  tokens: number
  at: number
}
const maxKept = 50_000

/** Token buckets by name: `burst` tokens, refilled at `perSecond`. */
export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>()

  constructor(
    readonly burst: number,
    readonly perSecond: number,
  ) {}

  /** Takes one token; returns the seconds to wait, or 0 when it was taken. */
  take(name: string, now: number): number {
    const bucket = this.#refilled(name, now)
    const seconds = this.#secondsOf(bucket)
    if (seconds === 0) bucket.tokens -= 1
    return seconds
  }

  /** The seconds to wait for a token, without taking one. */
  waitFor(name: string, now: number): number {
    return this.#buckets.has(name) ? this.#secondsOf(this.#refilled(name, now)) : 0
  }

  /** Returns a token that was taken in advance and turned out not to be needed. */
  giveBack(name: string, now: number) {
    const bucket = this.#refilled(name, now)
    bucket.tokens = Math.min(this.burst, bucket.tokens + 1)
  }

  #refilled(name: string, now: number): Bucket {
    const bucket = this.#buckets.get(name) ?? { tokens: this.burst, at: now }
    bucket.tokens = Math.min(this.burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * this.perSecond)
    bucket.at = now
    this.#keep(name, bucket)
    return bucket
  }

  #secondsOf({ tokens }: Bucket): number {
    return tokens < 1 ? Math.max(1, Math.ceil((1 - tokens) / this.perSecond)) : 0
  }

  /** Keeps the most recently used names; a flood of new names evicts the oldest. */
  #keep(name: string, bucket: Bucket) {
    this.#buckets.delete(name)
    this.#buckets.set(name, bucket)
    if (this.#buckets.size <= maxKept) return
    const [oldest] = this.#buckets.keys()
    if (oldest !== undefined) this.#buckets.delete(oldest)
  }
}
