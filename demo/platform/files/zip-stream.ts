import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'
import type { Entry } from '../../../src/contract/files/workbook.ts'

/** A fixed date, so that equal content gives equal bytes. */
const date = new Date(1980, 0, 1)
const deflate = 8
const maxBytes = 0xffff_ffff

/** Compresses a file with zlib, off the event loop, and counts its size and checksum. */
async function* deflated(pieces: Entry['pieces'], file: ZipInputFile): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  async function* counted() {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece)
      file.crc = crc32(bytes, file.crc)
      file.size += bytes.length
      yield bytes
    }
  }
  const packing = createDeflateRaw()
  // An error in `pieces` destroys the stream, and reading the stream below then throws it.
  const feeding = pipeline(counted, packing).catch(() => undefined)
  try {
    yield* packing
  } finally {
    packing.destroy()
    await feeding
  }
}

/** Streams a zip archive at the reader's pace; only the list of files stays in memory. */
export async function* zipStream(entries: readonly Entry[]): AsyncGenerator<Buffer> {
  const ready: Buffer[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    if (chunk.length > 0) ready.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
  })
  let offset = 0
  function* take() {
    for (const chunk of ready.splice(0)) {
      offset += chunk.length
      yield chunk
    }
  }
  for (const { name, pieces } of entries) {
    const file: ZipInputFile = { filename: name, size: 0, crc: 0, compression: deflate, mtime: date }
    zip.add(file)
    for await (const bytes of deflated(pieces, file)) {
      file.ondata?.(null, bytes, false)
      yield* take()
    }
    file.ondata?.(null, new Uint8Array(), true)
    yield* take()
    // Without ZIP64, sizes and offsets have 32 bits.
    if (offset > maxBytes || file.size > maxBytes) throw new Error('The file exceeds the size limit of a zip archive')
  }
  zip.end()
  yield* take()
}
