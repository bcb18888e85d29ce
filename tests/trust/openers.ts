import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../demo/platform/database/open.ts'
import { DatabaseLocked } from '../../demo/platform/database/problems.ts'
import { startChild } from '../support/platform/child.ts'

const refusal = (dataDir: string) =>
  openDatabase({ dataDir }).then(
    (database) => database.close(),
    (error: unknown) => error,
  )

/** Opens a locked database folder several times; returns how many errors name the process that holds the lock. */
export async function refusedOpeners(times: number): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'placard-lock-'))
  const first = await startChild('database/folder-holder.ts', dataDir)
  await first.nextLine(/held/)
  const refused = await Promise.all(Array.from({ length: times }, () => refusal(dataDir)))
  await first.end('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
  const words = `in use by process ${first.process.pid}: stop that one`
  return refused.filter((error) => error instanceof DatabaseLocked && error.message.includes(words)).length
}
