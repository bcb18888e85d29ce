interface Bucket {
  tokens: number
  at: number
}
const mostKept = 50_000

/** Token buckets, one a name: so many at once, refilled at so many a second. */
export class Buckets {
  readonly #buckets = new Map<string, Bucket>()

  constructor(
    readonly atOnce: number,
    readonly perSecond: number,
  ) {}

  /** Takes one token; says how many seconds to wait when there is none. */
  take(name: string, now: number): number {
    const bucket = this.#buckets.get(name) ?? { tokens: this.atOnce, at: now }
    bucket.tokens = Math.min(this.atOnce, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * this.perSecond)
    bucket.at = now
    this.#keep(name, bucket)
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / this.perSecond))
    bucket.tokens -= 1
    return 0
  }

  /** The names used last stay; a flood of new ones pushes out the oldest. */
  #keep(name: string, bucket: Bucket) {
    this.#buckets.delete(name)
    this.#buckets.set(name, bucket)
    if (this.#buckets.size <= mostKept) return
    const [oldest] = this.#buckets.keys()
    if (oldest !== undefined) this.#buckets.delete(oldest)
  }
}
