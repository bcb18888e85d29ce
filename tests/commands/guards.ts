// Removes each guard of money from a copy of the project, one at a time, and runs the test that must fail then.
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { setup, teardown } from '../support/database/shared-postgres.ts'
import { type MoneyGuard, moneyGuards } from '../trust/money-guards.ts'

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true }, counts: { type: 'string' } }, strict: true })
const root = fileURLToPath(new URL('../..', import.meta.url))
const leftOut = ['node_modules', '.git', '.compiled', 'dist', 'output']
const limitMs = 600_000

/** Compiled modules are kept from run to run; those of a changed file are compiled again. */
const configuration = `import base from './vitest.config.ts'
export default { ...base, test: { ...base.test, experimental: { fsModuleCache: true, fsModuleCachePath: 'cache' } } }
`

/** A copy of the project with the packages of the original. */
function newCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'placard-guards-'))
  cpSync(root, copy, { recursive: true, filter: (path) => !leftOut.includes(basename(path)) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  writeFileSync(join(copy, 'tests/cached.config.ts'), configuration)
  return copy
}

interface Report {
  readonly testResults: readonly { readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[] }[]
}
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const isOfTables = ({ file }: MoneyGuard) => file.startsWith('demo/platform/tables/')

/** Runs the tests of guards in a copy; returns the full names of those that passed and failed. */
async function run(copy: string, guards: readonly MoneyGuard[]) {
  const output = join(copy, 'guards.json')
  rmSync(output, { force: true })
  const words = ['run', '--config', 'tests/cached.config.ts', '--project', 'platform', '--reporter=json', `--outputFile=${output}`]
  const filter = ['-t', guards.map(({ test: [, name] }) => escaped(name)).join('|')]
  const paths = new Set(guards.map(({ test: [file] }) => `tests/platform/${file}.test.ts`))
  // Changed tables need a database server of their own, where they are created again.
  const { TEST_DATABASE_URL: url, TEST_DATABASE_TEMPLATE: template, ...env } = process.env
  const shared = guards.length === 1 && guards.some(isOfTables) ? {} : { TEST_DATABASE_URL: url, TEST_DATABASE_TEMPLATE: template }
  await new Promise((resolve) => {
    const options = { cwd: copy, timeout: limitMs, maxBuffer: 2 ** 26, env: { ...env, ...shared } }
    execFile(join(copy, 'node_modules/.bin/vitest'), [...words, ...filter, ...paths], options, resolve)
  })
  const { testResults }: Report = existsSync(output) ? JSON.parse(readFileSync(output, 'utf8')) : { testResults: [] }
  const of = (status: string) =>
    testResults.flatMap(({ assertionResults }) => assertionResults.filter((one) => one.status === status).map(({ fullName }) => fullName))
  return { passed: of('passed'), failed: of('failed') }
}

/** The tests that fail without a guard, or why there is none. */
async function without(copy: string, guard: MoneyGuard): Promise<{ readonly fallen: readonly string[]; readonly why: string }> {
  const { file, from, to } = guard
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  const occurrences = text.split(from).length - 1
  if (occurrences !== 1) return { fallen: [], why: `its text occurs ${occurrences} times in ${file}` }
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
  const { failed, passed } = await run(copy, [guard])
  writeFileSync(path, text)
  return { fallen: failed, why: passed.length > 0 ? `"${passed.join('; ')}" still passes` : 'no test ran' }
}

/** Checks that the tests pass with all guards, and that one fails without each; returns the numbers of kept and broken guards. */
async function check(guards: readonly MoneyGuard[], copies: readonly [string, ...string[]]) {
  const { passed, failed } = await run(copies[0], guards)
  const untested = guards.filter(({ test: [, name] }) => !passed.some((one) => one.includes(name)))
  console.log(`with all guards: ${passed.length} tests pass, ${failed.length} fail`)
  for (const { name, test } of untested) console.log(`  ${name}: no test of ${test[0]} is named "${test[1]}" and passes`)
  const waiting = [...guards]
  let survivors = 0
  const work = async (copy: string) => {
    for (let guard = waiting.shift(); guard; guard = waiting.shift()) {
      const { fallen, why } = await without(copy, guard)
      if (fallen.length === 0) survivors++
      console.log(`${guard.name} → ${fallen.length > 0 ? fallen.join('; ') : `SURVIVES: ${why}`}`)
    }
  }
  await Promise.all(copies.map(work))
  return { kept: guards.length - survivors, broken: survivors + failed.length + untested.length }
}

const chosen = moneyGuards.filter(({ name }) => values.only?.some((part) => name.includes(part)) ?? true)
if (chosen.length === 0) {
  console.log(`There is no such guard; there are ${moneyGuards.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}
const copies = [newCopy(), newCopy()] as const
await setup()
const counts = await check(chosen, copies).finally(async () => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true })
  await teardown()
})
console.log(`figure: ${counts.kept} of ${chosen.length} guards fall to a test`)
if (values.counts) writeFileSync(values.counts, JSON.stringify(counts))
process.exit(counts.broken > 0 ? 1 : 0)
