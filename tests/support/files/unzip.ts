import { crc32, inflateRawSync } from 'node:zlib'

/** The files of an archive by their names. Throws if a file differs from its entry in the directory or from its own header. */
export function unzip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end < 0) throw new Error('The archive has no end record')
  const files = new Map<string, string>()
  let at = archive.readUInt32LE(end + 16)
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    const [crc, packed, size] = [16, 20, 24].map((offset) => archive.readUInt32LE(at + offset)) as [number, number, number] // three offsets, three numbers
    const nameLength = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const local = archive.readUInt32LE(at + 42)
    const data = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const content = inflateRawSync(archive.subarray(data, data + packed))
    // When a file was compressed as a stream, its sizes follow the data.
    const sizesAt = archive.readUInt16LE(local + 6) & 8 ? data + packed + 4 : local + 14
    const repeated = [0, 4, 8].map((offset) => archive.readUInt32LE(sizesAt + offset))
    if (content.length !== size || crc32(content) !== crc) throw new Error(`The content of ${name} does not match the directory`)
    if (repeated.join() !== [crc, packed, size].join()) throw new Error(`The local header of ${name} does not match the directory`)
    files.set(name, content.toString('utf8'))
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return files
}

const letters: Readonly<Record<string, string>> = { '38': '&', '60': '<', '62': '>', '34': '"' }
const read = (text: string) => text.replace(/&#(\d+);/g, (_, code: string) => letters[code] ?? '?')

/** The cells of a sheet: texts as strings, figures as numbers, empty cells as null. */
export const sheetCells = (xml: string): (string | number | null)[][] =>
  [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c(?: s="\d+")?(?: t="(\w+)")?(?:\/>|>(.*?)<\/c>)/gs)].map(([, type, inner]) => {
      if (inner === undefined) return null
      const [, text = ''] = /<(?:t|v)(?: [^>]*)?>(.*)<\/(?:t|v)>/s.exec(inner) ?? []
      return type === 'inlineStr' ? read(text) : Number(text)
    }),
  )
