import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import zlib from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
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
  return Buffer.from(await (response ?? new Response()).arrayBuffer())
}
const textOf = (body: Buffer) => zlib.brotliDecompressSync(body).toString()

/** The qualities of the compressions in this test. */
const qualities = () =>
  vi.mocked(zlib.brotliCompress).mock.calls.map(
    ([, options]) => (options as zlib.BrotliOptions).params?.[zlib.constants.BROTLI_PARAM_QUALITY], // as the platform calls it
  )
beforeEach(() => {
  vi.mocked(zlib.brotliCompress).mockClear()
})

test('two platforms of a process compress a file once, and a file of the same name with other content again', async () => {
  write('a')
  expect([textOf(await sent()), textOf(await sent())].map((text) => text.includes('aaa'))).toEqual([true, true])
  await expect.poll(qualities).toEqual([5, 11])
  write('b')
  expect(textOf(await sent())).toContain('bbb')
  await expect.poll(qualities).toEqual([5, 11, 5, 11])
})

test('the first request gets a quick compression, and later ones the best', async () => {
  const script = Array.from({ length: 3000 }, (_, n) => `export const name${n} = ${n * n}`).join('\n')
  writeFileSync(join(folder, 'one.js'), script)
  const first = await sent()
  await expect.poll(async () => (await sent()).length).toBeLessThan(first.length)
  expect([textOf(first), textOf(await sent())]).toEqual([script, script])
  expect(qualities()).toEqual([5, 11])
})
