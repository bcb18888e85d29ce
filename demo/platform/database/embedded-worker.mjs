// @ts-check
// Runs PGlite on a thread of its own, so that a long statement never stops the server.
// Plain JavaScript, because a worker does not inherit the loader that reads TypeScript.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

/** @typedef {import('./embedded-engine.ts').Ask} Ask */
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
  // Orders by code point and knows the case of every letter, as C.UTF-8 does on a PostgreSQL server.
  initDbStartParams: ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
})

// Values travel as PostgreSQL's text; the main thread reads them with the parsers that the other driver uses.
const asText = new Proxy({}, { get: () => (/** @type {unknown} */ value) => value })
Object.assign(pg, { parsers: asText, serializers: asText })

/** @type {unknown} */
let broken
// PGlite swallows whatever it does not know here, a failed sync for one, and would report the commit as done.
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
 * A transaction is PGlite's own: its callback stays open until the driver says how it ends.
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
  if (!command && !broken) throw new Error('An empty statement was asked')
  return { rows, fields, command, rowCount }
}

/** @param {Ask} ask */
function answer(ask) {
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

/** @param {any} error a DatabaseError of PGlite's, or a surprise */
const plain = ({ message, severity, code, detail, hint, position, where, schema, table, column, dataType, constraint }) => ({
  message,
  fields: { severity, code, detail, hint, position, where, schema, table, column, dataType, constraint },
})

parentPort?.on('message', async (/** @type {Ask} */ ask) => {
  const reply = await Promise.resolve(answer(ask)).then(
    (value) => ({ id: ask.id, value, counts }),
    (error) => ({ id: ask.id, error: plain(error), counts }),
  )
  // An engine that broke in the middle cannot be asked what it has kept: the log on disk can, so it is read again.
  if (broken) throw broken
  parentPort?.postMessage(reply)
  if (ask.kind === 'close') parentPort?.close()
})
parentPort?.postMessage({ id: 0, counts })
