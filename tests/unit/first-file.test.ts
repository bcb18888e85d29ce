import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Bundle, staticImports } from '../commands/bundle-sizes.ts'
import { root } from '../house/source.ts'

const dist = join(root, 'dist')
const code = (file: string) => readFileSync(join(dist, file), 'utf8')
const firstPaint: Bundle['firstPaint'] = JSON.parse(code('first-paint.json'))

/** Imports of the built file that sends the first requests; each import delays them. */
function waiting(files: readonly string[], read = code): string[] {
  const early = files.filter((file) => /\bas requests\b/.test(read(file)))
  if (early.length !== 1) return [`${early.length} files send early`]
  return early.flatMap((file) => staticImports(read(file)))
}

test("the file that sends a chart's first requests waits for no other", () => {
  const files = firstPaint['ad-report-chart']?.files ?? []
  expect(waiting(files)).toEqual([])
  expect(waiting([])).toEqual(['0 files send early'])
  expect(waiting(['a.js'], () => 'import{a}from"./core-b.js";export{a as requests}')).toEqual(['./core-b.js'])
})

/** The files of a script that embedded.js loads on demand, with all their imports. */
function filesOnDemand(name: string): Set<string> {
  const [, entry = ''] = new RegExp(`\\b${name}:\\(\\)=>import\\("\\./([^"]+)"\\)`).exec(code('embedded.js')) ?? []
  const files = new Set([entry])
  for (const file of files) for (const imported of staticImports(code(file))) files.add(join('chunks', imported))
  return files
}

test('the sign-in of a page without a host loads one file besides those of a chart, and no code of a surface', () => {
  const ofChart = new Set(firstPaint['ad-report-chart']?.files)
  const further = [...filesOnDemand('session')].filter((file) => !ofChart.has(file))
  expect(further).toEqual([expect.stringMatching(/^chunks\/session-/)])
})
