// Compiles programs of the platform. Node loads the few files of one in a sixth of the processor time that tsx takes for their sources.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, stop } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** In the repository, so that the programs find its packages. */
const folder = join(root, '.compiled')
const keptMs = 30 * 86_400_000

/** A source finds the files next to it by its own address, which in a compiled file is that of the source too. */
const ownAddresses = {
  name: 'own-addresses',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/(demo|tests)\/.*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      return { loader: 'ts', contents: source.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)) }
    }),
}

/** Renames a finished folder, so that no process finds half of it. Another process may have made the same one. */
function publish(draft, to) {
  try {
    renameSync(draft, to)
  } catch (error) {
    if (!existsSync(to)) throw error
    rmSync(draft, { recursive: true })
  }
}

/** Folders are kept for a month: a process that runs since then may still load a part that it did not need before. */
function removeOld() {
  for (const name of readdirSync(folder)) {
    const one = join(folder, name)
    if (Date.now() - statSync(one, { throwIfNoEntry: false })?.mtimeMs > keptMs) rmSync(one, { recursive: true, force: true })
  }
}

/**
 * Compiles TypeScript programs together and returns the file of each. The folder has the name of its content, so that it belongs to the
 * current sources and processes share it.
 */
export async function compiled(...programs) {
  const { outputFiles } = await build({
    entryPoints: programs,
    absWorkingDir: root,
    outdir: join(folder, 'draft'),
    outExtension: { '.js': '.mjs' },
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    charset: 'utf8',
    sourcemap: true,
    sourcesContent: false,
    write: false,
    plugins: [ownAddresses],
  }).finally(stop)
  const hash = createHash('sha256')
  for (const { path, contents } of outputFiles) hash.update(path).update(contents)
  const to = join(folder, hash.digest('hex').slice(0, 12))
  if (!existsSync(to)) {
    const draft = join(folder, `draft-${randomUUID()}`)
    mkdirSync(draft, { recursive: true })
    removeOld()
    for (const { path, contents } of outputFiles) writeFileSync(join(draft, basename(path)), contents)
    publish(draft, to)
  }
  return programs.map((program) => join(to, basename(program).replace(/\.ts$/, '.mjs')))
}
