import { describe, expect, test } from 'vitest'
import { checkFile, type FileKind, type FileLimits, kindByName, matchesKind } from '../../src/ui/upload/file-kinds.ts'
import { fileSize } from '../../src/ui/upload/file-size.ts'
import { createUploadList, type UploadFileOptions } from '../../src/ui/upload/upload-list.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const heads: Readonly<Record<FileKind, Uint8Array<ArrayBuffer>>> = {
  png: bytes('\x89PNG\r\n\x1a\nIHDR'),
  jpeg: bytes('\xff\xd8\xff\xe0JFIF'),
  gif: bytes('GIF89a'),
  webp: bytes('RIFF\x10\0\0\0WEBPVP8 '),
  csv: new TextEncoder().encode('name,bid\nCafé,1.20\n'),
  xlsx: bytes('PK\x03\x04\x14\0'),
  txt: new TextEncoder().encode('H-1\nH-2\n'),
  pdf: bytes('%PDF-1.7\n'),
}
const kinds: readonly FileKind[] = ['png', 'jpeg', 'gif', 'webp', 'csv', 'xlsx', 'pdf']
const limits: FileLimits = { kinds, maxBytes: 1000, maxFiles: 3 }
const fileOf = (name: string, content: Uint8Array<ArrayBuffer> = heads.png, lastModified = 1) => new File([content], name, { lastModified })

describe('the first bytes show the type of a file', () => {
  for (const kind of kinds)
    for (const other of kinds)
      test(`${other} ${kind === other ? 'is' : 'is no'} ${kind}`, () => {
        // The six-letter GIF signature is also valid text.
        expect(matchesKind(kind, heads[other])).toBe(kind === other || (kind === 'csv' && (other === 'gif' || other === 'pdf')))
      })

  test.each([
    ['an empty file', 'csv', new Uint8Array()],
    ['half a mark', 'png', bytes('\x89PN')],
    ['a sound in the same envelope', 'webp', bytes('RIFF\x10\0\0\0WAVEfmt ')],
    ['a text with a NUL', 'csv', bytes('a,b\0c')],
    ['a text of another encoding', 'csv', bytes('Caf\xe9,1')],
    ['a text in two bytes a letter', 'csv', bytes('\xff\xfea\0,\0')],
  ] as const)('%s is refused', (_, kind, head) => {
    expect(matchesKind(kind, head)).toBe(false)
  })

  test('text may be cut in a character, and start with a byte order mark', () => {
    expect(matchesKind('csv', heads.csv.slice(0, 13))).toBe(true)
    expect(matchesKind('csv', bytes('\xef\xbb\xbfname'))).toBe(true)
  })
})

test.each([
  ['a.PNG', 'png'],
  ['a.b.jpeg', 'jpeg'],
  ['a.jpg', 'jpeg'],
  ['png', undefined],
  ['a.png.exe', undefined],
  ['a.', undefined],
])('the name %s suggests %s', (name, kind) => {
  expect(kindByName(name)).toBe(kind)
})

describe('the check of a file', () => {
  test.each([
    ['taken', fileOf('a.png'), true],
    ['of a kind that is not asked for', fileOf('a.svg'), 'kind'],
    ['empty', fileOf('a.png', new Uint8Array()), 'empty'],
    ['too large', fileOf('a.png', new Uint8Array(1001)), 'size'],
    ['something else than its name says', fileOf('a.png', heads.jpeg), 'content'],
  ])('%s', async (_, file, wanted) => {
    const verdict = await checkFile(file, limits)
    expect(verdict === true ? true : verdict.code).toBe(wanted)
  })
})

/** Uploads that finish when the test ends them. */
function fixture(maxFiles = limits.maxFiles) {
  const going: { file: File; options: UploadFileOptions; end: (result: string) => void; fail: (error: unknown) => void }[] = []
  const send = (file: File, options: UploadFileOptions) =>
    new Promise<string>((resolve, reject) => {
      going.push({ file, options, end: resolve, fail: reject })
    })
  const list = createUploadList(send, () => ({ ...limits, maxFiles }))
  const states = () => list.files().map(({ state }) => state)
  const until = (count: number) => expect.poll(() => going.length).toBe(count)
  return { list, going, states, until }
}

