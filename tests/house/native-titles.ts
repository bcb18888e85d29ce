import { type JSXOpeningElement, traverseFast } from '@babel/types'
import { finding, lineOf, type Source, treeOf } from './source.ts'

/** Elements whose title is the name of a document, not a tooltip. */
const named = new Set(['iframe', 'ad-frame'])

const isNative = ({ name }: JSXOpeningElement) => name.type === 'JSXIdentifier' && /^[a-z]/.test(name.name) && !named.has(name.name)

/** `title` attributes of native elements, which show the browser's tooltip; the design system's is `tooltip()`. */
export function nativeTitles(source: Source): string[] {
  const found: string[] = []
  traverseFast(treeOf(source), (node) => {
    if (node.type !== 'JSXOpeningElement' || !isNative(node)) return
    for (const one of node.attributes)
      if (one.type === 'JSXAttribute' && one.name.name === 'title')
        found.push(finding(source, lineOf(one), 'title shows the tooltip of the browser; use tooltip() of src/ui/dialog/tooltip-text.ts'))
  })
  return found
}
