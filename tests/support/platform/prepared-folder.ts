import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { templateFolder } from '../database/fresh-database.ts'

/** A data folder with every table that no process has open. */
export interface PreparedFolder {
  readonly dataDir: string
  /** Another copy of the folder. */
  copy(): string
  /** Removes the folder and its copies. */
  remove(): void
}

/** Creates a data folder of the embedded database with every table. */
export async function preparedFolder(): Promise<PreparedFolder> {
  const made: string[] = []
  const folder = () => {
    const one = mkdtempSync(join(tmpdir(), 'placard-prepared-'))
    made.push(one)
    return one
  }
  const dataDir = folder()
  cpSync(join(await templateFolder(), 'database'), join(dataDir, 'database'), { recursive: true })
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
