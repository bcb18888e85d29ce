import type { ManualChunkMeta } from 'rollup'
import type { DeclarationData } from './declarations.ts'
import { tagOfPrefetchModule, isRuntime, isSessionModule, tagOfStartModule, surfaceName } from './starts.ts'

type GetModuleInfo = ManualChunkMeta['getModuleInfo']

const inPackage = (names: string) => new RegExp(`/node_modules/(${names})/`)
const react = inPackage('react|react-dom|scheduler')
const lingui = inPackage('@lingui/core|@lingui/message-utils')
const lit = inPackage('lit|lit-html|lit-element|@lit')

/** A module and all its static imports, recursively. */
function closure(id: string, getModuleInfo: GetModuleInfo, modules = new Set<string>()): Set<string> {
  if (modules.has(id)) return modules
  modules.add(id)
  for (const imported of getModuleInfo(id)?.importedIds ?? []) closure(imported, getModuleInfo, modules)
  return modules
}

const isVendor = (id: string) => [react, lingui, lit].some((names) => names.test(id))

/** Maps each module of a first screen to the surfaces that need it. */
function surfacesByModule(declarations: readonly DeclarationData[], reached: (isRoot: (id: string) => boolean) => Iterable<string>) {
  const surfacesOf = new Map<string, string[]>()
  for (const { tag } of declarations) {
    // The gallery imports every component, so it says nothing about which belong together.
    if (tag === 'ad-gallery') continue
    for (const id of reached((root) => tagOfStartModule(root) === tag))
      surfacesOf.set(id, [...(surfacesOf.get(id) ?? []), surfaceName(tag)])
  }
  return surfacesOf
}

/**
 * The group of a module that some surfaces share. Modules of three or more go into one file, so that a surface loads few files;
 * a surface with a prefetch loads no further file.
 */
function chunkGroupName(surfaces: readonly string[], early: ReadonlySet<string>): string {
  const surface = surfaces.find((name) => early.has(name))
  if (surfaces.length > 2) return surface ? 'react' : 'shared'
  return surface ?? surfaces.toSorted().join('.')
}

/** Assigns modules to groups; the first group that claims a module gets it. */
function assignChunkGroups(
  declarations: readonly DeclarationData[],
  { getModuleIds, getModuleInfo }: ManualChunkMeta,
): ReadonlyMap<string, string> {
  const groups = new Map<string, string>()
  const ids = [...getModuleIds()]
  const closureOf = (id: string) => closure(id, getModuleInfo)
  const claim = (name: string, claimed: Iterable<string>) => {
    for (const id of claimed) if (!groups.has(id)) groups.set(id, name)
  }
  const reached = (isRoot: (id: string) => boolean) => new Set(ids.filter(isRoot).flatMap((id) => [...closureOf(id)]))
  const firstScreenModules = reached((id) => tagOfStartModule(id) !== undefined)
  for (const [name, names] of Object.entries({ lingui, lit }))
    claim(
      name,
      [...firstScreenModules].filter((id) => names.test(id)),
    )
  const runtime = reached((id) => tagOfPrefetchModule(id) !== undefined || isRuntime(id))
  // The prefetch and `<ad-frame>` use this group, and must not wait for React.
  claim(
    'core',
    [...runtime].filter((id) => ![...closureOf(id)].some(isVendor)),
  )
  claim('react', runtime)
  // A page without a host loads it, too, and must not load the console with it.
  claim('session', reached(isSessionModule))
  const early = new Set(ids.flatMap((id) => tagOfPrefetchModule(id) ?? []).map(surfaceName))
  for (const [id, surfaces] of surfacesByModule(declarations, reached)) claim(chunkGroupName(surfaces, early), [id])
  return groups
}

/** The chunk name of a module, for `manualChunks`; undefined for a module that no first screen needs, which follows `import()`. */
export function chunkGroups(declarations: readonly DeclarationData[]) {
  const cache = new WeakMap<GetModuleInfo, ReadonlyMap<string, string>>()
  return (id: string, meta: ManualChunkMeta): string | undefined => {
    const groups = cache.get(meta.getModuleInfo) ?? assignChunkGroups(declarations, meta)
    cache.set(meta.getModuleInfo, groups)
    return groups.get(id)
  }
}
