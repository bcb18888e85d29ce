import type { CompiledQuery, QueryResult } from 'kysely'

/** A plain select changes nothing that a later failure could roll back. */
export const isPlainSelect = ({ sql }: Pick<CompiledQuery, 'sql'>) => /^\s*select\b/i.test(sql)

/** Statements that lock, use sequences, or depend on time or chance are never cached. */
const isNew = /\bfor (no key )?(update|share|key share)\b|\b(nextval|setval|now|random|clock_timestamp|statement_timestamp|pg_\w+)\s*\(/i
/** `structuredClone` does not keep the type of byte arrays. */
const hasBytes = ({ rows }: QueryResult<unknown>) =>
  rows.some((row) => Object.values(row as object).some((value) => value instanceof Uint8Array)) // a row is an object of its columns
const max = 500

/**
 * Caches reads since the last write, on the only connection that writes, so the same query has the same result. Without it, a hundred
 * refused requests would read the same permissions a hundred times.
 */
export class ReadMemory {
  readonly #results = new Map<string, QueryResult<unknown>>()

  clear() {
    this.#results.clear()
  }

  async resultOf<R>(query: CompiledQuery, ask: () => Promise<QueryResult<R>>): Promise<QueryResult<R>> {
    if (!isPlainSelect(query)) {
      this.clear()
      return ask()
    }
    if (isNew.test(query.sql)) return ask()
    const key = JSON.stringify([query.sql, ...query.parameters.map((value) => [typeof value, String(value), value])], plain)
    const known = this.#results.get(key) as QueryResult<R> | undefined // the same statement gives the same rows
    if (known) return structuredClone(known)
    const response = await ask()
    if (this.#results.size < max && !hasBytes(response)) this.#results.set(key, structuredClone(response))
    return response
  }
}

/** The parameters of a statement as text; JSON does not support bigint. */
const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)
