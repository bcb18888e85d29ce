import type { Source } from './source.ts'

/** Sheets whose classes every element may wear. */
const shared = /\/(base|figures|table)\.css$/
/** Frames that are made to be dressed further by what stands in them. */
const frames = new Set(['field', 'box', 'float'])
const folderOf = ({ path }: Source) => path.replace(/\/[^/]*$/, '')

/** The selectors of a sheet, each by itself; what stands in a query counts like the rest. */
function selectorsOf({ text }: Source): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '')
  const heads = [...code.matchAll(/([^{}]+)\{/g)].map(([, head = '']) => head.trim()).filter((head) => !head.startsWith('@'))
  return heads.flatMap((head) => head.split(/,(?![^(]*\))/).map((selector) => selector.trim()))
}

const classesOf = (selector: string) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name)
/** A class that is styled wherever it stands: alone, or with what is inside it. */
const ownOf = (selector: string) => /^\.([\w-]+)(?:::?[\w-]+)*(?:[\s>+~]+[a-z]+(?:::?[\w-]+)*)?$/.exec(selector)?.[1]

/** Classes that two folders give a look; all sheets are one in the page, so whoever loads second changes the first. */
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
