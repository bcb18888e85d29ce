import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDatabase } from './fresh-database.ts'

/** A data folder with every table in it, which nobody has open. */
export interface PreparedFolder {
  readonly dataDir: string
  /** Another one like it. */
  copy(): string
  /** Removes it and its copies. */
  remove(): void
}

/** Makes a data folder of the embedded database by way of a first start. */
export async function preparedFolder(): Promise<PreparedFolder> {
  const made: string[] = []
  const folder = () => {
    const one = mkdtempSync(join(tmpdir(), 'placard-prepared-'))
    made.push(one)
    return one
  }
  const dataDir = folder()
  const fresh = await freshDatabase({ server: '' })
  await fresh.database.close()
  cpSync(join(fresh.dataDir, 'database'), join(dataDir, 'database'), { recursive: true })
  await fresh.close()
  return {
    dataDir,
    copy: () => {
      const one = folder()
      cpSync(dataDir, one, { recursive: true })
      return one
    },
    remove: () => {
      for (const one of made) rmSync(one, { recursive: true, force: true })
    },
  }
}
