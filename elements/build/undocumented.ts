import { parseAst } from 'rollup/parseAst'
import type { Plugin } from 'rollup'
import { childrenOf, type Node, nodesIn } from './code-nodes.ts'

/** Where a maker of attributes, properties and events takes the words that explain it. */
const places: Readonly<Record<string, readonly number[]>> = { text: [0], count: [0], flag: [0], value: [1, 2], signal: [1] }

function explanationsAt(node: Node): Node[] {
  const [callee] = nodesIn(node.callee)
  if (node.type === 'CallExpression' && callee?.type === 'Identifier')
    return (places[String(callee.name)] ?? []).flatMap((at) => nodesIn(node.arguments)[at] ?? [])
  const [key] = nodesIn(node.key)
  return node.type === 'Property' && key?.name === 'doc' && node.shorthand === false ? nodesIn(node.value) : []
}

const explanationsIn = (node: Node): Node[] => [...explanationsAt(node), ...childrenOf(node).flatMap(explanationsIn)]

/** Takes out of a declaration's code the words that explain it. */
export function withoutWords(code: string): string {
  const found = nodesIn(parseAst(code)).flatMap(explanationsIn)
  return found.sort((a, b) => b.start - a.start).reduce((text, { start, end }) => `${text.slice(0, start)}''${text.slice(end)}`, code)
}

/** People read them in the manifest, the types and the guide, which are made from the sources; a browser only downloads them. */
export const undocumented: Plugin = {
  name: 'undocumented',
  transform: (code, id) => (/\/elements\/(ad-[\w-]+|define)\.ts$/.test(id) ? { code: withoutWords(code), map: null } : null),
}
