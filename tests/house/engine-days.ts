import { type Node, traverseFast } from '@babel/types'
import { finding, lineOf, type Source, treeOf } from './source.ts'

/** Locales whose short dates happen to look like YYYY-MM-DD in some engines. */
const dayLike = /^(en-CA|sv|sv-SE|lt|lt-LT|fr-CA|en-SE)$/
const textMethods =
  /^(split|slice|substring|substr|match|matchAll|replace|replaceAll|search|indexOf|startsWith|endsWith|at|charAt|localeCompare)$/
const comparisons = new Set(['===', '!==', '==', '!=', '<', '>', '<=', '>='])

const nameOf = (node: Node) => (node.type === 'Identifier' ? node.name : '')
const memberOf = (node: Node) => (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression' ? node : undefined)
const callOf = (node: Node) =>
  node.type === 'CallExpression' || node.type === 'OptionalCallExpression' || node.type === 'NewExpression' ? node : undefined

/** The text of a locale: `format.format(…)` and `date.toLocaleDateString(…)`. */
function isLocaleText(node: Node | null | undefined, known: ReadonlySet<string>): boolean {
  if (!node) return false
  if (node.type === 'Identifier') return known.has(node.name)
  const callee = callOf(node)?.callee
  const method = callee && memberOf(callee)
  return /^(format|formatRange|toLocale(Date|Time)?String)$/.test(method ? nameOf(method.property) : '')
}

function isDayLocale(node: Node) {
  const call = callOf(node)
  const member = call && memberOf(call.callee)
  const name = call && nameOf(member ? member.property : call.callee)
  const isFormat = name === 'DateTimeFormat' || /^toLocale(Date|Time)?String$/.test(name ?? '')
  const [first] = call?.arguments ?? []
  return isFormat && first?.type === 'StringLiteral' && dayLike.test(first.value)
}

/** Days and hours read from a locale's text, which differs between engines. Use `zoneTimeOf`, which reads the parts. */
export function daysFromText(source: Source): string[] {
  if (!/\bIntl\b|toLocale|\.format/.test(source.text)) return []
  const found: string[] = []
  const known = new Set<string>()
  const tree = treeOf(source)
  traverseFast(tree, (node) => {
    if (node.type === 'VariableDeclarator' && isLocaleText(node.init, new Set())) known.add(nameOf(node.id))
  })
  const add = (node: Node, what: string) => found.push(finding(source, lineOf(node), `${what}; take the parts (zoneTimeOf)`))
  traverseFast(tree, (node) => {
    if (isDayLocale(node)) add(node, 'asks a locale for a date that looks like ISO')
    const callee = callOf(node)?.callee
    const method = callee && memberOf(callee)
    if (method && textMethods.test(nameOf(method.property)) && isLocaleText(method.object, known)) add(node, 'takes a formatted text apart')
    if (
      node.type === 'BinaryExpression' &&
      comparisons.has(node.operator) &&
      [node.left, node.right].some((side) => isLocaleText(side, known))
    )
      add(node, 'compares a formatted text')
    const call = callOf(node)
    const isParsing = call && (nameOf(call.callee) === 'Date' || (method && nameOf(method.property) === 'parse'))
    const [first] = call?.arguments ?? []
    const parsed = first?.type === 'TemplateLiteral' ? first.expressions : [first]
    if (isParsing && parsed.some((one) => isLocaleText(one, known))) add(node, 'parses a formatted text')
  })
  return found
}
