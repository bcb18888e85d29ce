import { fileURLToPath } from 'node:url'
import { stopAll } from './runner/command.mjs'
import { judged } from './runner/counts.mjs'
import { install } from './runner/install.mjs'
import { steps } from './runner/steps.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const help = `npm test runs everything; npm test -- --only unit,platform runs these.\nSteps: ${steps.map(({ name }) => name).join(', ')}`

/** The steps that were asked for, in their order; all when nothing was. */
function chosen(args) {
  if (args.length === 0) return steps
  const [flag, list = ''] = args.flatMap((arg) => arg.split('='))
  const names = list.split(',').filter(Boolean)
  const isKnown = flag === '--only' && names.length > 0 && names.every((name) => steps.some((step) => step.name === name))
  if (!isKnown) {
    console.log(help)
    process.exit(flag === '--help' ? 0 : 2)
  }
  return steps.filter(({ name }) => names.includes(name))
}

const clock = (ms) => (ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`)

async function run(step, failedSteps) {
  process.stdout.write(`${step.name.padEnd(10)} `)
  const began = performance.now()
  const broken = step.needs?.find((name) => failedSteps.has(name))
  const raw = broken ? { passed: 0, failed: 1, output: `Not run, because ${broken} failed.` } : await attempt(step)
  const result = step.counts === false && raw.isOk ? { ...raw, failed: 0 } : judged(raw)
  const skipped = result.skipped ? `, ${result.skipped} skipped` : ''
  const counts = step.counts === false && raw.isOk ? 'found' : `${result.passed} passed, ${result.failed} failed${skipped}`
  console.log(`${clock(performance.now() - began).padStart(12)}   ${counts}`)
  if (result.failed > 0) console.log(`\n${result.output.trim()}\n`)
  return result
}

const attempt = (step) => step.run().catch((error) => ({ passed: 0, failed: 1, output: error.stack ?? String(error) }))

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    stopAll()
    process.exit(signal === 'SIGINT' ? 130 : 143)
  })
}

const asked = chosen(process.argv.slice(2))
await install()

let passed = 0
let failed = 0
const failedSteps = new Set()
for (const step of asked) {
  const result = await run(step, failedSteps)
  passed += result.passed
  failed += result.failed
  if (result.failed > 0) failedSteps.add(step.name)
}

if (failedSteps.has('journeys')) console.log('\nPictures and traces are in tests/output/journeys.')
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
