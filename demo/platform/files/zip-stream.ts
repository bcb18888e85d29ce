import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'
import type { Entry } from '../../../src/contract/files/workbook.ts'

/** Every file has this date, so that equal content gives equal bytes. */
const date = new Date(1980, 0, 1)
const deflate = 8
const maxBytes = 0xffff_ffff

/** Compresses a file with zlib, off the event loop, and counts its size and check sum. */
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
  // An error of the pieces destroys the stream, whose reader below throws it.
  const feeding = pipeline(counted, packing).catch(() => undefined)
  try {
    yield* packing
  } finally {
    packing.destroy()
    await feeding
  }
}

/** Makes an archive piece by piece, at the pace of its reader: only the list of its files is kept. */
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
    // Without the extension for large archives, sizes and places have 32 bits.
    if (offset > maxBytes || file.size > maxBytes) throw new Error('The file is longer than an archive can say')
  }
  zip.end()
  yield* take()
}
