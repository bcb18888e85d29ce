import type { Kysely, KyselyPlugin } from 'kysely'
import type { Database } from '../../../demo/platform/database/database.ts'

/** A database that counts its statements, including those in transactions and reports. */
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
  const countedReports = ({ reports, files }: Pick<Database, 'reports' | 'files'>) => ({ reports: counted(reports), files: counted(files) })
  return {
    database: {
      ...database,
      kysely: counted(database.kysely),
      ...countedReports(database),
      reportsUntil: (gone: AbortSignal) => countedReports(database.reportsUntil(gone)),
    } satisfies Database,
    /** The result of a function and the number of statements it ran. */
    during: async <T>(act: () => Promise<T>): Promise<{ result: T; statements: number }> => {
      const before = count
      const result = await act()
      return { result, statements: count - before }
    },
  }
}
