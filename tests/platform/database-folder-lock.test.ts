import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lockFolder } from '../../demo/platform/database/folder-lock.ts'
import { amount } from '../support/platform/audit.ts'
import { startChild } from '../support/platform/child.ts'
import { refusedOpeners } from '../trust/openers.ts'

const folders: string[] = []
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'placard-lock-'))
  folders.push(made)
  return made
}
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true })
})

test('a second process is refused with the pid of the first, five times of five', async () => {
  const refused = await refusedOpeners(5)
  console.log(`lock: ${refused} of 5 second openers refused`)
  expect(refused).toBe(5)
})

test('the lock of a killed process is taken over, and a released lock is free', async () => {
  const dataDir = folder()
  const first = await startChild('database/folder-holder.ts', dataDir)
  await first.nextLine(/held/)
  await first.end('SIGKILL')
  const lock = await lockFolder(dataDir)
  await expect(lockFolder(dataDir)).rejects.toThrow(`process ${process.pid}`)
  lock.release()
  const again = await lockFolder(dataDir)
  again.release()
  expect(readdirSync(join(dataDir, 'lock'))).toEqual([])
})

test('of many processes that race for the lock of a dead one, exactly one gets it', async () => {
  const rounds = amount(3, 1)
  for (let round = 0; round < rounds; round++) {
    const dataDir = folder()
    const dead = await startChild('database/folder-holder.ts', dataDir)
    await dead.nextLine(/held/)
    await dead.end('SIGKILL')
    const rivals = await Promise.all([1, 2, 3, 4].map(() => startChild('database/folder-holder.ts', dataDir)))
    const said = await Promise.all(rivals.map((rival) => rival.nextLine(/./)))
    const winner = rivals[said.indexOf('held')]
    await Promise.all(rivals.map((rival) => rival.end('SIGKILL')))
    expect(said.filter((line) => line === 'held')).toHaveLength(1)
    expect(said.filter((line) => line.includes(`process ${winner?.process.pid}:`))).toHaveLength(3)
  }
  console.log(`lock: ${rounds} races of 4 for a dead process's lock, one winner each`)
})

/** A lock file as a process writes it, with a changed owner in its name. */
const claimOf = async (dataDir: string, change: (name: string) => string) => {
  const lock = await lockFolder(dataDir)
  const [name = ''] = readdirSync(join(dataDir, 'lock')).filter((file) => !file.endsWith('.held'))
  lock.release()
  const file = join(dataDir, 'lock', change(name))
  writeFileSync(file, '')
  writeFileSync(`${file}.held`, '')
  return file
}

test('a process with the reused pid of a dead one does not hold its lock', async () => {
  const dataDir = folder()
  await claimOf(dataDir, (name) => name.replace(/^(\d+)-\d*-/, '$1-1-'))
  const lock = await lockFolder(dataDir)
  lock.release()
})

test('a process of another machine holds its lock while it sends heartbeats', async () => {
  const dataDir = folder()
  const file = await claimOf(dataDir, (name) => name.replace(/-[0-9a-f]{12}-/, '-0123456789ab-'))
  await expect(lockFolder(dataDir)).rejects.toThrow(/of another machine or container/)
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(file, longAgo, longAgo)
  const lock = await lockFolder(dataDir)
  lock.release()
})
