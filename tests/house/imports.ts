import { dirname, normalize } from 'node:path'
import { type Node, traverseFast } from '@babel/types'
import { lineOf, type Source, treeOf } from './source.ts'

/** One import of a file, static or dynamic, or a re-export. */
export interface Import {
  readonly from: string
  readonly line: number
  readonly kind: 'import' | 'import type' | 'import()'
}

/** The `from` of an import whose path is not a string. */
export const computedPath = '?'

const textOf = (node: Node | null | undefined) => (node?.type === 'StringLiteral' ? node.value : computedPath)

function importOf(node: Node): Import | undefined {
  const line = lineOf(node)
  if (node.type === 'ImportDeclaration')
    return { from: node.source.value, line, kind: node.importKind === 'type' ? 'import type' : 'import' }
  if (node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source)) {
    return { from: textOf(node.source), line, kind: node.exportKind === 'type' ? 'import type' : 'import' }
  }
  if (node.type === 'TSImportType') return { from: textOf(node.argument), line, kind: 'import type' }
  if (node.type === 'ImportExpression') return { from: textOf(node.source), line, kind: 'import()' }
  if (node.type === 'CallExpression' && node.callee.type === 'Import') return { from: textOf(node.arguments[0]), line, kind: 'import()' }
  return undefined
}

export function importsOf(source: Source): Import[] {
  const found: Import[] = []
  traverseFast(treeOf(source), (node) => {
    const one = importOf(node)
    if (one) found.push(one)
  })
  return found
}

/** The path from the root that an import names; undefined for a package. A surface's translations count as part of the surface. */
export function targetOf(source: Source, { from }: Import): string | undefined {
  if (from.startsWith('.')) return normalize(`${dirname(source.path)}/${from}`)
  const [, words] = /^words:([\w-]+)/.exec(from) ?? []
  if (words === 'core' || words === 'parts') return words === 'core' ? 'src/ui/words' : 'src/parts/words'
  return words ? `src/surfaces/${words}/words` : undefined
}
