import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = join(root, 'dist')
const other = mkdtempSync(join(tmpdir(), 'placard-other-'))
afterAll(() => rmSync(other, { recursive: true, force: true }))

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
const hashOf = (content: Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`

/** Each file that a page may load whose hash is missing, of nothing, or of something else. */
function unproven(folder: string, said: Readonly<Record<string, string>>) {
  const loaded = filesIn(folder).filter((name) => /\.(js|css|woff2)$/.test(name))
  const wrong = loaded.filter((name) => said[name] !== hashOf(readFileSync(join(folder, name))))
  return [...wrong, ...Object.keys(said).filter((name) => !loaded.includes(name))]
}

test('every file that a page may load is named with its hash', () => {
  const said = JSON.parse(readFileSync(join(dist, 'integrity.json'), 'utf8'))
  expect(unproven(dist, said)).toEqual([])
  const { 'placard.js': left, ...less } = said
  expect(unproven(dist, less)).toEqual(['placard.js'])
  expect(unproven(dist, { ...said, 'placard.js': `${left}x`, 'gone.js': left })).toEqual(['placard.js', 'gone.js'])
})

test('a name among the chunks stands for one content: what changes is called otherwise, what does not is the same to the byte', () => {
  const env = { ...process.env, PLACARD_OTHER_DIST: other }
  execFileSync(process.execPath, ['node_modules/rollup/dist/bin/rollup', '-c', 'tests/support/changed-build.config.mjs', '--silent'], {
    cwd: root,
    env,
  })
  const [before, after] = [dist, other].map((folder) => new Set(filesIn(folder).filter((name) => name.startsWith('chunks/'))))
  const both = [...(before ?? [])].filter((name) => after?.has(name))
  expect(both.filter((name) => !readFileSync(join(dist, name)).equals(readFileSync(join(other, name))))).toEqual([])
  const renamed = [...(before ?? [])].filter((name) => !after?.has(name))
  expect(renamed.map((name) => name.replace(/-[\w-]{8}\.js$/, ''))).toContain('chunks/report-chart')
  expect(both.some((name) => name.startsWith('chunks/core-'))).toBe(true)
  expect(readFileSync(join(dist, 'placard.js')).equals(readFileSync(join(other, 'placard.js')))).toBe(false)
}, 240_000)
