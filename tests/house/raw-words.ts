import { type Node, traverse } from '@babel/types'
import { finding, lineOf, type Source, treeOf } from './source.ts'

const spoken =
  /^(aria-(label|description|roledescription|valuetext|placeholder|braillelabel)|title|placeholder|label|alt|caption|summary|help-text|helpText|ariaLabel|ariaDescription|textContent|innerText)$/
const translated = /^(Trans|Plural|Select|SelectOrdinal)$/
const macros = /^(t|msg|defineMessage|plural|select|selectOrdinal)$/
/** The product's name is the same in every language. */
const names = /Placard/g

const isWords = (text: string) => /\p{L}{2,}/u.test(text.replace(names, ''))

/** Literal texts that an expression may evaluate to, except those in a translation macro. */
function literals(node: Node | null | undefined): Node[] {
  if (node?.type === 'StringLiteral') return isWords(node.value) ? [node] : []
  if (node?.type === 'TemplateLiteral') return node.quasis.filter((quasi) => isWords(quasi.value.raw))
  if (node?.type === 'ConditionalExpression') return [...literals(node.consequent), ...literals(node.alternate)]
  if (node?.type === 'LogicalExpression') return [...literals(node.left), ...literals(node.right)]
  if (node?.type === 'BinaryExpression' && node.operator === '+') return [...literals(node.left), ...literals(node.right)]
  return node?.type === 'JSXExpressionContainer' ? literals(node.expression) : []
}

const memberName = (node: Node) => (node.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : '')

/** Calls whose first argument is shown to people. */
const showing = /^(tooltip|describedTooltip)$/

function inCall(node: Node): Node[] {
  if (node.type !== 'CallExpression') return []
  if (node.callee.type === 'Identifier' && showing.test(node.callee.name)) return literals(node.arguments[0])
  if (memberName(node.callee) !== 'setAttribute') return []
  const [name, value] = node.arguments
  return name?.type === 'StringLiteral' && spoken.test(name.value) ? literals(value) : []
}

/** Texts between the tags or in the accessible attributes of a Lit template. */
function inTemplate(node: Node): Node[] {
  if (node.type !== 'TaggedTemplateExpression' || node.tag.type !== 'Identifier' || !/^(html|svg)$/.test(node.tag.name)) return []
  const markup = node.quasi.quasis
    .map((quasi) => quasi.value.raw)
    .join('0')
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
  const said = [...markup.matchAll(/\s([\w-]+)="([^"]*)"/g)].some(([, name = '', value = '']) => spoken.test(name) && isWords(value))
  return said || isWords(markup.replace(/<[^>]*>/g, ' ')) ? [node] : []
}

function rawIn(node: Node): Node[] {
  if (node.type === 'JSXText') return isWords(node.value) ? [node] : []
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    return node.children.flatMap((child) => (child.type === 'JSXExpressionContainer' ? literals(child) : []))
  if (node.type === 'JSXAttribute') return node.name.type === 'JSXIdentifier' && spoken.test(node.name.name) ? literals(node.value) : []
  if (node.type === 'AssignmentExpression') return spoken.test(memberName(node.left)) ? literals(node.right) : []
  return [...inCall(node), ...inTemplate(node)]
}

const isMacro = (node: Node) => {
  if (node.type === 'JSXElement') return node.openingElement.name.type === 'JSXIdentifier' && translated.test(node.openingElement.name.name)
  const callee = node.type === 'TaggedTemplateExpression' ? node.tag : node.type === 'CallExpression' ? node.callee : undefined
  return callee?.type === 'Identifier' && macros.test(callee.name)
}

/** Visible or spoken texts that are not marked for translation. */
export function rawWords(source: Source): string[] {
  const found: string[] = []
  traverse(treeOf(source), {
    enter(node, ancestors) {
      if (isMacro(node) || ancestors.some((ancestor) => isMacro(ancestor.node))) return
      for (const raw of rawIn(node)) {
        const text = source.text
          .slice(raw.start ?? 0, raw.end ?? 0)
          .trim()
          .replace(/\s+/g, ' ')
          .slice(0, 60)
        found.push(finding(source, lineOf(raw), `“${text}” passes no macro`))
      }
    },
  })
  return found
}
