import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { timeText, withinCount } from './runner/budgets.mjs'
import { stopAll } from './runner/command.mjs'
import { failedNames, judged } from './runner/counts.mjs'
import { install } from './runner/install.mjs'
import { runSteps } from './runner/schedule.mjs'
import { auditSteps, testSteps } from './runner/steps.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const [first, ...others] = process.argv.slice(2)
const isAudit = first === 'audit'
const steps = isAudit ? auditSteps : testSteps
const name = isAudit ? 'npm run audit' : 'npm test'
const help = `${name} runs everything; ${name} -- --only ${steps[2].name},${steps[3].name} runs these.\nSteps: ${steps.map((step) => step.name).join(', ')}`

/** The selected steps in their order; all steps when none is selected. */
function chosen(args) {
  if (args.length === 0) return steps
  const [flag, list = ''] = args.flatMap((arg) => arg.split('='))
  const names = list.split(',').filter(Boolean)
  const isKnown = flag === '--only' && names.length > 0 && names.every((one) => steps.some((step) => step.name === one))
  if (!isKnown) {
    console.log(help)
    process.exit(flag === '--help' ? 0 : 2)
  }
  return steps.filter((step) => names.includes(step.name))
}

const began = performance.now()

async function run(step, brokenNeed) {
  const stepBegan = performance.now()
  const raw = brokenNeed ? { passed: 0, failed: 1, output: `Not run, because ${brokenNeed} failed.` } : await attempt(step)
  const result = step.counts === false && raw.isOk ? { ...raw, failed: 0 } : withinCount(judged(raw), step)
  const skipped = result.skipped ? `, ${result.skipped} skipped` : ''
  const counts = step.counts === false && raw.isOk ? 'found' : `${result.passed} passed, ${result.failed} failed${skipped}`
  console.log(`${step.name.padEnd(14)} ${timeText(performance.now() - stepBegan, step).padStart(20)}   ${counts}`)
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

const chosenSteps = chosen(isAudit ? others : process.argv.slice(2))
await install()
const results = await runSteps(chosenSteps, run, availableParallelism())
const sum = (count) => results.reduce((total, result) => total + count(result), 0)
const failed = sum((result) => result.failed)

if (failed > 0) {
  console.log('\nFailed:')
  for (const [at, result] of results.entries())
    if (result.failed > 0) console.log([chosenSteps[at].name, ...failedNames(result.output)].join('\n  '))
  console.log('\nPictures of failed journeys are in tests/output.')
}
console.log(`\n${name} took ${timeText(performance.now() - began)}.`)
console.log(`\n${sum((result) => result.passed)} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
