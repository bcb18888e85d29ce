import type { Source } from './source.ts'

/** Style sheets whose classes every element may use. */
const shared = /\/(base|figures|table)\.css$/
/** Container classes that other folders may style further. */
const frames = new Set(['field', 'box', 'float'])
const folderOf = ({ path }: Source) => path.replace(/\/[^/]*$/, '')

/** Single selectors of a style sheet, including those inside media and container queries. */
function selectorsOf({ text }: Source): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '')
  const heads = [...code.matchAll(/([^{}]+)\{/g)].map(([, head = '']) => head.trim()).filter((head) => !head.startsWith('@'))
  return heads.flatMap((head) => head.split(/,(?![^(]*\))/).map((selector) => selector.trim()))
}

const classesOf = (selector: string) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name)
/** The class of a selector that does not depend on an ancestor: the class alone, or with elements inside it. */
const ownOf = (selector: string) => /^\.([\w-]+)(?:::?[\w-]+)*(?:[\s>+~]+[a-z]+(?:::?[\w-]+)*)?$/.exec(selector)?.[1]

/** Classes that two folders style. All sheets share one page, so the sheet that loads later overrides the earlier one. */
export function sharedClasses(sheets: readonly Source[]): string[] {
  const owners = new Map<string, Set<string>>()
  for (const sheet of sheets.filter(({ path }) => !shared.test(path)))
    for (const name of selectorsOf(sheet).flatMap((selector) => ownOf(selector) ?? []))
      owners.set(name, new Set([...(owners.get(name) ?? []), folderOf(sheet)]))
  return sheets
    .filter(({ path }) => !shared.test(path))
    .flatMap((sheet) =>
      [...new Set(selectorsOf(sheet).flatMap(classesOf))]
        .filter((name) => !frames.has(name))
        .flatMap((name) => {
          const others = [...(owners.get(name) ?? [])].filter((folder) => folder !== folderOf(sheet))
          return others.map((folder) => `${sheet.path}: .${name} is also what ${folder} styles; give one of them another name`)
        }),
    )
}
