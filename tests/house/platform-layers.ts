import { importsOf, targetOf } from './imports.ts'
import { finding, type Source } from './source.ts'

/** Layers of demo/platform from lowest to highest. A folder that is not listed belongs to a noun; `.` means the files at the root. */
export const platformLayers: readonly (readonly string[])[] = [
  ['collections'],
  ['tables', 'database'],
  ['context'],
  ['sql'],
  ['http', 'access'],
  ['files'],
  ['a noun'],
  ['jobs', 'mail', 'delivery', 'identity'],
  ['demo-pages'],
  ['seed'],
  ['.'],
]

/** The only file that may import the seed; it fills an empty database at the first start. */
const seedImporter = 'demo/open-site.ts'

/** The folder of a platform file; undefined for any other file. */
const folderOf = (path: string) => {
  const [, folder, file] = /^demo\/platform\/(?:([^/]+)\/)?(.+)$/.exec(path) ?? []
  return file && (folder ?? '.')
}

const levelOf = (folder: string) => {
  const named = platformLayers.findIndex((folders) => folders.includes(folder))
  return named < 0 ? platformLayers.findIndex((folders) => folders.includes('a noun')) : named
}

const isHandlers = (path: string) => /(^|[/-])handlers\.ts$/.test(path)

function violationOf(from: string, to: string): string | undefined {
  const folder = folderOf(from)
  const target = folderOf(to)
  if (target === 'seed' && from.startsWith('demo/') && folder !== 'seed' && from !== seedImporter)
    return `imports ${to}; only ${seedImporter} imports the seed`
  if (folder === undefined || target === undefined || folder === target) return undefined
  if (levelOf(target) > levelOf(folder)) return `imports ${to}; ${folder} is below ${target}`
  return isHandlers(to) && folder !== '.' ? `imports ${to}; only the root imports handlers of another folder` : undefined
}

/** Imports of a higher layer of the platform, of another folder's handlers, or of the seed. */
export const misplacedInPlatform = (source: Source) =>
  importsOf(source).flatMap((one) => {
    const to = targetOf(source, one)
    const what = to && violationOf(source.path, to)
    return what ? [finding(source, one.line, what)] : []
  })
