import { type Node, traverse } from '@babel/types'
import { finding, lineOf, type Source, treeOf } from './source.ts'

const names = new Set(['memberGroupId', 'member_group_id'])

const nameOf = (node: Node) => {
  if (node.type === 'Identifier') return node.name
  const isMember = node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression'
  return isMember && node.property.type === 'Identifier' ? node.property.name : ''
}

/** Client ids that become 0 when they are missing. A query for client 0 finds nothing instead of failing. */
export function clientIdsDefaultingToZero(source: Source): string[] {
  const found: string[] = []
  traverse(treeOf(source), (node) => {
    if (node.type !== 'LogicalExpression' || node.right.type !== 'NumericLiteral' || node.right.value !== 0) return
    const name = nameOf(node.left)
    if (names.has(name)) found.push(finding(source, lineOf(node), `${name} ${node.operator} 0: use tenant(context), or throw a refusal`))
  })
  return found
}
