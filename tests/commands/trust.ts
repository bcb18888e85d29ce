import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { keep } from '../trust/keep.ts'
import { promises } from '../trust/promises.ts'

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true }, counts: { type: 'string' } }, strict: true })
const unknown = values.only?.filter((name) => !promises.some((promise) => promise.name === name)) ?? []

if (unknown.length > 0) {
  console.log(`There is no ${unknown.join(', ')}; there are ${promises.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}

const counts = await keep(
  promises.filter(({ name }) => values.only?.includes(name) ?? true),
  (line) => console.log(line),
)
if (values.counts) writeFileSync(values.counts, JSON.stringify(counts))
// A check that timed out may still be running; the command does not wait for it.
process.exit(counts.broken > 0 ? 1 : 0)