describe('a file upload', () => {
  test('reports progress and result of each file', async () => {
    const { list, going, states, until } = fixture()
    list.add([fileOf('a.png')])
    await until(1)
    going[0]?.options.onProgress(5)
    expect(list.files()[0]).toMatchObject({ state: 'sending', bytes: 5 })
    going[0]?.end('17')
    await expect.poll(states).toEqual(['sent'])
    expect(list.files()[0]?.result).toBe('17')
  })

  test('that is cancelled is aborted, ignores later messages, and can be repeated', async () => {
    const { list, going, states, until } = fixture()
    list.add([fileOf('a.png')])
    await until(1)
    list.cancel(1)
    expect(going[0]?.options.signal.aborted).toBe(true)
    going[0]?.options.onProgress(9)
    going[0]?.fail(new Error('aborted'))
    expect(states()).toEqual(['cancelled'])
    list.retry(1)
    await until(2)
    expect(list.files()[0]).toMatchObject({ state: 'sending', bytes: 0 })
  })

  test('that fails keeps its reason and can be repeated', async () => {
    const { list, going, states, until } = fixture()
    list.add([fileOf('a.png')])
    await until(1)
    going[0]?.fail('line is down')
    await expect.poll(states).toEqual(['failed'])
    expect(list.files()[0]?.error).toBe('line is down')
    list.retry(1)
    await until(2)
  })

  test('sends three files at once, and then the next', async () => {
    const { list, going, states, until } = fixture(5)
    list.add(['a', 'b', 'c', 'd', 'e'].map((name) => fileOf(`${name}.png`)))
    await expect.poll(states).toEqual(['sending', 'sending', 'sending', 'waiting', 'waiting'])
    list.cancel(4)
    going[1]?.end('')
    await until(4)
    expect(states()).toEqual(['sending', 'sent', 'sending', 'cancelled', 'sending'])
  })

  test('is limited in number, without counting refused files', async () => {
    const { list, states, until } = fixture(2)
    list.add([fileOf('a.svg'), fileOf('b.png')])
    await until(1)
    list.add([fileOf('c.png'), fileOf('d.png')])
    await until(2)
    expect(states()).toEqual(['refused', 'sending', 'sending', 'refused'])
    expect(list.files()[3]?.refusal).toEqual({ code: 'count', maxFiles: 2 })
  })

  test('that is not accepted leaves its place to the next file', async () => {
    const { list, going, states, until } = fixture(1)
    list.add([fileOf('wrong-size.png')])
    await until(1)
    going[0]?.fail('800 pixels instead of 1200')
    await expect.poll(states).toEqual(['failed'])
    list.add([fileOf('right-size.png')])
    await until(2)
    going[1]?.end('17')
    await expect.poll(states).toEqual(['sent'])
    list.add([fileOf('third.png')])
    expect(list.files().at(-1)?.refusal).toEqual({ code: 'count', maxFiles: 1 })
  })

  test('takes the same file once, and again after cancelling', async () => {
    const { list, states, until } = fixture()
    list.add([fileOf('a.png'), fileOf('a.png')])
    await until(1)
    expect(states()).toEqual(['sending', 'refused'])
    list.cancel(1)
    list.add([fileOf('a.png')])
    await until(2)
  })

  test('stops when its file is removed', async () => {
    const { list, going, until } = fixture()
    list.add([fileOf('a.png')])
    await until(1)
    list.remove(1)
    expect(going[0]?.options.signal.aborted).toBe(true)
    expect(list.files()).toEqual([])
  })
})

test.each([
  [0, 'en-US', '0 bytes'],
  [999, 'en-US', '999 bytes'],
  [240_000, 'en-US', '240 kB'],
  [2_450_000, 'de', '2,5 MB'],
  [3_000_000_000_000, 'en-US', '3,000 GB'],
])('the size %i bytes in %s is %s', (size, locale, text) => {
  expect(fileSize(size, locale)).toBe(text)
})
