import { type Import, importsOf, targetOf } from './imports.ts'
import { finding, type Source } from './source.ts'

/** Allowed imports of a folder, worded as the failure shows them; `itself` is the folder of the row. */
export const floors: Readonly<Record<string, string>> = {
  'src/contract': 'itself',
  'src/kit': 'contract, itself',
  'src/ui/build': 'itself',
  'src/ui': 'contract, itself',
  'src/parts': 'contract, kit, ui, itself',
  'src/surfaces/*': 'contract, kit, ui, parts, itself; `import type` its own declaration',
  'elements/build': 'itself, locales, ui/build',
  elements: "contract, kit, ui, itself; a surface's index.tsx through `import()` only",
  'demo/platform': 'contract, itself',
  'demo/*': 'itself; the built bundle, like any customer',
  demo: 'contract, itself; Node modules and .mjs files only from .mjs, which runs before the packages are installed',
  locales: 'itself, contract',
  'tests/journeys': 'itself, tests/support',
  tests: 'anything',
}

const places: Readonly<Record<string, string>> = {
  contract: 'src/contract/',
  kit: 'src/kit/',
  ui: 'src/ui/',
  'ui/build': 'src/ui/build/',
  parts: 'src/parts/',
  locales: 'locales/',
  'tests/support': 'tests/support/',
  anything: '',
}

/** The row of a file and its folder; rows with longer folders come first in the table. */
function rowOf(path: string) {
  for (const [folder, may] of Object.entries(floors)) {
    const [itself] = new RegExp(`^${folder.replace('*', '[^/]+')}/`).exec(path) ?? []
    if (itself) return { itself, folder: itself.slice(0, -1), may }
  }
  return undefined
}

const allowedBy = (may: string, itself: string) =>
  (may.split(';')[0] ?? '').split(',').map((word) => (word.trim() === 'itself' ? itself : (places[word.trim()] ?? itself)))

function isExcepted(source: Source, { way }: Import, to: string) {
  const [, surface] = /^src\/surfaces\/([^/]+)\//.exec(source.path) ?? []
  if (surface) return way === 'import type' && (to === `elements/ad-${surface}.ts` || to === 'elements/runtime/define.ts')
  if (source.path.startsWith('elements/')) return /^src\/surfaces\/[^/]+\/(words|index\.tsx)$/.test(to) && way === 'import()'
  return /^demo\/(?!platform\/)/.test(source.path) && to.startsWith('dist/')
}

/** The whole contract has 200 endpoints: a page imports only the nouns that it needs. */
const takesWholeContract = (source: Source, to: string) => to === 'src/contract/index.ts' && /^(src|elements)\//.test(source.path)

/** `demo/start.mjs` and its modules run in plain Node, before the packages are installed. */
const needsInstall = (source: Source, { from }: Import) =>
  /^demo\/[^/]+\.mjs$/.test(source.path) && !from.startsWith('node:') && !(from.startsWith('.') && from.endsWith('.mjs'))

function violationOf(source: Source, one: Import): string | undefined {
  const row = rowOf(source.path)
  if (!row) return 'is in no folder of the table of floors'
  if (needsInstall(source, one)) return `imports ${one.from}; ${row.folder} may import ${row.may}`
  const to = targetOf(source, one)
  if (to === undefined) return packageViolation(source, one, row.folder)
  if (takesWholeContract(source, to)) return `imports the whole contract; import the noun`
  if (allowedBy(row.may, row.itself).some((place) => to.startsWith(place)) || isExcepted(source, one, to)) return undefined
  return `${one.way} of ${to}; ${row.folder} may import ${row.may}`
}

function packageViolation(source: Source, { from }: Import, folder: string) {
  if (from === '?' && /^(src|elements)\//.test(source.path)) return 'imports a computed path, which no check can follow'
  return folder === 'src/contract' && from !== 'superstruct' ? `imports ${from}; the contract needs superstruct only` : undefined
}

/** Imports of a higher layer, or of a sibling in the same layer. */
export const climbing = (source: Source) =>
  importsOf(source).flatMap((one) => {
    const what = violationOf(source, one)
    return what ? [finding(source, one.line, what)] : []
  })
