import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TokenBuckets } from '../../demo/platform/http/token-buckets.ts'
import type { Database } from '../../demo/platform/database/database.ts'
import { openDatabase } from '../../demo/platform/database/open.ts'
import { housekeeping } from '../../demo/platform/jobs/housekeeping.ts'
import { type SharedLimit, takeSharedToken } from '../../demo/platform/http/shared-limits.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'
import { machineTime } from '../../demo/platform/context/clock.ts'

const limit: SharedLimit = { kind: 'try', burst: 5, perSecond: 1 / 10 }
const start = Date.parse('2026-11-21T10:00:00Z')
const at = (seconds: number) => machineTime(new Date(start + seconds * 1000))
const rows = ({ kysely }: Database) => kysely.selectFrom('rate_limits').selectAll().execute()

describe('a shared rate limit in one process', () => {
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await freshDatabase()
  })
  afterAll(() => fresh.close())
  beforeEach(() => fresh.database.kysely.deleteFrom('rate_limits').execute())

  test('allows as many requests as an in-memory bucket, whatever the times', async () => {
    const buckets = new TokenBuckets(limit.burst, limit.perSecond)
    let second = 0
    for (let step = 0; step < 120; step++) {
      // Clocks can also be set back.
      second += [0, 0, 0, 1, 7, 10, 31, -20][(step * 5) % 8] ?? 0
      const shared = await takeSharedToken(fresh.database, limit, 'one', at(second))
      const alone = buckets.take('one', at(second).getTime())
      expect([step, shared]).toEqual([step, alone])
    }
  })

  test('counts callers and kinds separately, and stores no readable identity', async () => {
    for (let count = 0; count < 5; count++) await takeSharedToken(fresh.database, limit, 'one', at(0))
    expect(await takeSharedToken(fresh.database, limit, 'one', at(0))).toBe(10)
    expect(await takeSharedToken(fresh.database, limit, 'two', at(0))).toBe(0)
    expect(await takeSharedToken(fresh.database, { ...limit, kind: 'other' }, 'one', at(0))).toBe(0)
    const kept = await rows(fresh.database)
    expect([kept.length, /one|two|try|other/.test(JSON.stringify(kept))]).toEqual([3, false])
  })

  test('deletes rows that are no longer needed', async () => {
    await takeSharedToken(fresh.database, limit, 'past', at(0))
    await takeSharedToken(fresh.database, limit, 'still', at(50))
    await housekeeping.run({}, { database: fresh.database, now: () => at(55), log: () => undefined })
    expect(await rows(fresh.database)).toHaveLength(1)
    expect(await takeSharedToken(fresh.database, limit, 'past', at(55))).toBe(0)
  })
})

describe('a shared rate limit in two processes on one PostgreSQL', () => {
  let server: Pick<PostgresServer, 'url' | 'stop'>
  let fresh: FreshDatabase
  let other: Database
  beforeAll(async () => {
    server = await commonPostgres()
    fresh = await freshDatabase({ server: server.url })
    other = await openDatabase({ url: fresh.url })
  })
  afterAll(async () => {
    await other.close()
    await fresh.close()
    await server.stop()
  })

  test('allows no more parallel requests than one process would', async () => {
    const databases = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? fresh.database : other))
    const waits = await Promise.all(databases.map((database) => takeSharedToken(database, limit, 'one', at(0))))
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(limit.burst)
    expect(waits.filter((seconds) => seconds === 10)).toHaveLength(60 - limit.burst)
  })
})
