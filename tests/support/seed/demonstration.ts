import { sql } from 'kysely'
import type { Database } from '../../../demo/platform/database/database.ts'
import { partners } from '../../../demo/platform/seed/people.ts'
import { seed, type SeedOptions } from '../../../demo/platform/seed/seed.ts'
import type { Filling } from '../database/fresh-database.ts'

/** The day of the demonstration in tests. */
export const demonstrationDay = '2026-11-21'
/** 07:30 in Los Angeles, and 00:30 of the next day in Tokyo. */
export const demonstrationNow = new Date('2026-11-21T15:30:00Z')

export const demonstrationOptions: SeedOptions = {
  today: demonstrationDay,
  now: demonstrationNow,
  passwordHash: 'a hash',
  secretHashes: Object.fromEntries(partners.map(({ clientId }) => [clientId, `hash of ${clientId}`])),
  origins: ['http://other.example'],
}

/** Stores the reported progress as the comment of a table, because another process may have filled the database that is copied. */
async function fill(database: Database) {
  const progress: number[] = []
  await seed(database, { ...demonstrationOptions, progress: (done) => progress.push(done) })
  await sql`comment on table seeds is ${sql.lit(JSON.stringify(progress))}`.execute(database.kysely)
}

export const demonstration: Filling = { name: 'demonstration', fill }

/** The progress that the seed of a demonstration has reported. */
export async function reportedProgress({ kysely }: Pick<Database, 'kysely'>): Promise<number[]> {
  const { rows } = await sql<{ progress: string }>`select obj_description('seeds'::regclass) as progress`.execute(kysely)
  return JSON.parse(rows[0]?.progress ?? '[]')
}
