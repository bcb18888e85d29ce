import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { filesUnder, root } from '../house/source.ts'

function isBuilt() {
  const built = join(root, 'dist/first-paint.json')
  if (!existsSync(built)) return false
  const at = statSync(built).mtimeMs
  return ['src', 'elements', 'locales'].every((folder) => filesUnder(folder).every((file) => statSync(join(root, file)).mtimeMs <= at))
}

/** Builds dist, unless it is up to date with the sources. */
export function buildIfStale() {
  if (isBuilt()) return
  const { status } = spawnSync('npx', ['rollup', '-c', '--silent'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error('The build failed')
}
