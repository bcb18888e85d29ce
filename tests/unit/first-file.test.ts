import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutChecks } from '../../elements/build/unchecked.ts'
import { withoutWords } from '../../elements/build/undocumented.ts'
import { type Bundle, staticImports } from '../commands/bundle-sizes.ts'
import { root } from '../house/source.ts'

const dist = join(root, 'dist')
const code = (file: string) => readFileSync(join(dist, file), 'utf8')
const firstPaint: Bundle['firstPaint'] = JSON.parse(code('first-paint.json'))

/** What is wrong with the files that ask early, as they were built. */
function waiting(files: readonly string[], read = code): string[] {
  const early = files.filter((file) => /\bas questions\b/.test(read(file)))
  if (early.length !== 1) return [`${early.length} files ask early`]
  return early.flatMap((file) => staticImports(read(file)))
}

test('the file that asks a chart’s first questions waits for no other', () => {
  const files = firstPaint['ad-report-chart']?.files ?? []
  expect(waiting(files)).toEqual([])
  expect(waiting([])).toEqual(['0 files ask early'])
  expect(waiting(['a.js'], () => 'import{a}from"./core-b.js";export{a as questions}')).toEqual(['./core-b.js'])
})

test('a declaration is built without the words that explain it, and says all else', () => {
  const built =
    withoutWords(`const a = { tag: 'ad-a', doc: 'What it is.', props: { id: text('Which.'), list: value(s, 'All.', 'string[]') },
events: { 'ad-done': signal(object({}), 'Done.', { cancelable: true }) }, doc2: other('kept'), words: () => import('words:a') }
const flag = (doc) => ({ doc, from: 'flag' })`)
  for (const said of ['What it is', 'Which', 'All', 'string[]', 'Done']) expect(built).not.toContain(said)
  for (const kept of [
    "tag: 'ad-a'",
    "text('')",
    "value(s, '', '')",
    "signal(object({}), '', { cancelable: true })",
    "other('kept')",
    '{ doc, from',
  ])
    expect(built).toContain(kept)
})

test('an endpoint is built without the structs of what is asked, and what made only those can go', () => {
  const built = withoutChecks(`import { Body } from './bodies.ts'
import { Id, Thing } from './ids.ts'
export const bare = post('v2/things', { body: Body })
const Asked = object({ id: Id, names: array(string()) })
export const things = { all: ask('v2/things', { may: 'things.read', body: Asked, result: array(Thing) }), one: get(one, { query: object({}), body }) }
export function fill(list) { list.push(string()); return { body: list, get: get(list) } }
const late = () => more(1)`)
  for (const kept of [
    "may: 'things.read'",
    "import { Id, Thing } from './ids.ts'",
    'result: /*#__PURE__*/array(Thing)',
    '{ list.push(string())',
    'body: list',
    '() => more(1)',
  ])
    expect(built).toContain(kept)
  for (const said of ['const Asked = /*#__PURE__*/object({', '/*#__PURE__*/array(/*#__PURE__*/string())', 'all: /*#__PURE__*/ask('])
    expect(built).toContain(said)
  for (const gone of ['body: Asked', 'query', 'body }', 'Body', 'bodies.ts']) expect(built).not.toContain(gone)
})
