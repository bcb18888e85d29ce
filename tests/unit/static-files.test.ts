import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import zlib from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { filesOf } from '../../demo/platform/http/static-files.ts'

vi.mock('node:zlib', async (load) => {
  const original = await load<typeof import('node:zlib')>()
  const brotliCompress = vi.fn(original.brotliCompress)
  return { ...original, brotliCompress, default: { ...original, brotliCompress } }
})

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-static-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (text: string) => writeFileSync(join(folder, 'one.js'), `export default '${text.repeat(400)}'`)
const request = new Request('http://localhost/one.js', { headers: { 'Accept-Encoding': 'br' } })

/** What a new platform sends for the file. */
async function sent() {
  const response = await filesOf(folder).answer(request, 'one.js')
  expect(response?.headers.get('content-encoding')).toBe('br')
  return zlib.brotliDecompressSync(await (response ?? new Response()).arrayBuffer()).toString()
}

test('two platforms of a process compress a file once, and a file of the same name with other content again', async () => {
  write('a')
  await filesOf(folder).warm()
  expect(await sent()).toContain('aaa')
  expect(zlib.brotliCompress).toHaveBeenCalledTimes(1)
  write('b')
  expect(await sent()).toContain('bbb')
  expect(zlib.brotliCompress).toHaveBeenCalledTimes(2)
})
