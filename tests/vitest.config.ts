import { fileURLToPath } from 'node:url'
import { babel } from '@rollup/plugin-babel'
import { defineConfig } from 'vitest/config'
import { babelOptions } from '../locales/babel.mjs'
import { words } from '../locales/words.mjs'
import { preferMemory } from './support/scratch.mjs'

preferMemory()

const root = fileURLToPath(new URL('..', import.meta.url))

/** Vite would strip TypeScript first and take the macros for unused imports, so Babel goes before it. */
const macros = () => ({
  ...babel({
    ...babelOptions(),
    babelHelpers: 'bundled',
    extensions: ['.ts', '.tsx'],
    include: /\/(src|elements)\//,
    skipPreflightCheck: true,
  }),
  enforce: 'pre' as const, // Vite's word, not any text
})
/** The build writes down what is declared; here it is read anew. */
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
/** The build knows which tags are built; here nothing is, but what a test defines. */
const builtTags = () => ({
  name: 'built-tags',
  resolveId: (id: string) => (id === 'built:tags' ? '\0built:tags' : null),
  load: (id: string) => (id === '\0built:tags' ? 'export const starts = {}' : null),
})
const plugins = () => [words(), declaredTags(), builtTags(), macros()]

const unit = {
  environment: 'node' as const, // not any text
  maxWorkers: 2,
  testTimeout: 30_000,
}
const platform = {
  environment: 'node' as const, // not any text
  pool: 'forks' as const, // not any text
  globalSetup: 'tests/support/shared-postgres.ts',
  maxWorkers: 2,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // A busy machine takes longer.
  expect: { poll: { timeout: 20_000 } },
}
const auditTimeout = 900_000

export default defineConfig({
  root,
  test: {
    reporters: 'default',
    projects: [
      { root, plugins: plugins(), test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'], ...unit } },
      { root, plugins: plugins(), test: { name: 'platform', include: ['tests/platform/**/*.test.ts'], ...platform } },
      {
        root,
        plugins: plugins(),
        test: { name: 'audit-unit', include: ['tests/audit/unit/**/*.test.{ts,tsx}'], ...unit, testTimeout: auditTimeout },
      },
      {
        root,
        plugins: plugins(),
        test: { name: 'audit-platform', include: ['tests/audit/platform/**/*.test.ts'], ...platform, testTimeout: auditTimeout },
      },
    ],
  },
})
