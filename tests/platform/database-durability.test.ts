import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedDatabase, type EmbeddedOptions, openEmbedded } from '../../demo/platform/database/embedded.ts'
import { defaultLimits } from '../../demo/platform/database/limits.ts'
import { DatabaseStopped, NotDurable } from '../../demo/platform/database/problems.ts'
import { startChild } from '../support/child.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { startPostgres } from '../support/postgres.ts'

let template = ''
const folders: string[] = []
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'placard-durable-'))
  folders.push(made)
  return made
}
const copy = () => {
  const made = folder()
  cpSync(template, made, { recursive: true })
  return made
}

beforeAll(async () => {
  const { database, dataDir, close } = await freshDatabase({ server: '' })
  await database.close()
  template = folder()
  cpSync(join(dataDir, 'database'), join(template, 'database'), { recursive: true })
  await close()
})
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true })
})

const megabyte = 1024 * 1024
const defaults = {
  limits: defaultLimits,
  log: () => undefined,
  checkpointMs: 600_000,
  checkpointBytes: 64 * megabyte,
  vacuumBytes: 256 * megabyte,
}
const open = (dataDir: string, options: Partial<EmbeddedOptions> = {}) => openEmbedded({ ...defaults, dataDir, ...options })
const countOf = async ({ kysely }: EmbeddedDatabase, table: string) =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(kysely)).rows[0]?.n
const other = (name: string) => new URL(`../support/${name}`, import.meta.url)

test('a hundred commits make at least a hundred syncs', async () => {
  const database = await open(copy())
  await sql`create table kept (n int primary key)`.execute(database.kysely)
  const before = database.counts.syncs
  for (let n = 0; n < 50; n++) await sql`insert into kept values (${n})`.execute(database.kysely)
  for (let n = 50; n < 100; n++) await database.kysely.transaction().execute((one) => sql`insert into kept values (${n})`.execute(one))
  const syncs = database.counts.syncs - before
  await database.close()
  console.log(`syncs: 100 commits made ${syncs}`)
  expect(syncs).toBeGreaterThanOrEqual(100)
})

test('without the file system that syncs the start is refused, and the folder is free again', async () => {
  const dataDir = copy()
  const refused = await open(dataDir, { fileSystem: other('plain-file-system.mjs') }).catch((error) => error)
  expect(refused).toBeInstanceOf(NotDurable)
  expect(refused.message).toContain('a commit was not synced to disk')
  await (await open(dataDir)).close()
})

test('a commit whose sync fails is not acknowledged, and the database comes back with what it had', async () => {
  const dataDir = copy()
  const database = await open(dataDir, { fileSystem: other('failing-file-system.mjs') })
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

test('checkpoints and vacuums come by themselves when much was written', async () => {
  const events: string[] = []
  const options = { checkpointBytes: megabyte, vacuumBytes: 4 * megabyte, log: (event: string) => events.push(event) }
  const database = await open(copy(), options)
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

interface Found {
  readonly rows: readonly number[]
  readonly torn: number
}
const foundIn = (line: string): Found => JSON.parse(line.slice('found '.length))
const acksOf = (lines: readonly string[]) =>
  lines.filter((line) => line.startsWith('ack ')).map((line) => Number(line.slice('ack '.length)))

/** Lets a writer write, ends it at a random moment, and compares with what the next one finds. */
async function killAndCount(
  times: number,
  write: () => ReturnType<typeof startChild>,
  kill: (writer: ReturnType<typeof startChild>) => Promise<void>,
) {
  const acknowledged = new Set<number>()
  const result = { kills: 0, acknowledged: 0, lost: 0, torn: 0 }
  for (; ; result.kills++) {
    const writer = write()
    const { rows, torn } = foundIn(await writer.said(/^found/))
    const present = new Set(rows)
    result.lost += [...acknowledged].filter((n) => !present.has(n)).length
    result.torn += torn
    if (result.kills < times) await pause(30 + Math.random() * 400)
    await (result.kills < times ? kill(writer) : writer.end('SIGKILL'))
    for (const n of acksOf(writer.lines)) acknowledged.add(n)
    result.acknowledged = acknowledged.size
    if (result.kills === times) return result
  }
}

test('20 kills of the process under writes lose nothing that was acknowledged', async () => {
  const dataDir = copy()
  const result = await killAndCount(
    20,
    () => startChild('killable-writer.ts', dataDir),
    (writer) => writer.end('SIGKILL'),
  )
  console.log(`embedded: ${JSON.stringify(result)}, failed starts: 0`)
  expect(result).toMatchObject({ kills: 20, lost: 0, torn: 0 })
  expect(result.acknowledged).toBeGreaterThan(200)
}, 120_000)

test('a first start that is killed leaves nothing that the next one stumbles over', async () => {
  const dataDir = folder()
  const first = startChild('killable-writer.ts', dataDir)
  await expect.poll(() => existsSync(join(dataDir, 'database.new', 'PG_VERSION')), { timeout: 30_000, interval: 5 }).toBe(true)
  await first.end('SIGKILL')
  const database = await open(dataDir)
  expect(await countOf(database, 'durability.probe')).toBe(1)
  await database.close()
})

test('20 kills of the PostgreSQL server under writes lose nothing that was acknowledged', async () => {
  const server = await startPostgres()
  const kill = async (writer: ReturnType<typeof startChild>) => {
    await server.kill()
    await writer.end('SIGKILL')
    await server.restart()
  }
  const result = await killAndCount(20, () => startChild('killable-writer.ts', server.url, 'postgres'), kill)
  await server.stop()
  console.log(`postgres: ${JSON.stringify(result)}, failed starts: 0`)
  expect(result).toMatchObject({ kills: 20, lost: 0, torn: 0 })
  expect(result.acknowledged).toBeGreaterThan(200)
}, 180_000)
