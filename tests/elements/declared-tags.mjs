import { readFileSync } from 'node:fs'
import { tsImport } from 'tsx/esm/api'

const { declarations, unpublished } = await tsImport('../../elements/index.ts', import.meta.url)
const { toKebabCase } = await tsImport('../../elements/runtime/define.ts', import.meta.url)

const propOf = ([name, { from, struct }]) => ({
  name,
  kind: from,
  shape: struct.type,
  ...(from !== 'property' && { attribute: toKebabCase(name) }),
})

/** Every declared tag with its attributes and the files that define it, as the checks in tag-checks/ need them. */
export function declaredTags() {
  const firstPaint = JSON.parse(readFileSync(new URL('../../dist/first-paint.json', import.meta.url), 'utf8'))
  return [...declarations, ...unpublished].map((declaration) => ({
    tag: declaration.tag,
    script: declarations.includes(declaration) ? '/dist/placard.js' : `/dist/${declaration.tag}.js`,
    start: `/dist/${firstPaint[declaration.tag].files.at(-1)}`,
    entry: `/dist/${declaration.tag}.js`,
    isSurface: 'surface' in declaration,
    height: declaration.minHeight ?? 0,
    props: Object.entries(declaration.props).map(propOf),
    events: Object.keys(declaration.events),
  }))
}
