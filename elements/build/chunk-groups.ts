import type { ManualChunkMeta } from 'rollup'

type ModuleInfo = NonNullable<ReturnType<ManualChunkMeta['getModuleInfo']>>

/** Packages that every surface needs before its first paint. */
const corePackages = /\/node_modules\/(react|react-dom|scheduler|@r2wc|swr|use-sync-external-store|dequal|@lingui|@messageformat)\//
const coreFiles =
  /\/src\/kit\/|\/src\/ui\/(button|css|date-range-words|figures|floating|font|format|icons?|menu|sheet|states|theme|tooltip|use-width)\.|\/src\/ui\/(tokens|base|figures|chart)\.css|\/elements\/(register|element-root|element-sheet|guest-event|error-boundary|broken-element|notices|skeleton|define|unworded)\.tsx?$/
/** What a page loads only when it comes to that. */
const late = /\/src\/kit\/(host-bridge|flags|sign-in[\w-]*|console-[\w-]+|own-route|identity-checks)\.ts$/

/** What asks the first questions of a page, and what that takes: nothing in it waits for React. */
const asking =
  /^\0first:|\/node_modules\/superstruct\/|\/elements\/(begin|language|page)\.ts$|\/src\/kit\/(access|activity|api|ask-token|begun|memory|problem|session|split-path|wait)\.ts$|\/src\/surfaces\/[^/]+\/(first-questions|question)\.ts$/

const groups: readonly (readonly [name: string, ids: RegExp])[] = [
  ['session', /\/src\/kit\/(console-[\w-]+|own-route|sign-in-(problem|asked)|identity-checks)\.ts$|\/src\/parts\/sign-in-words\.ts$/],
  ['messages', /\/src\/kit\/message[\w-]*\.ts$|\/elements\/host-[\w-]+\.ts$/],
  ['lit', /\/node_modules\/(lit|lit-html|lit-element|@lit|@lit-labs)\//],
  ['menu', /\/node_modules\/(@shoelace-style|@floating-ui|@ctrl|composed-offset-position)\/|\/src\/ui\/(shoelace|private-icon)\.ts$/],
  ['chart', /\/node_modules\/(d3-[\w-]+|internmap)\/|\/src\/ui\/chart[\w-]*\.tsx?$/],
  ['shared', /\/node_modules\/swr\/dist\/mutation\/|\/src\/kit\/write\.ts$/],
  ['mark', /\/src\/ui\/form\/decimal-text\.ts$/],
  ['form', /\/src\/ui\/form\/|\/src\/parts\/(kept-form|form-rejection|rule-fault)\.ts$/],
  ['whose', /\/src\/ui\/choose\/comparison\.ts$|\/src\/parts\/date-address\.ts$/],
  ['choose', /\/src\/ui\/choose\//],
  ['grid', /\/src\/ui\/grid\//],
  ['overlay', /\/src\/ui\/overlay\//],
  ['place', /\/src\/ui\/place\//],
  ['mark', /\/src\/ui\/(mark|text)\//],
  ['frame', /\/elements\/(early-frame|frame-(element|view))\.ts$|\.frame\.ts$|^\0start:ad-frame$/],
  ['first', asking],
  ['core', corePackages],
  ['core', /^\0(commonjsHelpers)|\.woff2$/],
]

/** What several screens of a surface show and its first one does not. */
const laterParts = /\/src\/surfaces\/([^/]+)\/parts\/(detail|group)\//
const partsOf = (id: string) => {
  const [, surface, folder] = laterParts.exec(id) ?? []
  return surface && `${surface}.${folder}`
}

/** A screen but the first comes when somebody goes there. */
const screenOf = (id: string) => {
  const [, surface, screen] = /\/src\/surfaces\/([^/]+)\/screens\/(?!index\.)([^/]+)\.tsx$/.exec(id) ?? []
  return surface && `${surface}.${screen}`.replace(/[^\w.]+/g, '-')
}

const surfaceOf = (id: string) => {
  const [, name] =
    /\/src\/surfaces\/([^/]+)\/(?!parts\/)/.exec(id) ??
    /\/elements\/ad-([^/]+)\.ts$/.exec(id) ??
    /^\0words:([^/]+)$/.exec(id) ??
    /^\0start:ad-(.+)$/.exec(id) ??
    (id === '\0built:tags' ? ['', 'console'] : undefined) ??
    []
  return name === 'core' || name === 'frame' ? undefined : name
}

const ownGroup = (id: string) =>
  groups.find(([, ids]) => ids.test(id))?.[0] ??
  partsOf(id) ??
  screenOf(id) ??
  surfaceOf(id) ??
  (coreFiles.test(id) && !late.test(id) ? 'core' : undefined)

/** Every group that a module is wanted by, through modules that have none of their own. */
function wantedBy(id: string, getModuleInfo: ManualChunkMeta['getModuleInfo'], seen = new Set<string>()): Set<string> {
  const info: ModuleInfo | null = getModuleInfo(id)
  const found = new Set<string>()
  // What is only ever imported when it runs is nobody's, but it wants what it imports.
  if (info?.importers.length === 0 && info.dynamicImporters.length > 0) found.add('')
  for (const importer of info?.importers ?? []) {
    if (seen.has(importer)) continue
    seen.add(importer)
    const group = ownGroup(importer)
    for (const name of group ? [group] : wantedBy(importer, getModuleInfo, seen)) found.add(name)
  }
  return found
}

/** The gallery wants everything, which says nothing about what belongs together. */
function withoutGallery(wanted: readonly string[]) {
  const others = wanted.filter((name) => !name.startsWith('gallery'))
  return others.length > 0 ? others : wanted
}

/** Whose first paint has the narrowest bar in bytes and files: what it shares is in a file that it has anyway. */
const lightest = 'report-chart'

/** The surfaces of campaigns, and what these share. */
const advertising: readonly string[] = ['advertise', 'campaigns', 'campaign-builder']
/** Those that show somebody's data, and what says whose. */
const belonging: readonly string[] = ['whose', 'console', ...advertising]

/** What the screens of one surface share is that surface's; what surfaces share is not for those that come without it. */
function sharedBy(wanted: readonly string[]) {
  const [first, ...others] = new Set(wanted.map((name) => (wanted.length > 1 ? name.replace(/\..*/, '') : name)))
  if (first === undefined) return undefined
  if (others.length === 0) return wanted.length === 1 || wanted.includes(first) ? first : `${first}.later`
  if (wanted.includes(lightest)) return 'core'
  const isAmong = (names: readonly string[]) => [first, ...others].every((name) => names.includes(name))
  return isAmong(advertising) ? 'advertise' : isAmong(belonging) ? 'whose' : 'shared'
}

/** What core needs is in core; what one surface needs is in that surface; what several share is a group of its own. */
export function chunkGroup(id: string, { getModuleInfo }: Pick<ManualChunkMeta, 'getModuleInfo'>): string | undefined {
  const own = ownGroup(id)
  if (own) return own
  if (!/\/src\/(contract|ui|parts|surfaces)\/|\/src\/kit\/flags\.ts$|\/node_modules\/zustand\//.test(id)) return undefined
  const wanted = wantedBy(id, getModuleInfo)
  if (wanted.has('first')) return 'first'
  if (wanted.has('core')) return 'core'
  return sharedBy(withoutGallery([...wanted]).filter(Boolean))
}
