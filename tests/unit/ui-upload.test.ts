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
  txt: new TextEncoder().encode('H-1\nH-2\n'),
}
const kinds: readonly FileKind[] = ['png', 'jpeg', 'gif', 'webp', 'csv']
const limits: FileLimits = { kinds, maxBytes: 1000, maxFiles: 3 }
const fileOf = (name: string, content: Uint8Array<ArrayBuffer> = heads.png, lastModified = 1) => new File([content], name, { lastModified })

describe('the first bytes say what a file is', () => {
  for (const kind of kinds)
    for (const other of kinds)
      test(`${other} ${kind === other ? 'is' : 'is no'} ${kind}`, () => {
        // The six-letter GIF signature is also valid text.
        expect(matchesKind(kind, heads[other])).toBe(kind === other || (kind === 'csv' && other === 'gif'))
      })

  test.each([
    ['an empty file', 'csv', new Uint8Array()],
    ['half a mark', 'png', bytes('\x89PN')],
    ['a sound in the same envelope', 'webp', bytes('RIFF\x10\0\0\0WAVEfmt ')],
    ['a text with a NUL', 'csv', bytes('a,b\0c')],
    ['a text of another encoding', 'csv', bytes('Caf\xe9,1')],
    ['a text in two bytes a letter', 'csv', bytes('\xff\xfea\0,\0')],
  ] as const)('%s is not taken', (_, kind, head) => {
    expect(matchesKind(kind, head)).toBe(false)
  })

  test('a letter that the end cuts in two, and a byte order mark, are text', () => {
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
])('the name %s promises %s', (name, kind) => {
  expect(kindByName(name)).toBe(kind)
})

describe('a file is checked', () => {
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

describe('an upload', () => {
  test('tells how far each file is, and what came of it', async () => {
    const { list, going, states, until } = fixture()
    list.add([fileOf('a.png')])
    await until(1)
    going[0]?.options.onProgress(5)
    expect(list.files()[0]).toMatchObject({ state: 'sending', bytes: 5 })
    going[0]?.end('17')
    await expect.poll(states).toEqual(['sent'])
    expect(list.files()[0]?.result).toBe('17')
  })

  test('a file that is cancelled is aborted, hears no more of it, and can be sent again', async () => {
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

  test('a file that fails keeps its reason and can be sent again', async () => {
    const { list, going, states, until } = fixture()
    list.add([fileOf('a.png')])
    await until(1)
    going[0]?.fail('line is down')
    await expect.poll(states).toEqual(['failed'])
    expect(list.files()[0]?.error).toBe('line is down')
    list.retry(1)
    await until(2)
  })

  test('no more than three go at once, and the next one follows', async () => {
    const { list, going, states, until } = fixture(5)
    list.add(['a', 'b', 'c', 'd', 'e'].map((name) => fileOf(`${name}.png`)))
    await expect.poll(states).toEqual(['sending', 'sending', 'sending', 'waiting', 'waiting'])
    list.cancel(4)
    going[1]?.end('')
    await until(4)
    expect(states()).toEqual(['sending', 'sent', 'sending', 'cancelled', 'sending'])
  })

  test('no more are taken than may be sent; what was not taken does not count', async () => {
    const { list, states, until } = fixture(2)
    list.add([fileOf('a.svg'), fileOf('b.png')])
    await until(1)
    list.add([fileOf('c.png'), fileOf('d.png')])
    await until(2)
    expect(states()).toEqual(['refused', 'sending', 'sending', 'refused'])
    expect(list.files()[3]?.refusal).toEqual({ code: 'count', maxFiles: 2 })
  })

  test('the same file is taken once, and again when it was given up', async () => {
    const { list, states, until } = fixture()
    list.add([fileOf('a.png'), fileOf('a.png')])
    await until(1)
    expect(states()).toEqual(['sending', 'refused'])
    list.cancel(1)
    list.add([fileOf('a.png')])
    await until(2)
  })

  test('what is removed is stopped', async () => {
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
])('%i bytes in %s are %s', (size, locale, text) => {
  expect(fileSize(size, locale)).toBe(text)
})
