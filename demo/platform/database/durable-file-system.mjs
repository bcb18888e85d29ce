// @ts-check
// PGlite's own file system ignores fsync. This one syncs to disk and counts the syncs.
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

const walSegmentBytes = 16 * 1024 * 1024
const segment = /^[0-9A-F]{24}$/

/** @param {string} path */
function syncFolder(path) {
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

/**
 * Converts a WAL segment name and an offset to a position in the log. Counting written bytes would not work, because each page is
 * rewritten many times.
 * @param {string} name
 * @param {number} end
 */
const walPosition = (name, end) =>
  (Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16), 16)) * walSegmentBytes + end

/** @param {string} dataDir */
export function openFileSystem(dataDir) {
  const counts = { syncs: 0, walEnd: 0 }

  /** @param {any} nodeFs Emscripten's NODEFS has no types */
  function makeDurable(nodeFs) {
    const { node_ops: nodes, stream_ops: streams } = nodeFs
    const { write } = streams
    const { rename } = nodes
    streams.write = (/** @type {any} */ stream, /** @type {any[]} */ ...rest) => {
      const written = write(stream, ...rest)
      if (segment.test(stream.node.name)) counts.walEnd = Math.max(counts.walEnd, walPosition(stream.node.name, rest[3] + written))
      return written
    }
    streams.fsync = (/** @type {any} */ stream) => {
      if (stream.nfd === undefined) syncFolder(nodeFs.realPath(stream.node))
      else fsyncSync(stream.nfd)
      counts.syncs++
      return 0
    }
    // PGlite does not sync folders after a rename, and a rename is durable only when its folder is synced.
    nodes.rename = (/** @type {any} */ node, /** @type {any} */ folder, /** @type {string} */ name) => {
      rename(node, folder, name)
      syncFolder(nodeFs.realPath(folder))
    }
  }

  class DurableNodeFS extends NodeFS {
    /** @type {NodeFS['init']} */
    async init(pg, options) {
      const made = await super.init(pg, options)
      const before = made.emscriptenOpts.preRun ?? []
      made.emscriptenOpts.preRun = [...before, (/** @type {any} */ module) => makeDurable(module.NODEFS)]
      return made
    }
  }
  return { fs: new DurableNodeFS(dataDir), counts }
}
