// @ts-check
// Runs PGlite on its own thread, so that a long statement never blocks the server.
// Plain JavaScript, because a worker does not inherit the TypeScript loader.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

/** @typedef {import('./embedded-engine.ts').WorkerRequest} Ask */
/** @typedef {import('@electric-sql/pglite').Transaction} Transaction */

const { openFileSystem } = await import(workerData.fileSystem)
const { fs, counts } = openFileSystem(workerData.folder)
const settings = {
  fsync: 'on',
  // Emscripten's fdatasync does nothing; only fsync reaches the file system.
  wal_sync_method: 'fsync',
  TimeZone: 'UTC',
  application_name: 'placard',
}
const pg = await PGlite.create({
  fs,
  startParams: [
    ...PGlite.defaultStartParams.filter((word) => word !== '-F'),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ],
  // Sorts by code point and maps the case of all letters, like C.UTF-8 on a PostgreSQL server.
  initDbStartParams: ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
})

// Values travel as PostgreSQL text; the main thread parses them with the same parsers as the PostgreSQL driver.
const asText = new Proxy({}, { get: () => (/** @type {unknown} */ value) => value })
Object.assign(pg, { parsers: asText, serializers: asText })

/** @type {unknown} */
let broken
// PGlite ignores unknown errors, such as a failed sync, and would report the commit as done.
const { _PostgresMainLoopOnce: runOnce } = pg.Module
const longJump = 100
pg.Module._PostgresMainLoopOnce = () => {
  try {
    runOnce()
  } catch (error) {
    if (/** @type {any} */ (error)?.status !== longJump) broken ??= error
    throw error
  }
}

/** @type {{ run: Transaction, end: (how: 'commit' | 'rollback') => void, ended: Promise<void> } | undefined} */
let open

/**
 * Opens a PGlite transaction. Its callback stays open until the driver commits or rolls back.
 * @param {string | undefined} mode
 */
const begin = (mode) =>
  new Promise((started, failed) => {
    const ended = pg.transaction(async (run) => {
      if (mode) await run.exec(`set transaction ${mode}`)
      const how = await new Promise((end) => {
        open = { run, end, ended }
        started(undefined)
      })
      if (how === 'rollback') await run.rollback()
    })
    ended.catch(failed)
  })

/** @param {'commit' | 'rollback'} how */
async function end(how) {
  const ending = open
  open = undefined
  ending?.end(how)
  await ending?.ended
}

/**
 * @param {Pick<Transaction, 'query'>} run
 * @param {Ask} ask
 */
async function query(run, { sql = '', params = [] }) {
  const { rows, fields, command, rowCount } = await run.query(sql, params, { rowMode: 'array' })
  if (!command && !broken) throw new Error('The statement is empty')
  return { rows, fields, command, rowCount }
}

/** @param {Ask} ask */
function execute(ask) {
  if (ask.kind === 'begin') return begin(ask.sql)
  if (ask.kind === 'commit' || ask.kind === 'rollback') return end(ask.kind)
  if (ask.kind === 'close') return pg.close()
  if (ask.kind === 'script') return pg.exec(ask.sql ?? '').then(() => undefined)
  if (ask.kind === 'read') {
    return pg.transaction(async (run) => {
      await run.exec('set transaction read only')
      return query(run, ask)
    })
  }
  return query(open?.run ?? pg, ask)
}

/** @param {any} error a PGlite DatabaseError or an unexpected error */
const plain = ({ message, severity, code, detail, hint, position, where, schema, table, column, dataType, constraint }) => ({
  message,
  fields: { severity, code, detail, hint, position, where, schema, table, column, dataType, constraint },
})

parentPort?.on('message', async (/** @type {Ask} */ ask) => {
  const reply = await Promise.resolve(execute(ask)).then(
    (value) => ({ id: ask.id, value, counts }),
    (error) => ({ id: ask.id, error: plain(error), counts }),
  )
  // After an internal error the engine's memory is unreliable. The worker ends, and the next one recovers from the log on disk.
  if (broken) throw broken
  parentPort?.postMessage(reply)
  if (ask.kind === 'close') parentPort?.close()
})
parentPort?.postMessage({ id: 0, counts })
