import { type Node, traverse } from '@babel/types'
import { finding, lineOf, type Source, treeOf } from './source.ts'

const surroundings = new Set([
  ...['process', 'window', 'document', 'navigator', 'location', 'globalThis', 'self', 'performance', 'localStorage', 'sessionStorage'],
  ...['setTimeout', 'setInterval', 'fetch', 'crypto', 'require', 'console'],
])
const localTime = /^(get|set)(FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds|TimezoneOffset)$|^to(Date|Time)String$/
const localeAware = /^(toLocale\w+|localeCompare)$/

const nameOf = (node: Node) => (node.type === 'Identifier' ? node.name : '')
const isUndefined = (node: Node | undefined) => node === undefined || nameOf(node) === 'undefined' || node.type === 'NullLiteral'

/** A member name is not a global, even when a global has the same name. */
function isReference(parent: Node | undefined, key: string | undefined) {
  if (!parent) return true
  if (parent.type === 'MemberExpression' || parent.type === 'OptionalMemberExpression') return key !== 'property' || parent.computed
  if (parent.type === 'ObjectProperty' || parent.type === 'ObjectMethod') return key !== 'key' || parent.computed
  return !parent.type.startsWith('TS') && !parent.type.startsWith('Import') && !parent.type.startsWith('Export')
}

function calleeOf(node: Node) {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression' && node.type !== 'OptionalCallExpression') return undefined
  const callee = node.callee
  const member = callee.type === 'MemberExpression' || callee.type === 'OptionalMemberExpression' ? callee : undefined
  return { object: member ? nameOf(member.object) : '', name: nameOf(member ? member.property : callee), arguments: node.arguments }
}

function callViolation(node: Node): string | undefined {
  const call = calleeOf(node)
  if (!call) return undefined
  const { object, name } = call
  const [first] = call.arguments
  if (object === 'Date' && name === 'now') return 'Date.now reads the clock'
  if (object === 'Math' && name === 'random') return 'Math.random differs on every call'
  if (object === '' && name === 'Date' && (node.type === 'CallExpression' || first === undefined))
    return 'a Date without an argument reads the clock'
  if (object === 'Intl' && isUndefined(first)) return `Intl.${name} without a locale takes the default one`
  if (localTime.test(name)) return `${name} uses the default time zone`
  if (localeAware.test(name) && isUndefined(name === 'localeCompare' ? call.arguments[1] : first))
    return `${name} without a locale takes the default one`
  return undefined
}

/** Places where a pure rule reads the clock, the default locale or time zone, or the environment. */
export function impurities(source: Source): string[] {
  const found: string[] = []
  traverse(treeOf(source), {
    enter(node, ancestors) {
      const { node: parent, key } = ancestors.at(-1) ?? {}
      const what =
        callViolation(node) ??
        (surroundings.has(nameOf(node)) && isReference(parent, key) ? `${nameOf(node)} is not the contract's to know` : undefined)
      if (what) found.push(finding(source, lineOf(node), what))
    },
  })
  return found
}
