import { parse } from '@babel/parser'
import { type Node, traverseFast } from '@babel/types'
import { finding, type Source, treeOf } from './source.ts'

const acts = new Set([
  ...['CallExpression', 'NewExpression', 'AssignmentExpression', 'VariableDeclaration', 'ImportDeclaration', 'ExportNamedDeclaration'],
  ...['ReturnStatement', 'IfStatement', 'ForStatement', 'JSXElement', 'FunctionDeclaration', 'ArrowFunctionExpression', 'AwaitExpression'],
])

/** Prose rarely parses as code. A single name or label parses, but counts as prose. */
function isCodeText(text: string): boolean {
  try {
    const tree = parse(text.trim(), { sourceType: 'module', allowReturnOutsideFunction: true, plugins: ['typescript', 'jsx'] })
    let does = false
    traverseFast(tree, (node: Node) => {
      does ||= acts.has(node.type)
    })
    return does
  } catch {
    return false
  }
}

const rules: readonly (readonly [RegExp, string])[] = [
  [/[-=*#~_]{4,}/, 'a banner'],
  [new RegExp(`\\b(${['TO', 'FIXME'].join('DO|')}|XXX|HACK)\\b`), 'work left for later'],
  [/@author|copyright|licensed under|\b20\d\d-\d\d-\d\d\b.*\b(by|changed|added)\b/i, 'a name, a date or a licence'],
]

/** Comments without a reason: banners, signatures, to-dos and commented-out code. */
export const badComments = (source: Source) =>
  (treeOf(source).comments ?? []).flatMap((comment) => {
    const text = comment.value.replace(/^\s*\* ?/gm, '')
    const line = comment.loc?.start.line ?? 0
    const broken = rules.filter(([pattern]) => pattern.test(comment.value.replace(/^\*/, ''))).map(([, what]) => what)
    const asleep = isCodeText(text) ? ['code that is commented out'] : []
    return [...broken, ...asleep].map((what) => finding(source, line, what))
  })

const called = (node: Node): string => {
  if (node.type === 'Identifier') return node.name
  return node.type === 'MemberExpression' ? `${called(node.object)}.${called(node.property)}` : ''
}

/** Skipped tests, and focused tests that keep others from running. */
export function silencedTests(source: Source): string[] {
  const found: string[] = []
  traverseFast(treeOf(source), (node) => {
    const name = node.type === 'CallExpression' ? called(node.callee) : ''
    const isSilenced =
      /^(test|it|describe|suite)(\.\w+)*\.(skip|only|todo|fixme)(\.|$)/.test(name) || /^(xit|xtest|xdescribe|fit|fdescribe)$/.test(name)
    if (isSilenced) found.push(finding(source, node.loc?.start.line ?? 0, `${name} silences tests`))
  })
  return found
}

/** Split into pieces, so that this file does not match itself. */
const homes = ['work', 'root', 'home/[a-z]+', 'Users/[a-zA-Z]+'].join('|')
const machinePatterns = [
  new RegExp(['registry', 'npmjs'].join('[.]')),
  new RegExp(`localhost:${4800 + 73}`),
  new RegExp(String.raw`(?<![\w.~:)}\]*-])/(${homes})/`),
]

/** Traces of the development machine: its local paths and its registry hosts. */
export const machinePaths = ({ path, text }: Source) =>
  text
    .split('\n')
    .flatMap((line, index) =>
      machinePatterns.some((pattern) => pattern.test(line))
        ? [`${path}:${index + 1}: names a path or host of the development machine`]
        : [],
    )

/** Registry URLs in a lock file, which would force every developer to use that registry. */
export const registryHosts = (lockFile: string) =>
  [...lockFile.matchAll(/"resolved":\s*"(https?:\/\/[^/"]+)/g)].map(([, host]) => `the lock file records ${host}`)
