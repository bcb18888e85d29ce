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

/** Puts temporary files into memory, if there is enough: each test copies a database, which takes longer on disk than the test. */
export function preferMemory() {
  if (!process.env.TMPDIR && hasRoom()) process.env.TMPDIR = memory
}
