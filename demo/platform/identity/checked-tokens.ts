const keptMs = 60_000
const maxKept = 10_000

interface Kept<T> {
  readonly value: T
  readonly from: number
  readonly until: number
}

/** Caches the payloads of recently verified tokens. The user and their permissions are still read for every request. */
export class VerifiedTokenCache<T> {
  readonly #kept = new Map<string, Kept<T>>()

  get(token: string, now: number): T | undefined {
    const entry = this.#kept.get(token)
    if (!entry) return undefined
    if (now >= entry.from && now < entry.until) return entry.value
    this.#kept.delete(token)
    return undefined
  }

  /** Caches for at most a minute, because keys may be revoked, and never past the token's expiry. */
  keep(token: string, value: T, { now, until }: { now: number; until: number }) {
    if (this.#kept.size >= maxKept) for (const oldest of [...this.#kept.keys()].slice(0, maxKept / 2)) this.#kept.delete(oldest)
    this.#kept.set(token, { value, from: now, until: Math.min(until, now + keptMs) })
  }
}
