import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Bundle, excesses, growths, recordOf, sizeRows, staticImports, stepsOf } from '../commands/bundle-sizes.ts'

const noise = (bytes: number) => `export const a="${randomBytes(bytes).toString('base64')}"`
const small: Readonly<Record<string, string>> = {
  'placard.js': 'export const a=1',
  'host.js': 'export const a=1',
  'chunks/core-a.js': 'export const a=1',
  'chunks/report-chart-b.js': 'import{a}from"./core-a.js";export{a}',
  'chunks/words-report-chart-de-c.js': 'export const messages={}',
}

const bundleOf = (
  change: Readonly<Record<string, string>> = {},
  files = ['chunks/core-a.js', 'chunks/report-chart-b.js'],
  css = '',
): Bundle => {
  const all = { ...small, ...change }
  const code = (file: string) => all[file as keyof typeof all] ?? '' // a file of another name is empty
  const paint = { files, sheets: ['base.css'], words: 'chunks/words-report-chart-*-c.js' }
  return { code, files: Object.keys(all), css: () => css, firstPaint: { 'ad-report-chart': paint } }
}
const past = (bundle: Bundle) => excesses(sizeRows(bundle)).map(({ what }) => what)

describe('each exceeded size is reported', () => {
  test('none in a small bundle', () => {
    expect(past(bundleOf())).toEqual([])
  })

  test.each([
    ['a loader that has grown', bundleOf({ 'placard.js': noise(4000) }), ['loader']],
    ['a host that has grown', bundleOf({ 'host.js': noise(4000) }), ['placard/host']],
    ['a chart that has grown', bundleOf({ 'chunks/core-a.js': noise(110_000) }), ['ad-report-chart, painted']],
    ['words that have grown', bundleOf({ 'chunks/words-report-chart-de-c.js': noise(110_000) }), ['ad-report-chart, painted']],
    ['sheets that have grown', bundleOf({}, undefined, randomBytes(12_000).toString('base64')), ['ad-report-chart, CSS']],
    ['a file that the loader does not ask for', bundleOf({}, ['chunks/report-chart-b.js']), ['ad-report-chart, request depth']],
  ])('%s', (_, bundle, what) => {
    expect(past(bundle)).toEqual(what)
  })

  test('a chart in too many files', () => {
    const parts = Array.from({ length: 6 }, (_, index) => [`chunks/part-${index}.js`, 'export{}'] as const)
    const files = ['chunks/core-a.js', 'chunks/report-chart-b.js', ...parts.map(([name]) => name)]
    expect(past(bundleOf(Object.fromEntries(parts), files))).toEqual(['ad-report-chart, files'])
  })
})

describe('size growth', () => {
  const rows = sizeRows(bundleOf({ 'placard.js': noise(2000) }))
  const recorded = recordOf(rows)
  const grown = (change: Readonly<Record<string, number>>) => growths(rows, { ...recorded, ...change }).map(({ what }) => what)
  const loader = recorded.loader ?? Number.NaN

  test('of more than 5 % is reported', () => {
    expect(grown({})).toEqual([])
    expect(grown({ loader: Math.ceil(loader / 1.05) })).toEqual([])
    expect(grown({ loader: Math.floor(loader / 1.05) - 1 })).toEqual(['loader'])
  })

  test('without a recorded size is reported, and a file count is not a size', () => {
    expect(growths(rows, {}).map(({ what }) => what)).toEqual(Object.keys(recorded))
    expect(Object.keys(recorded)).toEqual(['loader', 'placard/host', 'ad-report-chart, painted', 'ad-report-chart, CSS'])
  })
})

test('imports are counted in code, not in text', () => {
  expect(staticImports('import"./a.js";export{b}from"./b.js";const c=\'import "./c.js"\';import("./d.js")')).toEqual(['./a.js', './b.js'])
})

test('a file that an imported file imports is counted one step later', () => {
  const steps = stepsOf({ code: (file) => ({ 'chunks/a.js': 'import"./b.js"', 'chunks/b.js': 'import"./c.js"' })[file] ?? '' }, [
    'chunks/a.js',
  ])
  expect(Object.fromEntries(steps)).toEqual({ 'placard.js': 1, 'chunks/a.js': 2, 'chunks/b.js': 3, 'chunks/c.js': 4 })
})
