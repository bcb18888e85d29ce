import { type Node, traverseFast } from '@babel/types'
import { finding, lineOf, type Source, treeOf } from './source.ts'

const isConst = (node: Node) => node.type === 'TSTypeReference' && node.typeName.type === 'Identifier' && node.typeName.name === 'const'

/** The node of a type escape: a cast, a non-null assertion, a definite assignment or an any. */
function escapeOf(node: Node): { what: string; from: number; to: number } | undefined {
  const end = node.loc?.end.line ?? 0
  if (node.type === 'TSAsExpression')
    return isConst(node.typeAnnotation) ? undefined : { what: 'as', from: lineOf(node.typeAnnotation), to: end }
  if (node.type === 'TSTypeAssertion') return { what: 'cast', from: lineOf(node), to: end }
  if (node.type === 'TSNonNullExpression') return { what: '!', from: end, to: end }
  if (node.type === 'TSAnyKeyword') return { what: 'any', from: end, to: end }
  const isDefinite = (node.type === 'ClassProperty' || node.type === 'VariableDeclarator') && node.definite
  return isDefinite ? { what: '!', from: lineOf(node), to: end } : undefined
}

const isReason = (text: string) => !/^\s*(biome-ignore|@ts-)/.test(text) && /\p{L}{2,}/u.test(text)

/** Type escapes without a reason on their line. */
export function escapesWithoutReason(source: Source): string[] {
  const tree = treeOf(source)
  const reasons = new Set((tree.comments ?? []).filter(({ value }) => isReason(value)).map((comment) => comment.loc?.start.line))
  const found = new Set<string>()
  traverseFast(tree, (node) => {
    const foundEscape = escapeOf(node)
    if (!foundEscape) return
    const lines = Array.from({ length: foundEscape.to - foundEscape.from + 1 }, (_, index) => foundEscape.from + index)
    if (!lines.some((line) => reasons.has(line)))
      found.add(finding(source, foundEscape.to, `${foundEscape.what} without its reason on the line`))
  })
  return [...found, ...bareDirectives(source)]
}

/** Directives that switch the types off, and other suppressions without a reason. */
const bareDirectives = (source: Source) =>
  (treeOf(source).comments ?? []).flatMap((comment) => {
    const line = comment.loc?.start.line ?? 0
    if (/@ts-(ignore|nocheck)/.test(comment.value)) return [finding(source, line, 'switches the types off')]
    const isBare = /@ts-expect-error\s*$|biome-ignore [\w/]+:?\s*$/.test(comment.value)
    return isBare ? [finding(source, line, 'switches a check off without a reason')] : []
  })
