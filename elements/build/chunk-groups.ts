import type { ManualChunkMeta } from 'rollup'

type ModuleInfo = NonNullable<ReturnType<ManualChunkMeta['getModuleInfo']>>

/** Packages that every surface needs before its first paint. */
const corePackages =
  /\/node_modules\/(react|react-dom|scheduler|@r2wc|swr|use-sync-external-store|dequal|ofetch|destr|ufo|superstruct|@lingui|@messageformat|zustand)\//
const coreFiles =
  /\/src\/kit\/|\/src\/ui\/(button|css|date-range-words|figures|floating|font|format|icons?|menu|sheet|states|status-icons|table|theme|tooltip|use-width)\.|\/src\/ui\/(tokens|base|figures|table|chart)\.css|\/elements\/(register|element-root|element-sheet|guest-event|error-boundary|broken-element|notices|page|skeleton|define)\.tsx?$/
/** What a page loads only when it comes to that. */
const late = /\/src\/kit\/(host-bridge|sign-in)\.ts$/

const groups: readonly (readonly [name: string, ids: RegExp])[] = [
  ['messages', /\/src\/kit\/message[\w-]*\.ts$|\/elements\/host-[\w-]+\.ts$/],
  ['lit', /\/node_modules\/(lit|lit-html|lit-element|@lit|@lit-labs)\//],
  ['menu', /\/node_modules\/(@shoelace-style|@floating-ui|@ctrl|composed-offset-position)\/|\/src\/ui\/(shoelace|private-icon)\.ts$/],
  ['chart', /\/node_modules\/(d3-[\w-]+|internmap)\/|\/src\/ui\/chart[\w-]*\.tsx?$/],
  ['form', /\/src\/ui\/form\//],
  ['choose', /\/src\/ui\/choose\//],
  ['grid', /\/src\/ui\/grid\//],
  ['overlay', /\/src\/ui\/overlay\//],
  ['place', /\/src\/ui\/place\//],
  ['mark', /\/src\/ui\/(mark|text)\//],
  ['frame', /\/elements\/frame-element\.ts$|^\0start:ad-frame$/],
  ['core', corePackages],
  ['core', /^\0commonjsHelpers|\.woff2$/],
]

/** A screen of the gallery, with its own pieces: whoever looks at one need not load what all the others show. */
const galleryScreen = (id: string) => {
  const [, name] = /\/src\/surfaces\/gallery\/(?:screens(?=\/\w+\.tsx$)|parts(?=\/\w+\/))\/(\w+)/.exec(id) ?? []
  return name === undefined ? undefined : `gallery-${name}`
}

const surfaceOf = (id: string) => {
  const [, name] =
    /\/src\/surfaces\/([^/]+)\//.exec(id) ??
    /\/elements\/ad-([^/]+)\.ts$/.exec(id) ??
    /^\0words:([^/]+)$/.exec(id) ??
    /^\0start:ad-(.+)$/.exec(id) ??
    []
  return name === 'core' || name === 'frame' ? undefined : name
}

const ownGroup = (id: string) =>
  groups.find(([, ids]) => ids.test(id))?.[0] ??
  galleryScreen(id) ??
  surfaceOf(id) ??
  (coreFiles.test(id) && !late.test(id) ? 'core' : undefined)

/** Every group that a module is wanted by, through modules that have none of their own. */
function wantedBy(id: string, getModuleInfo: ManualChunkMeta['getModuleInfo'], seen = new Set<string>()): Set<string> {
  const info: ModuleInfo | null = getModuleInfo(id)
  const found = new Set<string>()
  for (const importer of info?.importers ?? []) {
    if (seen.has(importer)) continue
    seen.add(importer)
    const group = ownGroup(importer)
    for (const name of group ? [group] : wantedBy(importer, getModuleInfo, seen)) found.add(name)
  }
  return found
}

/** What core needs is in core; what one surface needs is in that surface; what several share is a group of its own. */
export function chunkGroup(id: string, { getModuleInfo }: Pick<ManualChunkMeta, 'getModuleInfo'>): string | undefined {
  const own = ownGroup(id)
  if (own) return own
  if (!/\/src\/(contract|ui|parts)\//.test(id)) return undefined
  const wanted = wantedBy(id, getModuleInfo)
  if (wanted.has('core')) return 'core'
  return wanted.size > 1 ? 'parts' : [...wanted][0]
}
