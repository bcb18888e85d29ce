// @ts-check
// The file system as PGlite ships it: it answers fsync without syncing.
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** @param {string} dataDir */
export const openFileSystem = (dataDir) => ({ fs: new NodeFS(dataDir), counts: { syncs: 0, walEnd: 0 } })
