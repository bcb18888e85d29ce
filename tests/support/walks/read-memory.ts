import type { CompiledQuery, QueryResult } from 'kysely'

/** A plain select changes nothing that a later failure could roll back. */
export const isPlainSelect = ({ sql }: Pick<CompiledQuery, 'sql'>) => /^\s*select\b/i.test(sql)

/** Statements that lock, use sequences, or depend on time, chance or the server's own tables are never cached. */
const isNew = /\bfor (no key )?(update|share|key share)\b|\b((nextval|setval|now|random|clock_timestamp|statement_timestamp)\s*\(|pg_)/i
/** `structuredClone` does not keep the type of byte arrays. */
const hasBytes = ({ rows }: QueryResult<unknown>) =>
  rows.some((row) => Object.values(row as object).some((value) => value instanceof Uint8Array)) // a row is an object of its columns
const max = 2_000

/** A copy of a value; most rows hold no objects, and for them `structuredClone` takes longer than the query. */
function copyOf<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyOf) as T // map returns an array of the same items
  if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copyOf(inner)])) as T // the same fields
}

type Results = Map<string, QueryResult<unknown>>

/** What a statement or a rollback leaves of the state that a walk begins with. */
export interface Since {
  /** Nothing has been written. */
  readonly isUnwritten: boolean
  /** Nothing has been written, locked or drawn from a sequence, so there is nothing to roll back. */
  readonly isUntouched: boolean
}
export const begun: Since = { isUnwritten: true, isUntouched: true }

/**
 * Caches reads on the only connection that writes, so the same query has the same result until the next write. Results from before
 * the first write are valid again after a rollback. Without the cache, thousands of requests would read the same permissions.
 */
export class ReadMemory {
  readonly #atBeginning: Results = new Map()
  readonly #sinceWrite: Results = new Map()
  #since: Since = begun

  get since(): Since {
    return this.#since
  }

  /** After a write, or after a rollback to an earlier state. */
  enter(since: Since) {
    this.#sinceWrite.clear()
    this.#since = since
  }

  async resultOf<R>(query: CompiledQuery, ask: () => Promise<QueryResult<R>>): Promise<QueryResult<R>> {
    if (!isPlainSelect(query)) {
      this.enter({ isUnwritten: false, isUntouched: false })
      return ask()
    }
    if (isNew.test(query.sql)) {
      this.#since = { ...this.#since, isUntouched: false }
      return ask()
    }
    const results = this.#since.isUnwritten ? this.#atBeginning : this.#sinceWrite
    const key =
      query.sql +
      JSON.stringify(
        query.parameters.map((value) => [typeof value, String(value), value]),
        plain,
      )
    const known = results.get(key) as QueryResult<R> | undefined // the same statement gives the same rows
    if (known) return copyOf(known)
    const response = await ask()
    if (results.size < max && !hasBytes(response)) results.set(key, copyOf(response))
    return response
  }
}

/** The parameters of a statement as text; JSON does not support bigint. */
const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)
