import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import type { Entry } from '../../../src/contract/workbook.ts'

interface Packed {
  readonly name: Buffer
  readonly offset: number
  readonly crc: number
  readonly packed: number
  readonly size: number
}

/** Sizes stand behind the data (8), and names are UTF-8 (2048). */
const flags = 0x0808
const version = 20
const deflated = 8
/** The first of January 1980: a file says nothing of when it was made. */
const day = 0x21
const most = 0xffff_ffff

function fields(...values: readonly (readonly [size: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(values.reduce((sum, [size]) => sum + size, 0))
  let at = 0
  for (const [size, value] of values) at = size === 2 ? buffer.writeUInt16LE(value, at) : buffer.writeUInt32LE(value, at)
  return buffer
}

const localHeader = (name: Buffer) =>
  Buffer.concat([
    fields([4, 0x04034b50], [2, version], [2, flags], [2, deflated], [2, 0], [2, day], [4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]),
    name,
  ])
const descriptor = ({ crc, packed, size }: Packed) => fields([4, 0x08074b50], [4, crc], [4, packed], [4, size])
const listed = ({ name, offset, crc, packed, size }: Packed) =>
  Buffer.concat([
    fields([4, 0x02014b50], [2, version], [2, version], [2, flags], [2, deflated], [2, 0], [2, day], [4, crc], [4, packed], [4, size]),
    fields([2, name.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
    name,
  ])
const ending = (count: number, size: number, offset: number) =>
  fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0])

/** Packs one file; gives what it came to when its pieces are through. */
async function* packedEntry({ pieces }: Entry): AsyncGenerator<Buffer, Pick<Packed, 'crc' | 'packed' | 'size'>> {
  const sums = { crc: 0, packed: 0, size: 0 }
  async function* counted() {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece)
      sums.crc = crc32(bytes, sums.crc)
      sums.size += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw()
  const feeding = pipeline(counted, deflate).catch(() => undefined)
  try {
    for await (const chunk of deflate) {
      const bytes: Buffer = chunk
      sums.packed += bytes.length
      yield bytes
    }
  } finally {
    deflate.destroy()
    await feeding
  }
  return sums
}

/** An archive, piece by piece: nothing is kept but the list of its files. */
export async function* zipStream(entries: readonly Entry[]): AsyncGenerator<Buffer> {
  const done: Packed[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const header = localHeader(name)
    yield header
    const sums = yield* packedEntry(entry)
    const packed = { name, offset, ...sums }
    yield descriptor(packed)
    done.push(packed)
    offset += header.length + sums.packed + 16
    if (offset > most || sums.size > most) throw new Error('The file is longer than an archive can say')
  }
  const list = Buffer.concat(done.map(listed))
  yield list
  yield ending(done.length, list.length, offset)
}
