import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const dist = join(root, 'dist')
const other = mkdtempSync(join(tmpdir(), 'placard-other-'))
afterAll(() => rmSync(other, { recursive: true, force: true }))

const chunksIn = (folder: string) => readdirSync(join(folder, 'chunks')).map((name) => `chunks/${name}`)

test('in two releases a changed chunk has another name, and files of the same name are identical', () => {
  const env = { ...process.env, PLACARD_OTHER_DIST: other }
  execFileSync(
    process.execPath,
    ['node_modules/rollup/dist/bin/rollup', '-c', 'tests/support/build/changed-build.config.mjs', '--silent'],
    {
      cwd: root,
      env,
    },
  )
  const [before, after] = [dist, other].map((folder) => new Set(chunksIn(folder)))
  const both = [...(before ?? [])].filter((name) => after?.has(name))
  expect(both.filter((name) => !readFileSync(join(dist, name)).equals(readFileSync(join(other, name))))).toEqual([])
  const renamed = [...(before ?? [])].filter((name) => !after?.has(name))
  expect(renamed.map((name) => name.replace(/-[\w-]{7,8}\.js$/, ''))).toContain('chunks/report-chart')
  expect(both.some((name) => name.startsWith('chunks/core-'))).toBe(true)
  expect(readFileSync(join(dist, 'placard.js')).equals(readFileSync(join(other, 'placard.js')))).toBe(false)
}, 240_000)
