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

export const demonstration: Filling = { name: 'demonstration', fill: (database) => seed(database, demonstrationOptions) }
