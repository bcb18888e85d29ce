import { openDatabase } from '../../../demo/platform/database/open.ts'
import { migrations } from '../../../demo/platform/tables/index.ts'
import { asOwner } from './fresh-database.ts'
import { type PostgresServer, startPostgres } from './postgres.ts'

/** The database with every table and no rows; new databases are copied from it. */
const emptyTemplate = 'placard_template'

/** Its data need not survive a crash: crash tests start their own server. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

let server: PostgresServer | undefined

/** One server for all platform test files, unless TEST_DATABASE_URL names one; an empty value means none. */
export async function setup() {
  if (process.env.TEST_DATABASE_URL !== undefined) return
  server = await startPostgres(settings)
  const urlOf = (name: string) => Object.assign(new URL(server?.url ?? ''), { pathname: `/${name}` }).href
  await asOwner(server.url, `create database ${emptyTemplate} template template0 encoding 'UTF8' locale 'C.UTF-8'`)
  const empty = await openDatabase({ url: urlOf(emptyTemplate) })
  await empty.migrate(migrations)
  await empty.close()
  process.env.TEST_DATABASE_URL = server.url
  process.env.TEST_DATABASE_TEMPLATE = emptyTemplate
}

export const teardown = () => server?.stop()
