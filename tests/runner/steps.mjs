import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium, hasPreferredChromium, waysToChromium } from '../support/browser/chromium.mjs'
import { engineAdvice, installEngines, missingEngines } from '../support/engines/install.mjs'
import { command } from './command.mjs'
import { elementCounts, playwrightCounts, promiseCounts, vitestCounts } from './counts.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = (name) => `node_modules/.bin/${name}`
const output = (name) => `tests/output/${name}.json`

/** A command that counts as one test. */
const single = (words, minutes) => async () => {
  const { isOk, output } = await command(words, { minutes })
  return { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, isOk, output }
}

/** A command that writes its counts to a file. */
const counted =
  (name, words, count, { minutes, env, echo }) =>
  async () => {
    rmSync(output(name), { force: true })
    const result = await command(words, { minutes, env: { ...env, ...(await chromiumEnv()) }, echo })
    const counts = existsSync(output(name)) ? count(output(name)) : { passed: 0, failed: 0 }
    return { ...counts, ...result }
  }

const chromiumEnv = async () => {
  const path = await findChromium()
  return path ? { CHROMIUM_PATH: path } : {}
}

async function chromium() {
  let said = ''
  for (const way of waysToChromium()) {
    if (await hasPreferredChromium()) break
    for (const words of way) said += (await command(words, { minutes: 10 })).output
  }
  const path = await findChromium()
  return {
    passed: 0,
    failed: path ? 0 : 1,
    isOk: Boolean(path),
    output: `${said}\nThere is no Chromium; set CHROMIUM_PATH to one.`,
  }
}

/** Firefox and WebKit. When they cannot be installed, the step fails and names the missing packages. */
async function engines() {
  const said = await installEngines(async (words) => (await command(words, { minutes: 15 })).output)
  const isOk = missingEngines().length === 0
  return { passed: 0, failed: isOk ? 0 : 1, isOk, output: isOk ? said : `${said}\n${engineAdvice()}` }
}

const vitest = (name, minutes, { echo = false, projects = [name], env = {} } = {}) => {
  const words = [bin('vitest'), 'run', '--config', 'tests/vitest.config.ts', ...projects.map((project) => `--project=${project}`)]
  const reporters = [`--reporter=${echo ? 'default' : 'dot'}`, '--reporter=json', `--outputFile.json=${output(name)}`]
  return counted(name, [...words, ...reporters], vitestCounts, { minutes, echo, env })
}

const playwright = (name, config, minutes, { echo = false, env = {}, projects = [] } = {}) => {
  const words = [bin('playwright'), 'test', '--config', config, ...projects.map((project) => `--project=${project}`)]
  return counted(name, [...words, '--reporter=list,json'], playwrightCounts, {
    minutes,
    echo,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: join(root, output(name)) },
  })
}

const webTestRunner = (name, config, minutes, echo = false) =>
  counted(name, [bin('wtr'), '--config', config], elementCounts, { minutes, echo })

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

/** Whole-product tests use PostgreSQL, because they take less time there; these steps of the audit use the embedded database. */
const embedded = { TEST_DATABASE_URL: '' }

const chromiumStep = { name: 'chromium', cores: 1, run: chromium, counts: false }
const enginesStep = { name: 'firefox-and-webkit', cores: 1, needs: ['chromium'], run: engines, counts: false }
/** The data of a first start, filled once before the steps that copy it. */
const dataStep = { name: 'data', cores: 1, run: single([bin('tsx'), 'tests/commands/fill-folders.ts'], 20) }
const buildStep = { name: 'build', cores: 1, run: single([bin('rollup'), '-c', '--silent'], 5) }

/**
 * The steps of `npm test`. A step starts when enough processor cores are free, in this order as far as possible;
 * a step does not run when a step that it needs has failed. Each tier has a time budget; journeys also have a limit of tests.
 */
export const testSteps = [
  chromiumStep,
  enginesStep,
  buildStep,
  // One checker for the one core: by default there are four, and each checks the types that it shares with the others again.
  { name: 'types', cores: 1, run: single([bin('tsc'), '--noEmit', '-p', '.', '--checkers', '1'], 3) },
  dataStep,
  { name: 'lint', cores: 1, run: single(lint, 2) },
  { name: 'sizes', cores: 1, needs: ['build'], run: single([bin('tsx'), 'tests/commands/sizes.ts'], 1) },
  { name: 'unit', cores: 2, needs: ['build'], budgetMinutes: 2, run: vitest('unit', 10, { projects: ['unit', 'unit-pages'] }) },
  {
    name: 'elements',
    cores: 2,
    needs: ['chromium', 'build'],
    budgetMinutes: 3,
    run: webTestRunner('elements', 'tests/runner/elements-counted.config.mjs', 10),
  },
  { name: 'engines', cores: 2, needs: ['firefox-and-webkit', 'build', 'data'], budgetMinutes: 1, run: vitest('engines', 5) },
  { name: 'platform', cores: 2, budgetMinutes: 6, run: vitest('platform', 20) },
  {
    name: 'journeys',
    cores: 2,
    needs: ['chromium', 'build', 'data'],
    budgetMinutes: 8,
    maxTests: 250,
    run: playwright('journeys', 'tests/journeys/playwright.config.ts', 30),
  },
]

/** The steps of `npm run audit`: every matrix in full. They print their progress. */
export const auditSteps = [
  chromiumStep,
  enginesStep,
  buildStep,
  { name: 'audit-unit', cores: 2, needs: ['build'], run: vitest('audit-unit', 30, { echo: true }) },
  { name: 'audit-platform', cores: 2, run: vitest('audit-platform', 90, { echo: true }) },
  {
    name: 'audit-elements',
    cores: 2,
    needs: ['chromium', 'build'],
    run: webTestRunner('audit-elements', 'tests/audit/elements/web-test-runner.config.mjs', 60, true),
  },
  {
    name: 'audit-journeys',
    cores: 2,
    needs: ['chromium', 'build'],
    run: playwright('audit-journeys', 'tests/audit/journeys/playwright.config.ts', 150, { echo: true, projects: ['matrix'] }),
  },
  {
    name: 'audit-tagged',
    cores: 2,
    needs: ['chromium', 'build'],
    run: playwright('audit-tagged', 'tests/audit/journeys/playwright.config.ts', 60, { echo: true, projects: ['tagged'], env: embedded }),
  },
  {
    name: 'engines-audit',
    cores: 2,
    needs: ['firefox-and-webkit', 'build'],
    run: vitest('engines-audit', 60, { echo: true, env: embedded }),
  },
  {
    // With all cores, because a busy machine lowers the performance.
    name: 'lighthouse',
    cores: Number.POSITIVE_INFINITY,
    needs: ['chromium', 'build'],
    run: counted('lighthouse', [bin('tsx'), 'tests/commands/lighthouse.ts', '--counts', output('lighthouse')], elementCounts, {
      minutes: 30,
      echo: true,
    }),
  },
  {
    name: 'guards',
    cores: 2,
    run: counted('guards', [bin('tsx'), 'tests/commands/guards.ts', '--counts', output('guards')], promiseCounts, {
      minutes: 60,
      echo: true,
    }),
  },
  {
    name: 'trust',
    cores: 2,
    needs: ['chromium', 'build'],
    run: counted('trust', [bin('tsx'), 'tests/commands/trust.ts', '--counts', output('trust')], promiseCounts, {
      minutes: 480,
      echo: true,
    }),
  },
]
