// Plain JavaScript without dependencies: it must run before any package is installed.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

/** The path at which a package finds another one: in its own folder, or in the nearest one above. */
function pathOf(packages, from, name) {
  const path = `${from && `${from}/`}node_modules/${name}`
  if (packages[path] || !from) return path
  return pathOf(packages, from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0)), name)
}

/** The paths of the packages that the build and the platform need. */
function pathsWithoutTests(packages) {
  const paths = new Set()
  const add = (from, { devDependencies, dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} }) => {
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional)
    for (const name of [...Object.keys({ ...devDependencies, ...dependencies, ...optionalDependencies }), ...peers]) {
      const path = pathOf(packages, from, name)
      if (paths.has(path) || !packages[path]) continue
      paths.add(path)
      // The lock file has the development dependencies of the root only.
      add(path, packages[path])
    }
  }
  add('', packages[''])
  return [...paths]
}

/**
 * True when the packages of the lock file are installed in their versions, without those that only tests need unless `withTests`.
 * Optional packages of other systems may be missing.
 */
export function isInstalled(root, { withTests }) {
  const marker = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(marker)) return false
  const here = packagesIn(marker)
  const packages = packagesIn(join(root, 'package-lock.json'))
  const wanted = withTests ? Object.keys(packages).filter((path) => path.includes('node_modules/')) : pathsWithoutTests(packages)
  return wanted.every((path) => {
    const { version, optional, link } = packages[path]
    return link || (here[path] ? here[path].version === version : optional)
  })
}

/** Follows the lock file, but unlike `npm ci` skips packages for other systems. The platform needs some of the dev dependencies. */
export const installArguments = ['install', '--include=dev', '--no-save', '--no-audit', '--no-fund']
/** The same without the packages of the workspace `tests`, which are more than half of all. */
export const installWithoutTests = [...installArguments, '--no-workspaces']
