import { accessSync, constants, statfsSync } from 'node:fs'

const memory = '/dev/shm'
const enoughBytes = 8 * 1024 ** 3

function hasRoom() {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= enoughBytes
  } catch {
    return false
  }
}

/** Puts what tests write for a while into memory, where there is enough of it: each of them copies a database, and a disk takes longer for that than the test. */
export function preferMemory() {
  if (!process.env.TMPDIR && hasRoom()) process.env.TMPDIR = memory
}
