import { traverse } from '@babel/types'
import { finding, lineOf, type Source, treeOf } from './source.ts'

const globals = new Set(['window', 'globalThis', 'self'])

/** Calls of the browser's fetch; code must use ofetch instead. */
export function bareFetches(source: Source): string[] {
  const found: string[] = []
  if (!source.text.includes('fetch')) return found
  traverse(treeOf(source), (node) => {
    if (node.type !== 'CallExpression') return
    const { callee } = node
    const isGlobal = callee.type === 'Identifier' && callee.name === 'fetch'
    const isMember =
      callee.type === 'MemberExpression' &&
      callee.object.type === 'Identifier' &&
      globals.has(callee.object.name) &&
      callee.property.type === 'Identifier' &&
      callee.property.name === 'fetch'
    if (isGlobal || isMember) found.push(finding(source, lineOf(node), 'calls fetch directly; use ofetch'))
  })
  return found
}
