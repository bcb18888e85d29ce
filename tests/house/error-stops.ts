import { type Node, traverse } from '@babel/types'
import { finding, lineOf, type Source, treeOf } from './source.ts'

/** Names of functions and components that return the error of a field. */
const errorNames = /(?:Fault|faultText|faultWords|ProblemText|ProblemWords|problemSentence|ruleErrorText)$/

const nameOf = (node: Node) => {
  if (node.type === 'FunctionDeclaration' || node.type === 'VariableDeclarator') return node.id?.type === 'Identifier' ? node.id.name : ''
  return ''
}

/** The property `code: 'custom'` of an error whose text is given. */
const isCustom = (node: Node) =>
  node.type === 'ObjectProperty' &&
  node.key.type === 'Identifier' &&
  node.key.name === 'code' &&
  node.value.type === 'StringLiteral' &&
  node.value.value === 'custom'

const isError = (node: Node) => errorNames.test(nameOf(node)) || (node.type === 'ObjectExpression' && node.properties.some(isCustom))

/** The text of a message with a single sentence. */
function sentenceOf(node: Node): string | undefined {
  const isMessage = node.type === 'TaggedTemplateExpression' && node.tag.type === 'Identifier' && /^(t|msg)$/.test(node.tag.name)
  const text = isMessage ? node.quasi.quasis.map(({ value }) => value.raw).join('0') : node.type === 'JSXText' ? node.value.trim() : ''
  return /[.!?:]\s/.test(text) ? undefined : text
}

/** Errors of fields that are one sentence and end with a full stop. */
export function errorStops(source: Source): string[] {
  const found: string[] = []
  traverse(treeOf(source), {
    enter(node, ancestors) {
      const text = sentenceOf(node)
      if (!text?.endsWith('.') || !ancestors.some((ancestor) => isError(ancestor.node))) return
      found.push(finding(source, lineOf(node), `“${text}” is one sentence: an error of a field has no full stop then`))
    },
  })
  return found
}
