import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Plugin } from 'rollup'

const root = fileURLToPath(new URL('../..', import.meta.url))
const execute = promisify(execFile)
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
const imported = /(from |import\()(['"])(\.[^'"]+)\.tsx?\2/g
/** Replaced by the generated `elements.d.ts`, so that partners do not need superstruct. */
const generatedListFile = join('elements', 'index.d.ts')

/** Writes the declaration files of partners' entries. Type checking is a separate step. */
async function emit(folder: string, entries: readonly string[]) {
  const project = join(folder, 'tsconfig.json')
  const options = { noEmit: false, declaration: true, emitDeclarationOnly: true, noCheck: true, outDir: folder, rootDir: root }
  const ambient = ['elements/**/*.d.ts', 'locales/*.d.ts', 'src/**/*.d.ts'].map((pattern) => join(root, pattern))
  const files = entries.map((entry) => join(root, entry))
  const typeRoots = [join(root, 'node_modules/@types')]
  writeFileSync(
    project,
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions: { ...options, typeRoots }, files, include: ambient }),
  )
  await execute(process.execPath, [compiler, '--project', project], { cwd: root })
}

/** A declaration file with its imports moved to one folder, and the files that it imports. */
function readTypes(folder: string, file: string): { text: string; needs: string[] } {
  const needs: string[] = []
  const text = readFileSync(join(folder, file), 'utf8').replace(imported, (_, word, quote, path) => {
    const needed = join(dirname(file), `${path}.d.ts`)
    if (needed !== generatedListFile) needs.push(needed)
    return `${word}${quote}./${needed === generatedListFile ? 'elements' : basename(path)}.js${quote}`
  })
  return { text, needs }
}

/** All declaration files that the entries import, by their name in one folder. */
function collectTypeFiles(folder: string, entries: readonly string[]): Map<string, string> {
  const declarations = new Map<string, string>()
  const pending = entries.map((entry) => entry.replace(/\.tsx?$/, '.d.ts'))
  for (let file = pending.pop(); file; file = pending.pop()) {
    if (declarations.has(basename(file))) continue
    const { text, needs } = readTypes(folder, file)
    declarations.set(basename(file), text)
    pending.push(...needs)
  }
  return declarations
}

/** Emits the types of partners' entries; the compiler runs while the bundle is built. */
export function publicTypes(entries: readonly string[]): Plugin {
  let emitted: Promise<ReadonlyMap<string, string>> | undefined
  const read = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'placard-types-'))
    try {
      await emit(folder, entries)
      return collectTypeFiles(folder, entries)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return {
    name: 'public-types',
    buildStart() {
      emitted = read()
      // The failure is reported where the result is awaited.
      emitted.catch(() => undefined)
    },
    async generateBundle() {
      for (const [name, source] of (await emitted) ?? []) this.emitFile({ type: 'asset', fileName: `types/${name}`, source })
    },
  }
}
