// @ts-check
// The file system as PGlite ships it: fsync does nothing.
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** @param {string} dataDir */
export const openFileSystem = (dataDir) => ({ fs: new NodeFS(dataDir), counts: { syncs: 0, walEnd: 0 } })
