// @ts-check
// Runs PGlite on a thread of its own, so that a long report never stops the server. Plain JavaScript, because a
// worker does not inherit the loader that reads TypeScript.
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, types } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** @typedef {{ id: number, kind: 'query' | 'script' | 'begin' | 'commit' | 'rollback' | 'syncs' | 'close', sql?: string, params?: unknown[] }} Ask */

const { dataDir, isDurable } = workerData
let syncs = 0

/** PGlite's file system, whose files are really synced. */
class SyncingNodeFS extends NodeFS {
  /** @type {NodeFS['init']} */
  async init(pg, options) {
    const made = await super.init(pg, options)
    const preRun = made.emscriptenOpts.preRun ?? []
    made.emscriptenOpts.preRun = (Array.isArray(preRun) ? preRun : [preRun]).map((run) => (/** @type {any} */ module) => {
      run(module)
      const system = module.FS?.filesystems?.NODEFS ?? module.NODEFS
      system.stream_ops.fsync = (/** @type {{ nfd: number }} */ stream) => {
        syncs += 1
        fsyncSync(stream.nfd)
        return 0
      }
    })
    return made
  }
}

/** @param {string} text */
function safeInteger(text) {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error(`The number ${text} is larger than can be carried; select it as text`)
  return number
}

const parsers = { [types.INT8]: safeInteger, [types.DATE]: (/** @type {string} */ text) => text, [types.NUMERIC]: (/** @type {string} */ text) => text }
const fs = isDurable ? new SyncingNodeFS(dataDir) : new NodeFS(dataDir)
const startParams = [...PGlite.defaultStartParams.filter((word) => word !== '-F'), '-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'TimeZone=UTC', '-c', 'max_wal_size=256MB']
const pg = await PGlite.create({ fs, startParams, parsers })

/** @type {{ run: import('@electric-sql/pglite').Transaction, end: (how: 'commit' | 'rollback') => void } | undefined} */
let open
/** @type {Promise<unknown>} */
let finished = Promise.resolve()

/** A transaction is PGlite's own: its callback stays open until the driver says how it ends. */
const begin = () =>
  new Promise((started, failed) => {
    finished = pg.transaction(async (run) => {
      const how = await new Promise((end) => {
        open = { run, end }
        started(undefined)
      })
      if (how === 'rollback') await run.rollback()
    })
    finished.catch(failed)
  })

/** @param {'commit' | 'rollback'} how */
async function end(how) {
  open?.end(how)
  open = undefined
  await finished
}

/** @param {Ask} ask */
async function answer({ kind, sql = '', params }) {
  if (kind === 'begin') return begin()
  if (kind === 'commit' || kind === 'rollback') return end(kind)
  if (kind === 'syncs') return syncs
  if (kind === 'close') return pg.close()
  if (kind === 'script') return (open?.run ?? pg).exec(sql).then(() => undefined)
  const { rows, affectedRows } = await (open?.run ?? pg).query(sql, params)
  return { rows, affectedRows }
}

parentPort?.on('message', async (/** @type {Ask} */ ask) => {
  try {
    parentPort?.postMessage({ id: ask.id, value: await answer(ask) })
  } catch (error) {
    const { message, code, detail, constraint } = /** @type {any} */ (error)
    parentPort?.postMessage({ id: ask.id, error: { message, code, detail, constraint } })
  }
  if (ask.kind === 'close') parentPort?.close()
})
parentPort?.postMessage({ id: 0 })

// A rename is only as durable as the folder that records it.
const folder = openSync(dataDir, 'r')
fsyncSync(folder)
closeSync(folder)
