import pg from 'pg'

const mostNamed = 200
const mostSeen = 1000
const plannable = /^\s*(select|insert|update|delete|with)\b/i

/** Names for statements that are asked again, so that the server reads and plans each of them once a connection. */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #seen = new Set<string>()
  #generation = 0

  /** The name of a statement; what is asked for the first time has none, for it may never come again. */
  of(text: string): string | undefined {
    const name = this.#names.get(text)
    if (name || this.#names.size >= mostNamed || !plannable.test(text)) return name
    if (!this.#seen.has(text)) {
      if (this.#seen.size >= mostSeen) this.#seen.clear()
      this.#seen.add(text)
      return undefined
    }
    this.#seen.delete(text)
    const given = `placard_${this.#generation}_${this.#names.size}`
    this.#names.set(text, given)
    return given
  }

  /** Whether a named statement failed because its tables are no longer what they were when it was planned; then all names go. */
  forgetsAfter(error: unknown): boolean {
    const isOutdated = error instanceof pg.DatabaseError && error.code === '0A000' && /cached plan/.test(error.message)
    if (isOutdated) {
      this.#names.clear()
      this.#generation++
    }
    return isOutdated
  }
}
