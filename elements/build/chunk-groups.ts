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
  ['gallery', /^\0words:gallery$/],
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

/** Adds a module and all that it imports before it runs; what it imports when it runs too, but for other elements, where `isEver`. */
function reach(id: string, getModuleInfo: GetModuleInfo, seen: Set<string>, isEver = false) {
  if (seen.has(id)) return
  seen.add(id)
  const { importedIds = [], dynamicallyImportedIds = [] } = getModuleInfo(id) ?? {}
  const later = isEver ? dynamicallyImportedIds.filter((one) => startedTag(one) === undefined) : []
  for (const imported of [...importedIds, ...later]) reach(imported, getModuleInfo, seen, isEver)
}

/** What the first questions of a page need. */
function firstQuestions(ids: readonly string[], getModuleInfo: GetModuleInfo) {
  const seen = new Set<string>()
  for (const id of ids) if (asking.test(id)) reach(id, getModuleInfo, seen)
  return seen
}

/** The surfaces that need a module for their first picture, and those that ever need it. */
interface Wanting {
  readonly first: string[]
  readonly ever: string[]
}

function wantings(declarations: readonly Declared[], ids: readonly string[], getModuleInfo: GetModuleInfo) {
  const wanted = new Map<string, Wanting>(ids.map((id) => [id, { first: [], ever: [] }]))
  for (const { tag, firstPaint = [] } of declarations) {
    const name = surfaceName(tag)
    // The gallery wants everything, which says nothing about what belongs together.
    if (name === 'gallery') continue
    const files = [`/src/surfaces/${name}/index.tsx`, `\0words:${name}`, ...firstPaint]
    const roots = ids.filter((id) => startedTag(id) === tag || files.some((file) => id.endsWith(file)))
    for (const when of ['first', 'ever'] as const) {
      const seen = new Set<string>()
      for (const id of roots) reach(id, getModuleInfo, seen, when === 'ever')
      for (const id of seen) wanted.get(id)?.[when].push(name)
    }
  }
  return wanted
}

/** Whose first picture has the narrowest bar in bytes and files: what it shares is in a file that all have anyway. */
const lightest = 'report-chart'

/** What is a surface's own stands in its file; what it needs of the lower floors stands beside it, or others would load the surface with it. */
function aloneName(id: string, surface: string) {
  if (!/\/src\/(contract|kit|parts|ui)\//.test(id)) return surface
  // A table comes with what it asks and remembers, and the chart is a file that comes with its surface anyway.
  if (surface === lightest) return 'chart'
  return /\/src\/ui\/(?!grid\/)/.test(id) ? `${surface}.ui` : `${surface}.lent`
}

/** A file for each company of surfaces: none loads what only others need. Three and more share one, for the sake of their number. */
function companyName(id: string, first: readonly string[]) {
  const surfaces = first.filter((name) => name !== 'frame')
  if (surfaces.includes(lightest) && first.length > 1) return 'core'
  const [only, ...others] = surfaces.toSorted()
  if (only === undefined || others.length > 1) return 'shared'
  if (others.length > 0) return `${only}.${others[0]}`
  return aloneName(id, only)
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

/** What several later files share: that of one surface is in a file of this surface. */
function laterShared(wanted: ReadonlySet<string>, ever: readonly string[]) {
  const [only, ...others] = wanted
  if (!only && others.length === 0) return undefined
  if (others.length === 0) return only
  return ever.length === 1 ? `${ever[0]}.later` : 'later'
}

/** Says which file a module stands in: by the first pictures that need it, and else by what it is. */
export function chunkGroups(declarations: readonly Declared[]) {
  const known = new WeakMap<GetModuleInfo, { questions: Set<string>; wanted: Map<string, Wanting> }>()
  const read = ({ getModuleInfo, getModuleIds }: ManualChunkMeta) => {
    const ids = [...getModuleIds()]
    return { questions: firstQuestions(ids, getModuleInfo), wanted: wantings(declarations, ids, getModuleInfo) }
  }
  return (id: string, meta: ManualChunkMeta): string | undefined => {
    const { getModuleInfo } = meta
    const { questions, wanted } = known.get(getModuleInfo) ?? read(meta)
    known.set(getModuleInfo, { questions, wanted })
    const wanting = wanted.get(id)
    const isFirst = wanting !== undefined && wanting.first.length > 0
    const own = among(always, id) ?? (questions.has(id) ? 'first' : isFirst ? companyName(id, wanting.first) : laterGroup(id))
    if (own) return own
    if (!/\/src\/(contract|ui|parts|surfaces)\/|\/src\/kit\/flags\.ts$|\/node_modules\/zustand\//.test(id)) return undefined
    const asked = [...wantedBy(id, getModuleInfo)].filter((name) => !name.startsWith('gallery'))
    return laterShared(new Set(asked), wanting?.ever ?? [])
  }
}
