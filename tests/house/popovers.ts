import { type Node, traverseFast } from '@babel/types'
import { finding, lineOf, type Source, treeOf } from './source.ts'

/** First class of a JSX attribute: a string, or a template that begins with a class. */
function firstClass(value: Node | null | undefined): string {
  if (value?.type === 'StringLiteral') return value.value.split(' ')[0] ?? ''
  const inner = value?.type === 'JSXExpressionContainer' ? value.expression : undefined
  return inner?.type === 'TemplateLiteral' ? (inner.quasis[0]?.value.raw.split(' ')[0] ?? '') : ''
}

/** Rules whose selector is only this class. */
const bodiesOf = (name: string, sheets: readonly Source[]) =>
  sheets.flatMap(({ text }) =>
    [...text.matchAll(new RegExp(`(?:^|[},/])\\s*\\.${name}\\s*\\{([^}]*)\\}`, 'g'))].map(([, body = '']) => body),
  )

/** Popovers without `height: auto`. The browser's default is fit-content, and WebKit then stretches a grid to the whole window. */
export function stretchedPopovers(code: readonly Source[], sheets: readonly Source[]): string[] {
  const found: string[] = []
  for (const source of code.filter(({ text }) => /\bpopover=/.test(text)))
    traverseFast(treeOf(source), (node) => {
      if (node.type !== 'JSXOpeningElement') return
      const attributes = new Map(
        node.attributes.flatMap((one) => (one.type === 'JSXAttribute' ? [[String(one.name.name), one.value] as const] : [])),
      )
      if (!attributes.has('popover')) return
      const name = firstClass(attributes.get('className'))
      const isAuto = name !== '' && bodiesOf(name, sheets).some((body) => /(^|[;\s])height:\s*auto\s*(;|$)/.test(body))
      if (!isAuto) found.push(finding(source, lineOf(node), `the popover .${name} needs height: auto`))
    })
  return found
}
