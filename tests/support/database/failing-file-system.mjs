// @ts-check
// A disk whose sync fails as long as a file named "fail" is next to the cluster.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openFileSystem as durable } from '../../../demo/platform/database/durable-file-system.mjs'

/** @param {string} dataDir */
export function openFileSystem(dataDir) {
  const { fs, counts } = durable(dataDir)
  const sign = join(dirname(dataDir), 'fail')
  const init = fs.init.bind(fs)
  fs.init = async (pg, options) => {
    const made = await init(pg, options)
    const before = made.emscriptenOpts.preRun ?? []
    const spoil = (/** @type {any} */ module) => {
      const streams = module.NODEFS.stream_ops
      const { fsync } = streams
      streams.fsync = (/** @type {unknown} */ stream) => {
        if (existsSync(sign)) throw new Error('The disk is gone')
        return fsync(stream)
      }
    }
    made.emscriptenOpts.preRun = [...before, spoil]
    return made
  }
  return { fs, counts }
}
