import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Dialect, DummyDriver, Kysely, type Migration, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { lockFolder } from '../../demo/platform/database/folder-lock.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../../demo/platform/database/open.ts'
import { DatabaseLocked } from '../../demo/platform/database/problems.ts'
import { migrations as platform } from '../../demo/platform/tables/index.ts'
import { smallSeed } from './small-seed.ts'

/** A migrated database of one's own. */
export interface FreshDatabase {
  readonly database: Database
  /** The data folder of the embedded database; on a server an empty folder for what lies beside it. */
  readonly dataDir: string
  close(): Promise<void>
}

export interface FreshOptions extends Pick<DatabaseOptions, 'limits' | 'log'> {
  readonly migrations?: Record<string, Migration>
  /** The server to make it on; an empty text asks for the embedded database. */
  readonly server?: string
  /** Whether it has the rows of the small seed. */
  readonly isSmall?: boolean
}

const { devDependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** What the migrations would ask, without a database below them. */
async function statementsOf(migrations: Record<string, Migration>): Promise<string[]> {
  const asked: string[] = []
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  const dry = new Kysely<unknown>({ dialect, log: ({ query }) => void asked.push(query.sql, JSON.stringify(query.parameters)) })
  for (const [name, migration] of Object.entries(migrations)) {
    asked.push(name)
    await migration.up(dry)
  }
  return asked
}

const keyOf = async (migrations: Record<string, Migration>) =>
  createHash('sha256')
    .update([devDependencies['@electric-sql/pglite'], ...(await statementsOf(migrations))].join('\n'))
    .digest('hex')
    .slice(0, 16)

/** Builds the template once, however many test files ask at the same time: the others wait for the first. */
async function template(migrations: Record<string, Migration>): Promise<string> {
  const folder = join(tmpdir(), `placard-template-${await keyOf(migrations)}`)
  while (!existsSync(folder)) {
    try {
      const lock = await lockFolder(`${folder}.building`)
      try {
        if (!existsSync(folder)) await build(folder, migrations)
      } finally {
        lock.release()
      }
    } catch (error) {
      if (!(error instanceof DatabaseLocked)) throw error
      await pause(100)
    }
  }
  return folder
}

async function build(folder: string, migrations: Record<string, Migration>) {
  const draft = mkdtempSync(`${folder}.`)
  const database = await openDatabase({ dataDir: draft })
  await database.migrate(migrations)
  await database.close()
  renameSync(draft, folder)
}

async function embedded({ migrations = platform, isSmall = false, ...options }: FreshOptions): Promise<FreshDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'placard-data-'))
  cpSync(join(await template(migrations), 'database'), join(dataDir, 'database'), { recursive: true })
  const database = await openDatabase({ ...options, dataDir })
  if (isSmall) await smallSeed(database)
  const close = async () => {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { database, dataDir, close }
}

/** Says one thing to a server as whoever owns it. */
export async function asOwner(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function onServer(server: string, { migrations = platform, isSmall = false, ...options }: FreshOptions): Promise<FreshDatabase> {
  const name = `fresh_${randomBytes(6).toString('hex')}`
  const isShared = server === process.env.TEST_DATABASE_URL && migrations === platform
  const { TEST_DATABASE_TEMPLATE: empty, TEST_DATABASE_SMALL_TEMPLATE: small } = process.env
  const template = isShared ? (isSmall ? small : empty) : undefined
  await asOwner(server, `create database ${name} template ${template ?? `template0 encoding 'UTF8' locale 'C.UTF-8'`}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = await openDatabase({ ...options, url: url.href })
  if (!template) await database.migrate(migrations)
  if (!template && isSmall) await smallSeed(database)
  const dataDir = mkdtempSync(join(tmpdir(), 'placard-data-'))
  const close = async () => {
    await database.close()
    await asOwner(server, `drop database ${name} with (force)`)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { database, dataDir, close }
}

/** A fresh, migrated database for one test file: embedded, or on the server that TEST_DATABASE_URL names. */
export const freshDatabase = ({ server = process.env.TEST_DATABASE_URL ?? '', ...options }: FreshOptions = {}): Promise<FreshDatabase> =>
  server ? onServer(server, options) : embedded(options)
