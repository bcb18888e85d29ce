import { parseAst } from 'rollup/parseAst'
import type { Plugin } from 'rollup'
import { childrenOf, type Node, nodesIn } from './code-nodes.ts'

const makers = ['get', 'post', 'put', 'patch', 'del', 'ask']
const asked = ['body', 'query']

const nameOf = (node: Node | undefined) => String(node?.name)

/** The structs of what is asked, where an endpoint is made. */
function structsAt(node: Node): Node[] {
  if (node.type !== 'CallExpression' || !makers.includes(nameOf(nodesIn(node.callee)[0]))) return []
  const parts = nodesIn(node.arguments)[1]
  return nodesIn(parts?.properties).filter(({ key }) => asked.includes(nameOf(nodesIn(key)[0])))
}

const structsIn = (node: Node): Node[] => {
  const found = structsAt(node)
  return [...found, ...childrenOf(node).flatMap(structsIn)]
}

/** What is called while a value is made; what a function calls is called another time. */
const callsIn = (node: Node): Node[] => {
  if (/Function/.test(node.type)) return []
  return [...(node.type === 'CallExpression' ? [node] : []), ...childrenOf(node).flatMap(callsIn)]
}

/** The values that a module makes when it is loaded. */
const valuesIn = (program: Node): Node[] =>
  nodesIn(program.body)
    .map((node) => nodesIn(node.declaration)[0] ?? node)
    .filter(({ type }) => type === 'VariableDeclaration')

const parsed = (code: string) => nodesIn(parseAst(code))

function cut(code: string, { start, end }: Node) {
  const after = code.slice(end)
  return code.slice(0, start) + after.slice(/^\s*,/.exec(after)?.[0].length ?? 0)
}

const without = (code: string, nodes: readonly Node[]) => nodes.toSorted((a, b) => b.start - a.start).reduce(cut, code)

/** What a module imports and never names again, which would be loaded for nothing. */
const idleIn = (code: string): Node[] =>
  nodesIn(nodesIn(parseAst(code))[0]?.body).filter(
    ({ type, specifiers }) =>
      type === 'ImportDeclaration' &&
      nodesIn(specifiers).length > 0 &&
      nodesIn(specifiers).every(({ local }) => code.match(new RegExp(`\\b${nameOf(nodesIn(local)[0])}\\b`, 'g'))?.length === 1),
  )

/** Takes the structs of what is asked out of a contract's code, and says that what it makes may go where nobody uses it. */
export function withoutChecks(code: string): string {
  const checks = parsed(code).flatMap(structsIn)
  const asking = without(code, checks)
  const left = checks.length > 0 ? without(asking, idleIn(asking)) : code
  const calls = new Set(
    parsed(left)
      .flatMap(valuesIn)
      .flatMap(callsIn)
      .map(({ start }) => start),
  )
  return [...calls].sort((a, b) => b - a).reduce((text, at) => `${text.slice(0, at)}/*#__PURE__*/${text.slice(at)}`, left)
}

/** A browser checks what it is answered; what it asks is written by type, and checked by the platform, which runs the sources. */
export const unchecked: Plugin = {
  name: 'unchecked',
  transform: (code, id) => (/\/src\/contract\/[\w.-]+\.ts$/.test(id) ? { code: withoutChecks(code), map: null } : null),
}
