import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmbeddedDatabase } from '../../demo/platform/database/embedded.ts'
import { DatabaseStopped, NotDurable } from '../../demo/platform/database/problems.ts'
import { amount, isAudit } from '../support/platform/audit.ts'
import { startChild } from '../support/platform/child.ts'
import { type PreparedFolder, preparedFolder } from '../support/platform/prepared-folder.ts'
import { killsOfProcess, killsOfServer } from '../trust/kills.ts'
import { openQuiet, syncsOf } from '../trust/syncs.ts'

let prepared: PreparedFolder
beforeAll(async () => {
  prepared = await preparedFolder()
})
afterAll(() => prepared.remove())

const megabyte = 1024 * 1024
const copy = () => prepared.copy()
const countOf = async ({ kysely }: EmbeddedDatabase, table: string) =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(kysely)).rows[0]?.n
const other = (name: string) => new URL(`../support/${name}`, import.meta.url)

const kills = amount(20, 2)
/** With this seed, the first kill hits writes, and the second one the start after it. */
const seed = 37

test('a hundred commits make at least a hundred syncs', async () => {
  const syncs = await syncsOf(100)
  console.log(`syncs: 100 commits made ${syncs}`)
  expect(syncs).toBeGreaterThanOrEqual(100)
})

test('the start is refused without the syncing file system, and the folder is released', async () => {
  const dataDir = copy()
  const refused = await openQuiet(dataDir, { fileSystem: other('database/plain-file-system.mjs') }).catch((error) => error)
  expect(refused).toBeInstanceOf(NotDurable)
  expect(refused.message).toContain('a commit was not synced to disk')
  await (await openQuiet(dataDir)).close()
})

test('a commit whose sync fails is not acknowledged, and the database keeps its last state', async () => {
  const dataDir = copy()
  const database = await openQuiet(dataDir, { fileSystem: other('database/failing-file-system.mjs') })
  await sql`create table kept (n int primary key)`.execute(database.kysely)
  await sql`insert into kept values (1)`.execute(database.kysely)
  writeFileSync(join(dataDir, 'fail'), '')
  const write = () => sql`insert into kept values (2)`.execute(database.kysely)
  await expect(write()).rejects.toBeInstanceOf(DatabaseStopped)
  const commit = () => database.kysely.transaction().execute((one) => sql`insert into kept values (3)`.execute(one))
  await expect(commit()).rejects.toBeInstanceOf(DatabaseStopped)
  rmSync(join(dataDir, 'fail'))
  await sql`insert into kept values (4)`.execute(database.kysely)
  expect((await sql<{ n: number }>`select n from kept where n in (1, 4) order by n`.execute(database.kysely)).rows).toEqual([
    { n: 1 },
    { n: 4 },
  ])
  expect(database.counts.starts).toBeGreaterThan(1)
  await database.close()
})

test('checkpoints and vacuums run by themselves after many writes', async () => {
  const events: string[] = []
  const options = { checkpointBytes: megabyte, vacuumBytes: 4 * megabyte, log: (event: string) => events.push(event) }
  const database = await openQuiet(copy(), options)
  await sql`create table bulk (n int, text text)`.execute(database.kysely)
  for (let n = 0; n < 8; n++) {
    await sql`insert into bulk select n, repeat('x', 300) from generate_series(1, 3000) n`.execute(database.kysely)
    await sql`delete from bulk`.execute(database.kysely)
  }
  await expect.poll(() => events, { timeout: 10_000 }).toContain('database.vacuumed')
  const { checkpoints } = database.counts
  await database.close()
  console.log(`upkeep: ${checkpoints} checkpoints`)
  expect(checkpoints).toBeGreaterThanOrEqual(4)
})

test.each([
  ['the process', killsOfProcess],
  ['the PostgreSQL server', killsOfServer],
] as const)(
  `${kills} kills of %s during writes lose nothing that was acknowledged`,
  async (what, kill) => {
    const result = await kill(kills, { seed: isAudit ? undefined : seed })
    console.log(`kills of ${what}: ${JSON.stringify(result)}`)
    expect(result).toMatchObject({ kills, failedStarts: [], lost: 0, torn: 0 })
    expect(result.acknowledged).toBeGreaterThan(5 * kills)
  },
  300_000,
)

if (isAudit)
  test('a first start that is killed leaves nothing that breaks the next one', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'placard-durable-'))
    const first = await startChild('database/killable-writer.ts', dataDir)
    await expect.poll(() => existsSync(join(dataDir, 'database.new', 'PG_VERSION')), { timeout: 120_000, interval: 5 }).toBe(true)
    await first.end('SIGKILL')
    const database = await openQuiet(dataDir)
    expect(await countOf(database, 'durability.probe')).toBe(1)
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }, 180_000)
