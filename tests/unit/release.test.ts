import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = join(root, 'dist')

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

test('release: the name of every chunk ends in a hash of content', () => {
  const chunks = filesIn(dist).filter((name) => name.startsWith('chunks/'))
  expect(chunks.length).toBeGreaterThan(100)
  expect(chunks.filter((name) => !/-[\w-]{8}\.(js|woff2)$/.test(name))).toEqual([])
})
