import { openDatabase } from '../../demo/platform/database/open.ts'
import { migrations } from '../../demo/platform/tables/index.ts'
import { asOwner } from './fresh-database.ts'
import { type PostgresServer, startPostgres } from './postgres.ts'

/** The database that has every table and nobody in it; a new one is a copy of it. */
const templateName = 'placard_template'

let server: PostgresServer | undefined

/** One server for all files of the platform's tests, unless the environment names one, or none with an empty text. */
export async function setup() {
  if (process.env.TEST_DATABASE_URL !== undefined) return
  server = await startPostgres()
  const made = new URL(server.url)
  made.pathname = `/${templateName}`
  await asOwner(server.url, `create database ${templateName} template template0 encoding 'UTF8' locale 'C.UTF-8'`)
  const database = await openDatabase({ url: made.href })
  await database.migrate(migrations)
  await database.close()
  process.env.TEST_DATABASE_URL = server.url
  process.env.TEST_DATABASE_TEMPLATE = templateName
}

export const teardown = () => server?.stop()
