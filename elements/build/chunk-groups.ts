import type { ManualChunkMeta } from 'rollup'
import type { Declared } from './declared.ts'
import { startedTag, surfaceName } from './starts.ts'

type GetModuleInfo = ManualChunkMeta['getModuleInfo']
type Among = (id: string) => string | undefined

/** What asks the first questions of a page, and what that takes: nothing in it waits for React. */
const asking =
  /^\0first:|\/node_modules\/superstruct\/|\/elements\/(begin|language|page)\.ts$|\/src\/kit\/(access|activity|api|ask-token|begun|memory|problem|session|split-path|wait)\.ts$|\/src\/surfaces\/[^/]+\/(first-questions|question)\.ts$/

/** What is told apart by what it is, wherever it is needed. */
const always: readonly (readonly [name: string, ids: RegExp])[] = [
  ['messages', /\/src\/kit\/message[\w-]*\.ts$|\/elements\/host-[\w-]+\.ts$/],
  ['lit', /\/node_modules\/(lit|lit-html|lit-element|@lit|@lit-labs)\//],
  ['menu', /\/node_modules\/(@shoelace-style|@floating-ui|@ctrl|composed-offset-position)\/|\/src\/ui\/(shoelace|private-icon)\.ts$/],
  ['chart', /\/node_modules\/(d3-[\w-]+|internmap)\/|\/src\/ui\/chart[\w-]*\.tsx?$/],
  ['frame', /\/elements\/(early-frame|frame-(element|view))\.ts$|\.frame\.ts$|^\0start:ad-frame$/],
  ['first', asking],
  ['core', /^\0(commonjsHelpers)|\.woff2$/],
]

/** What no first picture needs comes by the folder that it is in. */
const later: readonly (readonly [name: string, ids: RegExp])[] = [
  ['form', /\/src\/ui\/form\/|\/src\/parts\/(kept-form|form-rejection|rule-fault)\.ts$/],
  ['choose', /\/src\/ui\/choose\//],
  ['grid', /\/src\/ui\/grid\//],
  ['overlay', /\/src\/ui\/overlay\//],
  ['place', /\/src\/ui\/place\//],
  ['mark', /\/src\/ui\/(mark|text)\//],
]

const among = (groups: typeof always, id: string) => groups.find(([, ids]) => ids.test(id))?.[0]

/** What several screens of a surface show and its first one does not. */
const laterParts = /\/src\/surfaces\/([^/]+)\/parts\/(detail|group)\//
/** A screen but the first comes when somebody goes there. */
const laterScreen = /\/src\/surfaces\/([^/]+)\/screens\/(?!index\.)([^/]+)\.tsx$/

function laterPlace(id: string) {
  const [, surface, name] = laterParts.exec(id) ?? laterScreen.exec(id) ?? []
  return surface && `${surface}.${name}`.replace(/[^\w.-]+/g, '-')
}

/** Modules that stand in a file of their own kind, needed at once or not. */
const laterGroup: Among = (id) => among(always, id) ?? among(later, id) ?? laterPlace(id)

/** Adds a module and all that it imports before it runs. */
function reach(id: string, getModuleInfo: GetModuleInfo, seen: Set<string>) {
  if (seen.has(id)) return
  seen.add(id)
  for (const imported of getModuleInfo(id)?.importedIds ?? []) reach(imported, getModuleInfo, seen)
}

/** What the first questions take before they are asked: they wait for no file that itself waits for them. */
function takenByQuestions(ids: readonly string[], getModuleInfo: GetModuleInfo) {
  const seen = new Set<string>()
  for (const id of ids) if (asking.test(id)) reach(id, getModuleInfo, seen)
  return seen
}

/** The surfaces whose first picture needs a module, by module. */
function firstPictures(declarations: readonly Declared[], ids: readonly string[], getModuleInfo: GetModuleInfo) {
  const wanted = new Map<string, string[]>()
  for (const { tag, firstPaint = [] } of declarations) {
    const name = surfaceName(tag)
    // The gallery wants everything, which says nothing about what belongs together.
    if (name === 'gallery') continue
    const files = [`/src/surfaces/${name}/index.tsx`, ...firstPaint]
    const seen = new Set<string>()
    for (const id of ids) if (startedTag(id) === tag || files.some((file) => id.endsWith(file))) reach(id, getModuleInfo, seen)
    for (const id of seen) wanted.set(id, [...(wanted.get(id) ?? []), name])
  }
  return wanted
}

/** Whose first picture has the narrowest bar in bytes and files: what it shares is in a file that all have anyway. */
const lightest = 'report-chart'

/** A file for each company of surfaces: none loads what only others need. Three and more share one, for the sake of their number. */
function companyName(surfaces: readonly string[]) {
  const others = surfaces.filter((name) => name !== 'frame')
  if (others.includes(lightest)) return others.length > 1 || surfaces.length > 1 ? 'core' : lightest
  return others.length > 2 ? 'shared' : others.toSorted().join('.')
}

/** Every group that a later module is wanted by, through modules that have none of their own. */
function wantedBy(id: string, getModuleInfo: GetModuleInfo, seen = new Set<string>()): Set<string> {
  const info = getModuleInfo(id)
  const found = new Set<string>()
  // What is only ever imported when it runs is nobody's, but it wants what it imports.
  if (info?.importers.length === 0 && info.dynamicImporters.length > 0) found.add('')
  for (const importer of info?.importers ?? []) {
    if (seen.has(importer)) continue
    seen.add(importer)
    const group = laterGroup(importer)
    for (const name of group ? [group] : wantedBy(importer, getModuleInfo, seen)) found.add(name)
  }
  return found
}

/** What the later screens of one surface share is in a file of that surface. */
function laterShared(wanted: readonly string[]) {
  const [first, ...others] = new Set(wanted.map((name) => name.replace(/\..*/, '')))
  if (first === undefined) return undefined
  return wanted.length === 1 ? wanted[0] : others.length === 0 ? `${first}.later` : 'later'
}

/** Says which file a module stands in: by the first pictures that need it, and else by what it is. */
export function chunkGroups(declarations: readonly Declared[]) {
  const known = new WeakMap<GetModuleInfo, { pictures: ReturnType<typeof firstPictures>; taken: ReadonlySet<string> }>()
  return (id: string, { getModuleInfo, getModuleIds }: ManualChunkMeta): string | undefined => {
    const ids = [...(known.has(getModuleInfo) ? [] : getModuleIds())]
    const { pictures, taken } = known.get(getModuleInfo) ?? {
      pictures: firstPictures(declarations, ids, getModuleInfo),
      taken: takenByQuestions(ids, getModuleInfo),
    }
    known.set(getModuleInfo, { pictures, taken })
    const surfaces = pictures.get(id)
    const own = among(always, id) ?? (taken.has(id) ? 'first' : surfaces ? companyName(surfaces) : laterGroup(id))
    if (own) return own
    if (!/\/src\/(contract|ui|parts|surfaces)\/|\/src\/kit\/flags\.ts$|\/node_modules\/zustand\//.test(id)) return undefined
    return laterShared([...wantedBy(id, getModuleInfo)].filter((name) => name && !name.startsWith('gallery')))
  }
}
