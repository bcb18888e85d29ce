import { existsSync, rmSync } from 'node:fs'
import { command } from '../runner/command.mjs'
import { elementCounts } from '../runner/counts.mjs'
import { findChromium } from '../support/browser/chromium.mjs'
import type { Outcome } from './keep.ts'

const counts = 'tests/output/elements.json'
const words = [
  'node_modules/.bin/wtr',
  '--config',
  'tests/runner/elements-counted.config.mjs',
  '--files',
  'tests/elements/every-tag.test.ts',
]

/** Mounts every tag the given number of times; needs a built dist. */
export async function mountsOf(mounts: number, minutes: number): Promise<Outcome> {
  rmSync(counts, { force: true })
  const path = await findChromium()
  const env = { PLACARD_MOUNTS: String(mounts), ...(path && { CHROMIUM_PATH: path }) }
  const { isOk, output } = await command(words, { minutes, env, echo: true })
  const { passed, failed } = existsSync(counts) ? elementCounts(counts) : { passed: 0, failed: 1 }
  const weights = [...output.matchAll(/[\w-]+: \d+ mounts leave -?\d+ bytes/g)].map(([weight]) => weight)
  const isWhole = weights.length > 0 && passed > 0
  return {
    did: `${passed} checks passed, ${failed} failed; ${weights.join(', ')}`,
    broken: [...(isOk ? [] : [output.slice(-3000)]), ...(isWhole ? [] : [`nothing was mounted ${mounts} times`])],
  }
}
