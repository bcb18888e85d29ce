import { Zip, ZipDeflate } from 'fflate'
import type { Entry } from '../../contract/files/workbook.ts'

/** A fixed date, so that equal content gives equal bytes. */
const date = new Date(1980, 0, 1)

/** Writes a zip archive in the browser, one file after the other, keeping only compressed bytes in memory. */
export async function zipBlob(entries: readonly Entry[], mimeType: string): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const encoder = new TextEncoder()
  for (const { name, pieces } of entries) {
    const file = new ZipDeflate(name)
    file.mtime = date
    zip.add(file)
    for await (const piece of pieces) file.push(encoder.encode(piece))
    file.push(new Uint8Array(), true)
  }
  zip.end()
  return new Blob(chunks, { type: mimeType })
}
