import pg from 'pg'

const maxNamed = 200
const maxSeen = 1000
const plannable = /^\s*(select|insert|update|delete|with)\b/i

/** Names repeated statements, so that the server parses and plans each of them once per connection. */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #seen = new Set<string>()
  #generation = 0

  /** The name of a statement. A statement's first use has no name, because it may never repeat. */
  of(text: string): string | undefined {
    const name = this.#names.get(text)
    if (name || this.#names.size >= maxNamed || !plannable.test(text)) return name
    if (!this.#seen.has(text)) {
      if (this.#seen.size >= maxSeen) this.#seen.clear()
      this.#seen.add(text)
      return undefined
    }
    this.#seen.delete(text)
    const given = `placard_${this.#generation}_${this.#names.size}`
    this.#names.set(text, given)
    return given
  }

  /** True if a named statement failed because its tables changed after planning. All names are then dropped. */
  forgetsAfter(error: unknown): boolean {
    const isOutdated = error instanceof pg.DatabaseError && error.code === '0A000' && /cached plan/.test(error.message)
    if (isOutdated) {
      this.#names.clear()
      this.#generation++
    }
    return isOutdated
  }
}
