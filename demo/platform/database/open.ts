import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from '../tables/index.ts'
import { embeddedDialect } from './embedded-dialect.ts'
import { EmbeddedEngine } from './embedded-engine.ts'
import { lockFolder } from './folder-lock.ts'
import { Lanes } from './lanes.ts'
import { NotDurable } from './problems.ts'

/** One database, whichever driver is below it. */
export interface Database {
  readonly driver: 'embedded' | 'postgres'
  readonly kysely: Kysely<Tables>
  /** Long reads: on the embedded driver one at a time, and interactive queries go first. */
  readonly reports: Kysely<Tables>
  /** Applies what is missing; gives the names. */
  migrate(migrations: Record<string, Migration>): Promise<string[]>
  ping(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** A PostgreSQL server; without it the embedded database in `dataDir`. */
  readonly url?: string | undefined
  readonly dataDir?: string
  readonly statementLimitMs?: number
  readonly poolSize?: number
  readonly isDurable?: boolean
  readonly log?: (event: string, detail?: object) => void
}

const statementLimitMs = 30_000
const checkpointEveryMs = 180_000


/** Opens the database: PostgreSQL by its address, else the embedded one. */
export const openDatabase = (options: DatabaseOptions): Promise<Database> => (options.url ? openPostgres(options, options.url) : openEmbedded(options))

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const { dataDir = '.data', log = () => {} } = options
  const unlock = lockFolder(dataDir)
  const limitMs = options.statementLimitMs ?? statementLimitMs
  const engine = new EmbeddedEngine({ dataDir, limitMs, isDurable: options.isDurable ?? true, onRestart: () => log('database.reopened') })
  const lanes = new Lanes(limitMs * 2)
  try {
    await engine.start()
    await proveDurable(engine, dataDir)
  } catch (error) {
    await engine.close()
    unlock()
    throw error
  }
  let writes = 0
  const kysely = new Kysely<Tables>({ dialect: embeddedDialect(engine, lanes, 'interactive', () => writes++) })
  const reports = new Kysely<Tables>({ dialect: embeddedDialect(engine, lanes, 'report', () => writes++) })
  const checkpoint = setInterval(() => {
    if (writes === 0) return
    writes = 0
    sql`checkpoint`.execute(kysely).catch((error: Error) => log('database.checkpoint', { error: error.message }))
  }, checkpointEveryMs)
  checkpoint.unref()
  return {
    driver: 'embedded',
    kysely,
    reports,
    migrate: (migrations) => migrate(kysely, migrations),
    ping: async () => void (await sql`select 1`.execute(kysely)),
    close: async () => {
      clearInterval(checkpoint)
      await engine.close()
      unlock()
    },
  }
}

/** Commits a row and looks whether anything was synced for it. */
async function proveDurable(engine: EmbeddedEngine, dataDir: string) {
  await engine.ask('script', 'create table if not exists durability (proved_at timestamptz); delete from durability')
  const before = await engine.ask<number>('syncs')
  await engine.ask('query', 'insert into durability values (now())')
  if ((await engine.ask<number>('syncs')) <= before) throw new NotDurable(dataDir)
}

const int8 = 20
const date = 1082

/** The same parsers as the embedded driver has. */
const parsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === int8) return (text: string) => safeInteger(text)
    if (oid === date) return (text: string) => text
    return pg.types.getTypeParser(oid, format)
  },
}

function safeInteger(text: string) {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error(`The number ${text} is larger than can be carried; select it as text`)
  return number
}

async function openPostgres(options: DatabaseOptions, url: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? 16,
    application_name: 'placard',
    statement_timeout: options.statementLimitMs ?? statementLimitMs,
    types: parsers as pg.CustomTypesConfig, // pg's overloads name every built-in type; this one delegates to them
    options: '-c TimeZone=UTC',
  })
  pool.on('error', (error) => options.log?.('database.connection', { error: error.message }))
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const ping = async () => void (await sql`select 1`.execute(kysely))
  await ping()
  return { driver: 'postgres', kysely, reports: kysely, migrate: (migrations) => migrate(kysely, migrations), ping, close: () => kysely.destroy() }
}

async function migrate(kysely: Kysely<Tables>, migrations: Record<string, Migration>) {
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}
