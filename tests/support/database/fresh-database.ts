import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Dialect, DummyDriver, Kysely, type Migration, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { lockFolder } from '../../../demo/platform/database/folder-lock.ts'
import type { Database } from '../../../demo/platform/database/database.ts'
import { type DatabaseOptions, openDatabase } from '../../../demo/platform/database/open.ts'
import { DatabaseLocked } from '../../../demo/platform/database/problems.ts'
import { migrations as platform } from '../../../demo/platform/tables/index.ts'

/** A migrated database for one test file. */
export interface FreshDatabase {
  readonly database: Database
  /** The database's URL on its server, for another process or pool; empty for the embedded database. */
  readonly url: string
  /** The data folder of the embedded database; on a server, an empty folder for files kept outside the database. */
  readonly dataDir: string
  close(): Promise<void>
}

export interface FreshOptions extends Pick<DatabaseOptions, 'limits' | 'log'> {
  readonly migrations?: Record<string, Migration>
  /** The server to create it on; an empty text means the embedded database. */
  readonly server?: string
  /** The rows that it starts with. */
  readonly filling?: Filling
}

/** Rows that many test files start with. On the shared server they are written once, then copied with the whole database. */
export interface Filling {
  readonly name: string
  readonly fill: (database: Database) => Promise<void>
}

const { devDependencies } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

/** The statements of the migrations, collected without a database. */
async function statementsOf(migrations: Record<string, Migration>): Promise<string[]> {
  const statements: string[] = []
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  const dry = new Kysely<unknown>({ dialect, log: ({ query }) => void statements.push(query.sql, JSON.stringify(query.parameters)) })
  for (const [name, migration] of Object.entries(migrations)) {
    statements.push(name)
    await migration.up(dry)
  }
  return statements
}

const keyOf = async (migrations: Record<string, Migration>) =>
  createHash('sha256')
    .update([devDependencies['@electric-sql/pglite'], ...(await statementsOf(migrations))].join('\n'))
    .digest('hex')
    .slice(0, 16)

/** The folder of an embedded database with every table. It is built once: test files that ask at the same time wait for the first. */
export async function templateFolder(migrations: Record<string, Migration> = platform): Promise<string> {
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

async function embedded({ migrations = platform, filling, ...options }: FreshOptions): Promise<FreshDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'placard-data-'))
  cpSync(join(await templateFolder(migrations), 'database'), join(dataDir, 'database'), { recursive: true })
  const database = await openDatabase({ ...options, dataDir })
  await filling?.fill(database)
  const close = async () => {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { database, url: '', dataDir, close }
}

/** Runs one statement on a server as its owner. */
export async function asOwner(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** The address of a database on a server. */
export const urlOf = (server: string, name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href

/** Creates the template of a filling unless it exists; an advisory lock makes one process create it. */
async function makeTemplate(server: string, empty: string, { name, fill }: Filling): Promise<string> {
  const template = `${empty}_${name}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [template])
    if ((await client.query('select 1 from pg_database where datname = $1', [template])).rowCount) return template
    const draft = `${template}_draft`
    await client.query(`create database ${draft} template ${empty}`)
    const database = await openDatabase({ url: urlOf(server, draft) })
    await fill(database)
    await database.close()
    await client.query(`alter database ${draft} rename to ${template}`)
    return template
  } finally {
    await client.end()
  }
}

const templates = new Map<string, Promise<string>>()
/** The template of a filling on the shared server, created once. */
function templateOf(server: string, empty: string, filling: Filling): Promise<string> {
  const made = templates.get(filling.name) ?? makeTemplate(server, empty, filling)
  templates.set(filling.name, made)
  return made
}

async function onServer(server: string, { migrations = platform, filling, ...options }: FreshOptions): Promise<FreshDatabase> {
  const name = `fresh_${randomBytes(6).toString('hex')}`
  const isShared = server === process.env.TEST_DATABASE_URL && migrations === platform
  const empty = isShared ? process.env.TEST_DATABASE_TEMPLATE : undefined
  const template = empty && filling ? await templateOf(server, empty, filling) : empty
  // Copying the files takes half the time of the default strategy, which writes each page to the log.
  await asOwner(server, `create database ${name} strategy file_copy template ${template ?? `template0 encoding 'UTF8' locale 'C.UTF-8'`}`)
  const url = urlOf(server, name)
  const database = await openDatabase({ ...options, url })
  if (!template) {
    await database.migrate(migrations)
    await filling?.fill(database)
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'placard-data-'))
  const close = async () => {
    await database.close()
    await asOwner(server, `drop database ${name} with (force)`)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { database, url, dataDir, close }
}

/** A fresh, migrated database for one test file: embedded, or on the server that TEST_DATABASE_URL names. */
export const freshDatabase = ({ server = process.env.TEST_DATABASE_URL ?? '', ...options }: FreshOptions = {}): Promise<FreshDatabase> =>
  server ? onServer(server, options) : embedded(options)
