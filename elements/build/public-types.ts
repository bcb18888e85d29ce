import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'rollup'

const root = fileURLToPath(new URL('../..', import.meta.url))
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
const imported = /(from |import\()(['"])(\.[^'"]+)\.tsx?\2/g
/** The list of declarations is told by what is printed from it, so that nobody needs the library it is written with. */
const printed = join('elements', 'index.d.ts')

const flags = (folder: string) => [
  '--noEmit',
  'false',
  '--declaration',
  '--emitDeclarationOnly',
  '--outDir',
  folder,
  '--rootDir',
  root,
  '--project',
  root,
]

/** The text of a declaration file with the files beside it, and the names of those it needs. */
function readTypes(folder: string, file: string): { text: string; needs: string[] } {
  const needs: string[] = []
  const text = readFileSync(join(folder, file), 'utf8').replace(imported, (_, word, quote, path) => {
    const needed = join(dirname(file), `${path}.d.ts`)
    if (needed !== printed) needs.push(needed)
    return `${word}${quote}./${needed === printed ? 'elements' : basename(path)}.js${quote}`
  })
  return { text, needs }
}

/** Every declaration file that the entries lead to, by its name in one folder. */
function reach(folder: string, entries: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  const left = entries.map((entry) => entry.replace(/\.tsx?$/, '.d.ts'))
  for (let file = left.pop(); file; file = left.pop()) {
    if (found.has(basename(file))) continue
    const { text, needs } = readTypes(folder, file)
    found.set(basename(file), text)
    left.push(...needs)
  }
  return found
}

/** The types of what partners import, taken from the sources. */
export const publicTypes = (entries: readonly string[]): Plugin => ({
  name: 'public-types',
  generateBundle() {
    const folder = mkdtempSync(join(tmpdir(), 'placard-types-'))
    try {
      // An error of types is for the check of types to tell: it stops neither this nor who is trying something out.
      spawnSync(process.execPath, [compiler, ...flags(folder)], { cwd: root })
      const files = reach(folder, entries)
      for (const [name, source] of files) this.emitFile({ type: 'asset', fileName: `types/${name}`, source })
    } finally {
      rmSync(resolve(folder), { recursive: true, force: true })
    }
  },
})
