import { type Node, traverseFast } from '@babel/types'
import { targetOf } from './imports.ts'
import { type Source, treeOf } from './source.ts'

/** The named exports of a source that the source itself does not use, and the exports of other files that it imports. */
export interface ExportsAndImports {
  readonly path: string
  readonly unused: readonly string[]
  /** `file name`; `file *` for a file that is imported as a whole. */
  readonly imported: readonly string[]
}

const nameOf = (node: Node | null | undefined) => {
  if (node?.type === 'Identifier') return node.name
  return node?.type === 'StringLiteral' ? node.value : '*'
}

/** Names that a statement exports, including `export { a }`. */
function exportedBy(node: Node): string[] {
  if (node.type !== 'ExportNamedDeclaration' || node.source) return []
  const { declaration, specifiers } = node
  if (declaration?.type === 'VariableDeclaration') return declaration.declarations.map(({ id }) => nameOf(id))
  if (declaration) return 'id' in declaration ? [nameOf(declaration.id)] : []
  return specifiers.map((one) => nameOf(one.exported)).filter((name) => name !== 'default')
}

/** The file that a node imports from, and the names that it imports; `*` for all. */
function importedBy(node: Node): { from: string; names: readonly string[] } | undefined {
  if (node.type === 'ImportDeclaration')
    return {
      from: node.source.value,
      names: node.specifiers.map((one) => {
        if (one.type === 'ImportSpecifier') return nameOf(one.imported)
        return one.type === 'ImportNamespaceSpecifier' ? '*' : 'default'
      }),
    }
  if (node.type === 'ExportAllDeclaration') return { from: node.source.value, names: ['*'] }
  if (node.type === 'ExportNamedDeclaration' && node.source)
    return { from: node.source.value, names: node.specifiers.map((one) => (one.type === 'ExportSpecifier' ? one.local.name : '*')) }
  if (node.type === 'TSImportType') return { from: nameOf(node.argument), names: [nameOf(node.qualifier)] }
  const isCall = node.type === 'CallExpression' && (node.callee.type === 'Import' || nameOf(node.callee) === 'importTypeScript')
  if (isCall) return { from: nameOf(node.arguments[0]), names: ['*'] }
  return node.type === 'ImportExpression' ? { from: nameOf(node.source), names: ['*'] } : undefined
}

export function exportsAndImportsOf(source: Source): ExportsAndImports {
  const imported: string[] = []
  const uses = new Map<string, number>()
  traverseFast(treeOf(source), (node) => {
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') uses.set(node.name, (uses.get(node.name) ?? 0) + 1)
    const found = importedBy(node)
    const to = found && targetOf(source, { from: found.from, line: 0, kind: 'import' })
    if (to) imported.push(...found.names.map((name) => `${to} ${name}`))
  })
  const exported = treeOf(source).program.body.flatMap(exportedBy)
  return { path: source.path, unused: exported.filter((name) => uses.get(name) === 1), imported }
}

/** The commands of package.json are in `tests`, but they are no tests. */
const isTest = (path: string) => path.startsWith('tests/') && !path.startsWith('tests/commands/')

/** Modules that pages outside of this repository import. */
const isPublic = (path: string) => /^elements\/(host|testing)\//.test(path)

/** Exports that a generated module or a worker uses by name, without an import. */
const usedByName = new Set([
  'demo/platform/database/durable-file-system.mjs openFileSystem',
  'elements/runtime/page.ts configure',
  'src/surfaces/report-chart/prefetch.ts firstRequests',
])

/** Product exports that only tests use. */
export function testOnlyExports(all: readonly ExportsAndImports[]): string[] {
  const importedIn = (isIncluded: (path: string) => boolean) =>
    new Set(all.flatMap(({ path, imported }) => (isIncluded(path) ? imported : [])))
  const byTests = importedIn(isTest)
  const byProduct = importedIn((path) => !isTest(path))
  return all
    .filter(({ path }) => !path.startsWith('tests/') && !isPublic(path))
    .flatMap(({ path, unused }) => unused.flatMap((name) => (byProduct.has(`${path} *`) ? [] : `${path} ${name}`)))
    .filter((one) => byTests.has(one) && !byProduct.has(one) && !usedByName.has(one))
}

/** The number of such exports today. It only goes down: delete the export, or use it in product code. */
export const maxTestOnly = 14
