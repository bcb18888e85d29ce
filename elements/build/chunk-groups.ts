import type { ManualChunkMeta } from 'rollup'
import type { DeclarationData } from './declarations.ts'
import { tagOfPrefetchModule, isRuntime, isSessionModule, tagOfStartModule, surfaceName } from './starts.ts'

type GetModuleInfo = ManualChunkMeta['getModuleInfo']

const inPackage = (names: string) => new RegExp(`/node_modules/(${names})/`)
const react = inPackage('react|react-dom|scheduler')
const lingui = inPackage('@lingui/core|@lingui/message-utils')
const lit = inPackage('lit|lit-html|lit-element|@lit')

type ImportsOf = (id: string) => readonly string[]
type SurfacesByModule = ReadonlyMap<string, readonly string[]>

/** A module and all its imports, recursively. */
function closure(id: string, importsOf: ImportsOf, modules = new Set<string>()): Set<string> {
  if (modules.has(id)) return modules
  modules.add(id)
  for (const imported of importsOf(id)) closure(imported, importsOf, modules)
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

/** Surfaces that work with users. What only these share is in a file of theirs, because no other surface needs it. */
const userSurfaces: ReadonlySet<string> = new Set(['admin', 'console', 'sign-in'])

/**
 * The group of a module that some surfaces share. Modules of three or more go into one file, so that a surface loads few files;
 * a surface with a prefetch loads no further file.
 */
function chunkGroupName(surfaces: readonly string[], early: ReadonlySet<string>): string {
  const surface = surfaces.find((name) => early.has(name))
  if (surfaces.length > 2 && surfaces.every((name) => userSurfaces.has(name))) return 'users'
  if (surfaces.length > 2) return surface ? 'react' : 'shared'
  return surface ?? surfaces.toSorted().join('.')
}

/** The longest code of a module that all surfaces load for the sake of a few. */
const smallLength = 1000

/**
 * Small modules without imports that a single first screen needs, and that later code of other surfaces imports. They are in the common
 * file: the first dialog of another surface would otherwise load that first screen.
 */
function smallModules(firstScreens: SurfacesByModule, everything: SurfacesByModule, getModuleInfo: GetModuleInfo): string[] {
  const isSmall = (id: string) => {
    const { importedIds = [], importers = [], code } = getModuleInfo(id) ?? {}
    return importedIds.length === 0 && (code ?? '').length <= smallLength && importers.some((importer) => !firstScreens.has(importer))
  }
  return [...firstScreens].flatMap(([id, surfaces]) =>
    surfaces.length === 1 && (everything.get(id)?.length ?? 0) > 2 && isSmall(id) ? [id] : [],
  )
}

/** Assigns modules to groups; the first group that claims a module gets it. */
function assignChunkGroups(
  declarations: readonly DeclarationData[],
  { getModuleIds, getModuleInfo }: ManualChunkMeta,
): ReadonlyMap<string, string> {
  const groups = new Map<string, string>()
  const ids = [...getModuleIds()]
  const importsOf = (id: string) => getModuleInfo(id)?.importedIds ?? []
  /** Also what it loads later, but no other element. */
  const allImportsOf = (id: string) => [
    ...importsOf(id),
    ...(getModuleInfo(id)?.dynamicallyImportedIds ?? []).filter((imported) => tagOfStartModule(imported) === undefined),
  ]
  const closureOf = (id: string) => closure(id, importsOf)
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
  const firstScreens = surfacesByModule(declarations, reached)
  const everything = surfacesByModule(declarations, (isRoot) => new Set(ids.filter(isRoot).flatMap((id) => [...closure(id, allImportsOf)])))
  const isEarly = (id: string) => firstScreens.get(id)?.some((surface) => early.has(surface)) ?? true
  claim(
    'shared',
    smallModules(firstScreens, everything, getModuleInfo).filter((id) => !isEarly(id)),
  )
  for (const [id, surfaces] of firstScreens) claim(chunkGroupName(surfaces, early), [id])
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
