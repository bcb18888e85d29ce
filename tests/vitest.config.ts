import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { macros } from '../locales/macros.mjs'
import { words } from '../locales/words.mjs'
import { preferMemory } from './support/platform/scratch.mjs'

preferMemory()

const root = fileURLToPath(new URL('..', import.meta.url))

/** Reads the tag declarations from the sources; the build writes them into a module. */
const declaredTags = () => ({
  name: 'declared-tags',
  resolveId: (id: string) => (id === 'declared:tags' ? '\0declared:tags' : null),
  load: (id: string) =>
    id === '\0declared:tags'
      ? `import { declaredTags } from '${root}elements/build/declared-tags.ts'
import { declarations } from '${root}elements/index.ts'
export const tags = declaredTags(declarations)`
      : null,
})
/** The build lists the built tags. In tests no tag is built, except those that a test defines. */
const builtTags = () => ({
  name: 'built-tags',
  resolveId: (id: string) => (id === 'built:tags' ? '\0built:tags' : null),
  load: (id: string) => (id === '\0built:tags' ? 'export const startModules = {}' : null),
})
/** Shared by all projects, so that messages are compiled and macros expanded once in a run. */
const plugins = [words(), declaredTags(), builtTags(), macros({ sourceMaps: true })]

/** A larger space for new objects: they die there, and collections take a tenth less of the processor time. */
const execArgv = ['--max-semi-space-size=64']
const unit = {
  environment: 'node' as const, // not any text
  // More than the two cores, because many tests wait for a timer.
  maxWorkers: 3,
  testTimeout: 30_000,
  hookTimeout: 120_000,
  // Tests take longer on a busy machine.
  expect: { poll: { timeout: 20_000 } },
}
const unitFiles = readdirSync(join(root, 'tests/unit'))
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => `tests/unit/${name}`)
const isPage = (path: string) => readFileSync(join(root, path), 'utf8').includes('@vitest-environment jsdom')
const platform = {
  environment: 'node' as const, // not any text
  pool: 'forks' as const, // not any text
  execArgv,
  // A worker loads the platform once for all its files.
  isolate: false,
  globalSetup: 'tests/support/database/shared-postgres.ts',
  setupFiles: 'tests/support/identity/cheap-hashing.ts',
  // More than the two cores, because many tests wait for limits, restarts and kills.
  maxWorkers: 3,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // Tests take longer on a busy machine.
  expect: { poll: { timeout: 20_000 } },
}
/** Small files whose tests take long. */
const slowFiles = [
  'walk-endpoints',
  'report-exports-large',
  'database-durability',
  'start',
  'two-servers',
  'delivery-speed',
  'seed',
  'delivery-kills',
  'funds-month',
  'production',
]
const isSlow = ({ moduleId }: TestSpecification) => slowFiles.some((name) => moduleId.endsWith(`/${name}.test.ts`))
/** Starts the slow files first, so that at the end no worker is left alone with one. The others start by their size. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}
const audit = { testTimeout: 900_000, env: { TEST_AMOUNT: 'all' } }
/** Files that test a sample in `npm test` and the full set in the audit. */
const sampledIn = (folder: string) => {
  const files = readdirSync(join(root, folder))
    .map((name) => `${folder}/${name}`)
    .filter((path) => readFileSync(join(root, path), 'utf8').includes("'../support/platform/audit.ts'"))
  // A moved helper once left the audit without them.
  if (files.length === 0)
    throw new Error(`No file in ${folder} imports tests/support/platform/audit.ts, so the audit would miss the samples`)
  return files
}
/** Firefox and WebKit run in parallel, because each has its own file. */
const engines = {
  environment: 'node' as const, // not any text
  pool: 'forks' as const, // not any text
  globalSetup: 'tests/journeys/fill-folders.ts',
  maxWorkers: 2,
  testTimeout: 120_000,
  hookTimeout: 180_000,
}

export default defineConfig({
  root,
  test: {
    reporters: 'default',
    sequence: { sequencer: SlowFirst },
    projects: [
      // A worker loads the modules once for all files without a page. Each page has its own modules, because they define
      // custom elements in it; in a VM context jsdom itself is loaded once.
      {
        root,
        plugins,
        test: {
          name: 'unit',
          include: unitFiles.filter((path) => !isPage(path)),
          setupFiles: 'tests/support/ui/no-background-loads.ts',
          ...unit,
          pool: 'forks',
          execArgv,
          isolate: false,
        },
      },
      { root, plugins, test: { name: 'unit-pages', include: unitFiles.filter(isPage), ...unit, pool: 'vmThreads' } },
      { root, plugins, test: { name: 'platform', include: ['tests/platform/**/*.test.ts'], ...platform } },
      { root, plugins, test: { name: 'engines', include: ['tests/engines/**/*.test.ts'], ...engines } },
      {
        root,
        plugins,
        test: { name: 'engines-audit', include: ['tests/audit/engines/**/*.test.ts'], ...engines, testTimeout: 900_000 },
      },
      {
        root,
        plugins,
        test: { name: 'audit-unit', include: ['tests/audit/unit/**/*.test.{ts,tsx}', ...sampledIn('tests/unit')], ...unit, ...audit },
      },
      {
        root,
        plugins,
        test: {
          name: 'audit-platform',
          include: ['tests/audit/platform/**/*.test.ts', ...sampledIn('tests/platform')],
          ...platform,
          ...audit,
        },
      },
    ],
  },
})
