import { computedPath, type Import, importsOf, targetOf } from './imports.ts'
import { finding, type Source } from './source.ts'

/** An import that is allowed although its folder is not: one kind of import of some files. */
interface Exception {
  readonly kinds: readonly Import['kind'][]
  /** Path of the files; `*` is the name that the `*` of the folder matches, or any name if the folder has no `*`. */
  readonly path: string
}

interface Layer {
  /** `*` matches one name. */
  readonly folder: string
  /** The folders from which files of this folder may import; `itself` is this folder. */
  readonly allowed: readonly string[]
  readonly exceptions?: readonly Exception[]
  /** The packages that it may import, if not all. */
  readonly packages?: readonly string[]
}

const everyKind = ['import', 'import type', 'import()'] as const
/** Pages of the demo import the built bundle, as any customer's page does. */
const builtBundle: Exception = { kinds: everyKind, path: 'dist/' }

/** The allowed imports of each folder. The first layer whose folder contains a file applies to it. */
export const layers: readonly Layer[] = [
  { folder: 'src/contract', allowed: ['itself'], packages: ['superstruct'] },
  { folder: 'src/kit', allowed: ['src/contract', 'itself'] },
  { folder: 'src/ui/build', allowed: ['itself'] },
  { folder: 'src/ui', allowed: ['src/contract', 'itself'] },
  { folder: 'src/parts', allowed: ['src/contract', 'src/kit', 'src/ui', 'itself'] },
  {
    folder: 'src/surfaces/*',
    allowed: ['src/contract', 'src/kit', 'src/ui', 'src/parts', 'itself'],
    exceptions: [
      { kinds: ['import type'], path: 'elements/ad-*.ts' },
      { kinds: ['import type'], path: 'elements/runtime/define.ts' },
    ],
  },
  { folder: 'elements/build', allowed: ['itself', 'locales', 'src/ui/build'] },
  {
    folder: 'elements',
    allowed: ['src/contract', 'src/kit', 'src/ui', 'itself'],
    exceptions: [
      { kinds: ['import()'], path: 'src/surfaces/*/index.tsx' },
      { kinds: ['import()'], path: 'src/surfaces/*/words' },
    ],
  },
  { folder: 'demo/platform', allowed: ['src/contract', 'itself'] },
  { folder: 'demo/*', allowed: ['itself'], exceptions: [builtBundle] },
  { folder: 'demo', allowed: ['src/contract', 'itself'], exceptions: [builtBundle] },
  { folder: 'locales', allowed: ['itself', 'src/contract'] },
  { folder: 'tests/journeys', allowed: ['itself', 'tests/support'] },
  { folder: 'tests', allowed: ['anything'] },
]

/** A layer and the file's folder in it, such as `src/surfaces/*` and `src/surfaces/reporting`. */
interface FoundLayer extends Layer {
  readonly itself: string
  /** What the `*` of the folder matches. */
  readonly name: string | undefined
}

function layerOf(path: string): FoundLayer | undefined {
  for (const layer of layers) {
    const [start, name] = new RegExp(`^${layer.folder.replace('*', '([^/]+)')}/`).exec(path) ?? []
    if (start) return { ...layer, itself: start.slice(0, -1), name }
  }
  return undefined
}

const isAllowed = ({ allowed, itself }: FoundLayer, imported: string) =>
  allowed.some((folder) => folder === 'anything' || imported.startsWith(`${folder === 'itself' ? itself : folder}/`))

const isExcepted = ({ exceptions = [], name }: FoundLayer, kind: Import['kind'], imported: string) =>
  exceptions.some(({ kinds, path }) => {
    const pattern = path.replaceAll('.', '\\.').replace('*', name ?? '[^/]+')
    return kinds.includes(kind) && new RegExp(`^${pattern}${path.endsWith('/') ? '' : '$'}`).test(imported)
  })

function allowedText({ folder, allowed, exceptions = [] }: FoundLayer): string {
  const texts = [...allowed, ...exceptions.map(({ kinds, path }) => `${path} (${kinds.join(', ')})`)]
  return `${folder} may import ${texts.join(', ')}`
}

const isInBrowser = ({ path }: Source) => /^(src|elements)\//.test(path)

/** The whole contract has 200 endpoints: a page imports only the nouns that it needs. */
const isWholeContract = (source: Source, imported: string) => imported === 'src/contract/index.ts' && isInBrowser(source)

/** `demo/start.mjs` and its modules run in plain Node, before the packages are installed. */
const needsInstall = (source: Source, from: string) =>
  /^demo\/[^/]+\.mjs$/.test(source.path) && !from.startsWith('node:') && !(from.startsWith('.') && from.endsWith('.mjs'))

function packageViolation(source: Source, from: string, { folder, packages }: FoundLayer): string | undefined {
  if (from === computedPath && isInBrowser(source)) return 'imports a computed path, which no check can follow'
  return packages && !packages.includes(from) ? `imports ${from}; ${folder} may import the packages ${packages.join(', ')}` : undefined
}

/** Playwright's own `expect` describes the whole page each time that it does not find its element yet, which takes long. */
const isImpatient = ({ path, text }: Source) =>
  path.startsWith('tests/') &&
  path !== 'tests/support/browser/expect.ts' &&
  /^import \{[^}]*\bexpect\b[^}]*\} from 'playwright\/test'/m.test(text)

function violationOf(source: Source, one: Import): string | undefined {
  const { from, kind } = one
  const layer = layerOf(source.path)
  if (!layer) return 'is in no folder of the table of layers'
  if (needsInstall(source, from))
    return `imports ${from}; it runs before the packages are installed, so it may import .mjs files and node: only`
  if (from === 'playwright/test' && isImpatient(source)) return 'imports expect; import it from tests/support/browser/expect.ts'
  const imported = targetOf(source, one)
  if (imported === undefined) return packageViolation(source, from, layer)
  if (isWholeContract(source, imported)) return 'imports the whole contract; import the noun'
  if (isAllowed(layer, imported) || isExcepted(layer, kind, imported)) return undefined
  return `${kind} of ${imported}; ${allowedText(layer)}`
}

/** All imports that the table does not allow. */
export const forbiddenImports = (source: Source) =>
  importsOf(source).flatMap((one) => {
    const violation = violationOf(source, one)
    return violation ? [finding(source, one.line, violation)] : []
  })
