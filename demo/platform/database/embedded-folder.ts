import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedEngine, type EngineOptions } from './embedded-engine.ts'

function sync(path: string) {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

const syncTree = (folder: string) => {
  for (const { parentPath, name } of readdirSync(folder, { withFileTypes: true, recursive: true })) sync(join(parentPath, name))
  sync(folder)
}

/**
 * The cluster's folder, created on the first start. It is created under a temporary name, synced and then renamed, so that a killed
 * start leaves no partial folder.
 */
export async function embeddedFolder(dataDir: string, options: Omit<EngineOptions, 'folder'>): Promise<string> {
  const folder = join(dataDir, 'database')
  if (existsSync(join(folder, 'PG_VERSION'))) return folder
  if (existsSync(folder)) rmdirSync(folder)
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  const engine = await EmbeddedEngine.start({ ...options, folder: draft })
  await engine.close()
  syncTree(draft)
  renameSync(draft, folder)
  sync(dataDir)
  return folder
}
