import { type Node, traverseFast } from '@babel/types'
import { finding, lineOf, type Source, treeOf } from './source.ts'

const colourNames =
  'black|white|red|green|blue|gray|grey|silver|maroon|purple|fuchsia|lime|olive|yellow|navy|teal|aqua|orange|pink|brown|gold|indigo|violet|crimson|coral|salmon|tomato|khaki|orchid|plum|tan|beige|ivory|cyan|magenta|(?:dark|light|medium|pale|deep|hot|dim|royal|slate|sky|steel|forest|sea|midnight|dodger|alice|antique|navajo|rebecca|corn|fire)\\w+'
const colourLiteral =
  /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![\w-])|(?<![\w-])(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(\s*[\d.]/i
const wholeName = new RegExp(`^(?:${colourNames})$`, 'i')
const nameInValue = new RegExp(`(?<![\\w-])(?:${colourNames})(?![\\w-])`, 'i')

/** Removes comments, quoted text and URLs, which contain no colours of the page. Line breaks stay, so line numbers are right. */
const codeOf = (css: string) => css.replace(/\/\*[\s\S]*?\*\/|"[^"]*"|'[^']*'|url\([^)]*\)/g, (text) => text.replace(/[^\n]/g, ' '))

function inCss(source: Source, css: string, firstLine: number): string[] {
  const code = codeOf(css)
  return [...code.matchAll(/:([^;{}:]+)(?=[;}]|$)/g)].flatMap((declaration) => {
    const value = declaration[1] ?? ''
    const colour = colourLiteral.exec(value)?.[0] ?? nameInValue.exec(value)?.[0]
    const line = firstLine + code.slice(0, declaration.index).split('\n').length - 1
    return colour ? [finding(source, line, `${colour.trim()} is a raw colour; use a design token`)] : []
  })
}

const colourProperties =
  /^(fill|stroke|color|background|backgroundColor|borderColor|stopColor|floodColor|outlineColor|accentColor|caretColor)$/

function inCode(source: Source, node: Node): string[] {
  const report = (text: string) => [finding(source, lineOf(node), `${text} is a raw colour; use a design token`)]
  // A text with a slash is a URL, whose fragment may look like a colour.
  if (node.type === 'StringLiteral' && colourLiteral.test(node.value) && !node.value.includes('/')) return report(node.value)
  if (
    node.type === 'JSXAttribute' &&
    node.value?.type === 'StringLiteral' &&
    colourProperties.test(String(node.name.name)) &&
    wholeName.test(node.value.value)
  )
    return report(node.value.value)
  if (
    node.type === 'ObjectProperty' &&
    node.key.type === 'Identifier' &&
    colourProperties.test(node.key.name) &&
    node.value.type === 'StringLiteral' &&
    wholeName.test(node.value.value)
  )
    return report(node.value.value)
  return node.type === 'TemplateElement' && colourLiteral.test(node.value.raw) ? report(colourLiteral.exec(node.value.raw)?.[0] ?? '') : []
}

/** Literal colours, which no theme can change. */
export function rawColours(source: Source): string[] {
  if (source.path.endsWith('tokens.css')) return []
  if (source.path.endsWith('.css')) return inCss(source, source.text, 1)
  const found: string[] = []
  traverseFast(treeOf(source), (node) => {
    found.push(...inCode(source, node))
  })
  return found
}
