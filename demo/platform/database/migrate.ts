import { type Kysely, type Migration, Migrator } from 'kysely'

/** Applies all pending migrations in one transaction and returns their names. */
export async function migrate<T>(db: Kysely<T>, migrations: Record<string, Migration>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}
