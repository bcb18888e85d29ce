import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseLocked } from './problems.ts'

/** A lock on the data folder, held until it is released or the process ends. */
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

const orEmpty = (read: () => string): string => {
  try {
    return read()
  } catch {
    return ''
  }
}

/** State, thread count and start time of a process from proc(5); empty where there is no /proc. */
function statOf(pid: number) {
  const afterName = orEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '')
  const fields = afterName.split(' ')
  return { state: fields[0] ?? '', threads: Number(fields[17] ?? 1), start: fields[19] ?? '' }
}

/** Identifies machine and container, because a pid is unique only within them. */
const machineIdOf = () =>
  createHash('sha256')
    .update(`${hostname()} ${orEmpty(() => readlinkSync('/proc/self/ns/pid'))}`)
    .digest('hex')
    .slice(0, 12)

/** All data is in the file's name, so that a reader never sees a partly written claim. */
const pattern = /^(\d+)-(\d*)-([0-9a-f]{12})-[0-9a-f]{8}$/
const heldFileOf = (claim: string) => `${claim}.held`

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
    return (error as NodeJS.ErrnoException).code === 'EPERM' // system errors carry a code
  }
}

/** A process of another machine or container cannot be checked; it counts as alive while it touches its file. */
function isAlive({ file, pid, start, place }: Claim): boolean {
  if (place !== machineIdOf()) return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < silenceMs
  const now = statOf(pid)
  // A killed process keeps its pid until its parent waits for it; it is gone when its last thread has ended.
  const isLeftOver = now.state === 'Z' && now.threads <= 1
  return isRunning(pid) && !isLeftOver && (start === '' || now.start === start)
}

const drop = (claim: string) => {
  rmSync(heldFileOf(claim), { force: true })
  rmSync(claim, { force: true })
}

/** Other live claims. Claims of ended processes are deleted, which is safe because only their process writes them. */
function otherClaims(folder: string, mine: string): Claim[] {
  return claimsIn(folder).filter((claim) => {
    if (claim.file === mine) return false
    const alive = isAlive(claim)
    if (!alive) drop(claim.file)
    return alive
  })
}

const heartbeat = (file: string) => {
  const touch = () => orEmpty(() => String(utimesSync(file, new Date(), new Date())))
  return setInterval(touch, beatMs).unref()
}

/** The holder to report, after waiting: a killed holder may take a moment to end, and rivals without the lock go away by themselves. */
function holderAmong(rivals: readonly Claim[], sinceMs: number): Claim | undefined {
  const holder = rivals.find(({ file }) => existsSync(heldFileOf(file)))
  if (holder) return sinceMs > dyingMs ? holder : undefined
  return sinceMs > patienceMs ? rivals[0] : undefined
}

/** Every process writes its claim before it looks for others, so at least one of two sees the other and retries. */
async function claimFolder(dataDir: string, claim: string): Promise<void> {
  for (const from = Date.now(); ; ) {
    writeFileSync(claim, '', { flag: 'wx' })
    const rivals = otherClaims(dirname(claim), claim)
    if (rivals.length === 0) return
    rmSync(claim)
    const holder = holderAmong(rivals, Date.now() - from)
    if (holder) throw new DatabaseLocked(dataDir, holder.pid, holder.place !== machineIdOf())
    await pause(10 + Math.random() * 40)
  }
}

/** Takes the data folder for this process; throws if another process has it. */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  const folder = join(dataDir, 'lock')
  mkdirSync(folder, { recursive: true })
  const claim = join(folder, `${process.pid}-${statOf(process.pid).start}-${machineIdOf()}-${randomBytes(4).toString('hex')}`)
  await claimFolder(dataDir, claim)
  // The claim is not renamed, because a process that lists the folder meanwhile could miss it.
  writeFileSync(heldFileOf(claim), '')
  const heart = heartbeat(claim)
  return {
    release: () => {
      clearInterval(heart)
      drop(claim)
    },
  }
}
