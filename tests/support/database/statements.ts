import type { Kysely, KyselyPlugin } from 'kysely'
import type { Database } from '../../../demo/platform/database/open.ts'

/** A database that counts the statements it is given, in transactions and reports too. */
export function countingStatements(database: Database) {
  let count = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const counted = <T>(kysely: Kysely<T>) => kysely.withPlugin(counter)
  return {
    database: {
      ...database,
      kysely: counted(database.kysely),
      reports: counted(database.reports),
      reportsUntil: (gone: AbortSignal) => counted(database.reportsUntil(gone)),
    } satisfies Database,
    /** How many statements an act takes, beside what it gives. */
    during: async <T>(act: () => Promise<T>): Promise<{ result: T; statements: number }> => {
      const before = count
      const result = await act()
      return { result, statements: count - before }
    },
  }
}
