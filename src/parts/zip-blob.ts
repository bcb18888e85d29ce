import type { Entry } from '../contract/workbook.ts'

const sums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  return sum
})

/** The check sum that archives have, of bytes behind those that `before` is of. */
export function crcOf(bytes: Uint8Array, before = 0): number {
  let sum = ~before
  for (const byte of bytes) sum = (sums[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8)
  return ~sum >>> 0
}

type Bytes = Uint8Array<ArrayBuffer>
function fields(...values: readonly (readonly [size: 2 | 4, value: number])[]): Bytes {
  const view = new DataView(new ArrayBuffer(values.reduce((length, [size]) => length + size, 0)))
  let at = 0
  for (const [size, value] of values) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += size
  }
  return new Uint8Array(view.buffer)
}

const [version, deflated, utf8] = [20, 8, 0x0800]
/** The first of January 1980: a file says nothing of when it was made. */
const day = 0x21

interface Packed {
  readonly name: Bytes
  readonly data: Blob
  readonly crc: number
  readonly size: number
}

/** Packs one file; the browser holds what is packed, not what it was. */
async function packed({ name, pieces }: Entry): Promise<Packed> {
  const letters = new TextEncoder()
  const told = { crc: 0, size: 0 }
  const deflate = new CompressionStream('deflate-raw')
  const data = new Response(deflate.readable).blob()
  const writer = deflate.writable.getWriter()
  try {
    for await (const piece of pieces) {
      const bytes = letters.encode(piece)
      told.crc = crcOf(bytes, told.crc)
      told.size += bytes.length
      await writer.write(bytes)
    }
    await writer.close()
  } catch (error) {
    await Promise.allSettled([writer.abort(error), data])
    throw error
  }
  return { name: letters.encode(name), data: await data, ...told }
}

/** What the list and the file itself say of it alike. */
const said = ({ name, data, crc, size }: Packed) =>
  fields([2, version], [2, utf8], [2, deflated], [2, 0], [2, day], [4, crc], [4, data.size], [4, size], [2, name.length], [2, 0])

/** An archive that a browser makes, one file after the other. */
export async function zipBlob(entries: readonly Entry[], type: string): Promise<Blob> {
  const [files, list]: [BlobPart[], BlobPart[]] = [[], []]
  let offset = 0
  for (const entry of entries) {
    const file = await packed(entry)
    const about = said(file)
    files.push(fields([4, 0x04034b50]), about, file.name, file.data)
    list.push(fields([4, 0x02014b50], [2, version]), about, fields([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), file.name)
    offset += 4 + about.length + file.name.length + file.data.size
  }
  const listed = new Blob(list)
  const count = entries.length
  const ending = fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, listed.size], [4, offset], [2, 0])
  return new Blob([...files, listed, ending], { type })
}
