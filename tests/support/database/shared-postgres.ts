import { openDatabase } from '../../../demo/platform/database/open.ts'
import { migrations } from '../../../demo/platform/tables/index.ts'
import { asOwner, urlOf } from './fresh-database.ts'
import { type PostgresServer, startPostgres } from './postgres.ts'

/** The database with every table and no rows; new databases are copied from it. */
const emptyTemplate = 'placard_template'

/** Its data need not survive a crash: crash tests start their own server. Compiling a query takes longer than these run. */
export const sharedSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  max_wal_size: '64MB',
  min_wal_size: '32MB',
  jit: 'off',
}

let server: PostgresServer | undefined

/** One server for all platform test files, unless TEST_DATABASE_URL names one; an empty value means none. */
export async function setup() {
  if (process.env.TEST_DATABASE_URL !== undefined) return
  server = await startPostgres(sharedSettings)
  await asOwner(server.url, `create database ${emptyTemplate} template template0 encoding 'UTF8' locale 'C.UTF-8'`)
  const empty = await openDatabase({ url: urlOf(server.url, emptyTemplate) })
  await empty.migrate(migrations)
  await empty.close()
  process.env.TEST_DATABASE_URL = server.socketUrl
  process.env.TEST_DATABASE_TEMPLATE = emptyTemplate
}

export const teardown = () => server?.stop()
