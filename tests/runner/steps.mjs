import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium, waysToChromium } from '../support/chromium.mjs'
import { command } from './command.mjs'
import { elementCounts, playwrightCounts, vitestCounts } from './counts.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = (name) => `node_modules/.bin/${name}`
const output = (name) => `tests/output/${name}.json`

/** A command that is one test by itself. */
const single = (words, minutes) => async () => {
  const { isOk, output } = await command(words, { minutes })
  return { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, isOk, output }
}

/** A command that writes its counts to a file. */
const counted =
  (name, words, count, { minutes, env }) =>
  async () => {
    rmSync(output(name), { force: true })
    const result = await command(words, { minutes, env: { ...env, ...(await chromiumEnv()) } })
    const counts = existsSync(output(name)) ? count(output(name)) : { passed: 0, failed: 0 }
    return { ...counts, ...result }
  }

const chromiumEnv = async () => {
  const path = await findChromium()
  return path ? { CHROMIUM_PATH: path } : {}
}

async function chromium() {
  let said = ''
  for (const words of (await findChromium()) ? [] : waysToChromium()) said += (await command(words, { minutes: 10 })).output
  const path = await findChromium()
  return {
    passed: 0,
    failed: path ? 0 : 1,
    isOk: Boolean(path),
    output: `${said}\nThere is no Chromium; set CHROMIUM_PATH to one.`,
  }
}

const vitest = (project, minutes) => {
  const words = [bin('vitest'), 'run', '--config', 'tests/vitest.config.ts', '--project', project]
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${output(project)}`]
  return counted(project, [...words, ...reporters], vitestCounts, { minutes })
}

const linted = ['src', 'elements', 'demo', 'tests', 'locales', 'rollup.config.mjs'].filter((path) => existsSync(join(root, path)))
const colours = process.stdout.isTTY ? 'force' : 'off'
const lint = [
  bin('biome'),
  'ci',
  '--config-path',
  'tests/biome.json',
  '--error-on-warnings',
  '--max-diagnostics=50',
  `--colors=${colours}`,
  ...linted,
]
const elements = [bin('wtr'), '--config', 'tests/runner/elements-counted.config.mjs']
const journeys = [bin('playwright'), 'test', '--config', 'tests/journeys/playwright.config.ts', '--reporter=list,json']

/** The steps of the test command, in order; a step whose need has failed is not run. */
export const steps = [
  { name: 'chromium', run: chromium, counts: false },
  { name: 'build', run: single([bin('rollup'), '-c', '--silent'], 5) },
  { name: 'sizes', needs: ['build'], run: single([bin('tsx'), 'tests/commands/sizes.ts'], 1) },
  { name: 'types', run: single([bin('tsc'), '--noEmit', '-p', '.'], 3) },
  { name: 'lint', run: single(lint, 2) },
  { name: 'unit', run: vitest('unit', 10) },
  { name: 'elements', needs: ['chromium', 'build'], run: counted('elements', elements, elementCounts, { minutes: 10 }) },
  { name: 'platform', run: vitest('platform', 36) },
  {
    name: 'journeys',
    needs: ['chromium', 'build'],
    run: counted('journeys', journeys, playwrightCounts, {
      minutes: 58,
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(root, output('journeys')) },
    }),
  },
]
