import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OutputOptions, rollup } from 'rollup'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = join(root, 'dist')

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
const hashOf = (content: Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`

/** Loadable files without a matching hash, and hashes without a file. */
function unproven(folder: string, said: Readonly<Record<string, string>>) {
  const loaded = filesIn(folder).filter((name) => /\.(js|css|woff2)$/.test(name))
  const wrong = loaded.filter((name) => said[name] !== hashOf(readFileSync(join(folder, name))))
  return [...wrong, ...Object.keys(said).filter((name) => !loaded.includes(name))]
}

test('every file that a page may load has a hash in its name', () => {
  const said = JSON.parse(readFileSync(join(dist, 'integrity.json'), 'utf8'))
  expect(unproven(dist, said)).toEqual([])
  const { 'placard.js': left, ...less } = said
  expect(unproven(dist, less)).toEqual(['placard.js'])
  expect(unproven(dist, { ...said, 'placard.js': `${left}x`, 'gone.js': left })).toEqual(['placard.js', 'gone.js'])
})

test('the name of every chunk ends in a hash of its content', () => {
  const chunks = filesIn(dist).filter((name) => name.startsWith('chunks/'))
  expect(chunks.length).toBeGreaterThan(100)
  expect(chunks.filter((name) => !/-[\w-]{7,8}\.(js|woff2)$/.test(name))).toEqual([])
})

describe('two builds of a small page', async () => {
  const configFile = '../../rollup.config.mjs'
  const { output }: { output: OutputOptions } = (await import(configFile)).default
  const outputOptions: OutputOptions = { ...output, onlyExplicitManualChunks: false, experimentalMinChunkSize: 1 }
  delete outputOptions.manualChunks
  /** Builds the chunks of a page with two parts, one of which contains the given sentence. */
  async function chunksWith(sentence: string) {
    const modules: Readonly<Record<string, string>> = {
      page: "export const parts = [() => import('sentence'), () => import('other')]",
      sentence: `export const sentence = () => document.write(${JSON.stringify(sentence)})`,
      other: "export const other = () => document.write('always the same')",
    }
    const pages = { name: 'pages', resolveId: (id: string) => id, load: (id: string) => modules[id] ?? null }
    const bundle = await rollup({ input: { page: 'page' }, plugins: [pages] })
    const made = await bundle.generate(outputOptions)
    return new Map(made.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code] as const] : [])))
  }
  const withoutHash = (name: string) => name.replace(/-[\w-]{7,8}\.js$/, '')

  test('have equal names for equal content', async () => {
    expect([...(await chunksWith('one')).keys()]).toEqual([...(await chunksWith('one')).keys()])
  })

  test('have other names for changed content and the chunks that load it', async () => {
    const before = await chunksWith('one')
    const after = await chunksWith('two')
    const renamed = [...before.keys()].filter((name) => !after.has(name))
    expect(renamed.map(withoutHash).sort()).toEqual(['chunks/page', 'chunks/sentence'])
    const both = [...before].filter(([name]) => after.has(name))
    expect(both.map(([name]) => withoutHash(name))).toEqual(['chunks/other'])
    expect(both.filter(([name, code]) => after.get(name) !== code)).toEqual([])
  })
})
