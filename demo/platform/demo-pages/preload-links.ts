import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface FirstPaint {
  readonly files: readonly string[]
}

/** What the build says of each tag's first paint; nothing where nothing is built. */
function firstPaints(dist: string): Readonly<Record<string, FirstPaint>> {
  try {
    return JSON.parse(readFileSync(join(dist, 'first-paint.json'), 'utf8'))
  } catch {
    return {}
  }
}

/** Lets a browser ask for an element's code together with the script that starts it; what is being watched is read each time. */
export function earlyFiles(dist: string, isWatched = false) {
  const once = isWatched ? undefined : firstPaints(dist)
  return (tag = '') => ((once ?? firstPaints(dist))[tag]?.files ?? []).map((file) => `<link rel="modulepreload" href="/${file}">`).join('')
}
