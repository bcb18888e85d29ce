import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseLocked } from './problems.ts'

/** When a process began, so that a pid that was given out again is not taken for the old one. */
function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function isAlive(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false // Node's errors of the system carry a code
  }
  return start === '' || startOf(pid) === start
}

const holderOf = (text: string) => {
  const [pid, start] = text.split(' ')
  return { pid: Number(pid), start: start ?? '' }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Puts a dead process's lock aside; if a living one slipped in between, its lock is put back. */
function putAside(file: string, stale: string) {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
    if (read(aside) !== stale) linkSync(aside, file)
  } catch {
    // Somebody else was quicker; the next try sees who.
  }
  rmSync(aside, { force: true })
}

/** Takes the data folder for this process alone; gives back how to let go. */
export function lockFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'lock')
  const mine = `${process.pid} ${startOf(process.pid)} ${randomUUID()}`
  for (let tries = 0; tries < 20; tries++) {
    const draft = `${file}.${randomUUID()}`
    writeFileSync(draft, mine)
    try {
      linkSync(draft, file)
      return () => {
        if (read(file) === mine) rmSync(file, { force: true })
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // Node's errors of the system carry a code
    } finally {
      rmSync(draft, { force: true })
    }
    const held = read(file)
    if (held === undefined) continue
    const { pid, start } = holderOf(held)
    if (isAlive(pid, start)) throw new DatabaseLocked(dataDir, pid)
    putAside(file, held)
  }
  throw new DatabaseLocked(dataDir, holderOf(read(file) ?? '0').pid)
}
