import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseLocked } from './problems.ts'

/** The folder, held for this process until it lets go or dies. */
export interface FolderLock {
  release(): void
}

interface Claim {
  readonly file: string
  readonly pid: number
  readonly start: string
  readonly place: string
}

const beatMs = 5_000
const silenceMs = 30_000
const dyingMs = 1_000
const patienceMs = 10_000

const orNothing = (read: () => string): string => {
  try {
    return read()
  } catch {
    return ''
  }
}

/** State, threads and start of a process, in the words of proc(5); nothing where the system has no such files. */
function statOf(pid: number) {
  const afterName = orNothing(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '')
  const fields = afterName.split(' ')
  return { state: fields[0] ?? '', threads: Number(fields[17] ?? 1), start: fields[19] ?? '' }
}

/** Pids mean something only within one machine and one container. */
const here = () =>
  createHash('sha256')
    .update(`${hostname()} ${orNothing(() => readlinkSync('/proc/self/ns/pid'))}`)
    .digest('hex')
    .slice(0, 12)

/** Everything is in the file's name, so that no reader ever sees half a claim. */
const pattern = /^(\d+)-(\d*)-([0-9a-f]{12})-[0-9a-f]{8}$/
const heldOf = (claim: string) => `${claim}.held`

function claimsIn(folder: string): Claim[] {
  return readdirSync(folder).flatMap((name) => {
    const [found, pid = '', start = '', place = ''] = pattern.exec(name) ?? []
    return found ? [{ file: join(folder, name), pid: Number(pid), start, place }] : []
  })
}

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // the system's errors carry a code
  }
}

/** A process elsewhere cannot be asked, so it counts as alive while its file is touched. */
function isAlive({ file, pid, start, place }: Claim): boolean {
  if (place !== here()) return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < silenceMs
  const now = statOf(pid)
  // A killed process that nobody has waited for still has its pid; it is gone when its last thread is.
  const isLeftOver = now.state === 'Z' && now.threads <= 1
  return isRunning(pid) && !isLeftOver && (start === '' || now.start === start)
}

const drop = (claim: string) => {
  rmSync(heldOf(claim), { force: true })
  rmSync(claim, { force: true })
}

/** The living claims but one's own; those of the dead are swept away, which is safe because nobody else writes them. */
function others(folder: string, mine: string): Claim[] {
  return claimsIn(folder).filter((claim) => {
    if (claim.file === mine) return false
    const alive = isAlive(claim)
    if (!alive) drop(claim.file)
    return alive
  })
}

const beating = (file: string) => {
  const touch = () => orNothing(() => String(utimesSync(file, new Date(), new Date())))
  return setInterval(touch, beatMs).unref()
}

/** A holder that was just killed may take a moment to go, and rivals that only claim go away by themselves. */
function holderAmong(rivals: readonly Claim[], sinceMs: number): Claim | undefined {
  const holder = rivals.find(({ file }) => existsSync(heldOf(file)))
  if (holder) return sinceMs > dyingMs ? holder : undefined
  return sinceMs > patienceMs ? rivals[0] : undefined
}

/** Everybody writes a claim first and looks for others second, so of two at least one sees the other, and that one yields. */
async function claimFolder(dataDir: string, claim: string): Promise<void> {
  for (const from = Date.now(); ; ) {
    writeFileSync(claim, '', { flag: 'wx' })
    const rivals = others(dirname(claim), claim)
    if (rivals.length === 0) return
    rmSync(claim)
    const holder = holderAmong(rivals, Date.now() - from)
    if (holder) throw new DatabaseLocked(dataDir, holder.pid, holder.place !== here())
    await pause(10 + Math.random() * 40)
  }
}

/** Takes the data folder for this process alone. */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  const folder = join(dataDir, 'lock')
  mkdirSync(folder, { recursive: true })
  const claim = join(folder, `${process.pid}-${statOf(process.pid).start}-${here()}-${randomBytes(4).toString('hex')}`)
  await claimFolder(dataDir, claim)
  // The claim keeps its name: a file renamed while another process lists the folder may be missed by it.
  writeFileSync(heldOf(claim), '')
  const heart = beating(claim)
  return {
    release: () => {
      clearInterval(heart)
      drop(claim)
    },
  }
}
