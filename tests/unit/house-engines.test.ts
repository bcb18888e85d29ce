import { describe, expect, test } from 'vitest'
import { featuresIn, minVersionsText, minVersions, neededBy, tooNew, usedFeatures } from '../house/browser-features.ts'
import { daysFromText } from '../house/engine-days.ts'
import { stretchedPopovers } from '../house/popovers.ts'
import { filesUnder, houseFolders, readSource, sourcesUnder } from '../house/source.ts'

const inFile = (text: string) => ({ path: 'src/ui/a.ts', text })

test('no date is made from the text of a locale', () => {
  const sources = sourcesUnder(...houseFolders).filter(({ path }) => path !== 'tests/unit/house-engines.test.ts')
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.flatMap(daysFromText)).toEqual([])
})

describe('a date made from the text of a locale is reported', () => {
  test.each([
    "new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)",
    "new Date().toLocaleDateString('sv-SE')",
    "const [day = '', time = ''] = format.format(ms).split(', ')",
    'const text = format.format(ms)\nconst day = text.slice(0, 10)',
    'if (format.format(now) === format.format(then)) show()',
    'const at = Date.parse(`${format.format(now)}T00:00:00Z`)',
    'const at = new Date(now.toLocaleString(undefined, { timeZone }))',
  ])('%s', (text) => {
    expect(daysFromText(inFile(text))).not.toEqual([])
  })

  test.each([
    "new Intl.DateTimeFormat('en-US', { timeZone }).formatToParts(now)",
    "const label = dayFormat(locale, { month: 'short' }).format(day)",
    "const locales = ['en-CA', 'fr-CA']",
    "const parts = text.split(', ')",
  ])('%s passes', (text) => {
    expect(daysFromText(inFile(text))).toEqual([])
  })
})

const sheetOf = (text: string) => [{ path: 'src/ui/a.css', text }]

test('no popover is stretched over the window', () => {
  const sheets = filesUnder('src', 'elements').filter((path) => path.endsWith('.css'))
  const code = sourcesUnder('src', 'elements')
  expect(code.filter(({ text }) => /\bpopover="/.test(text)).length).toBeGreaterThan(1)
  expect(stretchedPopovers(code, sheets.map(readSource))).toEqual([])
})

describe('a popover without a height is reported', () => {
  test.each([
    ['<div popover="manual" className="a" />', '.a { display: grid }'],
    ['<div popover="manual" className="a" />', '.a { max-height: auto; height: fit-content }'],
    ['<div popover="auto" className={`a ${more}`} />', '.b { height: auto }'],
    ['<div popover="auto" />', '.a { height: auto }'],
  ])('%s %s', (code, sheet) => {
    expect(stretchedPopovers([{ path: 'src/ui/a.tsx', text: `const A = ${code}` }], sheetOf(sheet))).toHaveLength(1)
  })

  test.each([
    ['<div popover="manual" className="a" />', '.a {\n  height: auto;\n  display: grid;\n}'],
    ['<div popover="manual" className={`a ${more}`} />', '.b { height: 1px }\n.a { width: 1px; height: auto }'],
  ])('%s %s passes', (code, sheet) => {
    expect(stretchedPopovers([{ path: 'src/ui/a.tsx', text: `const A = ${code}` }], sheetOf(sheet))).toEqual([])
  })
})

const shipped = filesUnder('src', 'elements')
  .filter((path) => /\.(css|ts|tsx)$/.test(path) && !path.includes('/build/') && !path.includes('/testing'))
  .map(readSource)

test('no feature is newer than the supported browsers', () => {
  expect(shipped.length).toBeGreaterThan(400)
  expect(shipped.flatMap(tooNew)).toEqual([])
})

test('the supported browsers are those that the features need, and each listed feature is used', () => {
  const used = featuresIn(shipped)
  expect(usedFeatures.filter((one) => !used.includes(one)).map(({ name }) => name)).toEqual([])
  expect(neededBy(used)).toEqual(minVersions)
})

test.each(['README.md', 'elements/guide.md'])('the supported browsers are named in %s', (path) => {
  const { Chrome, Firefox, Safari } = minVersions
  expect(minVersionsText).toBe(`Chrome ${Chrome}, Edge ${Chrome}, Firefox ${Firefox} and Safari ${Safari}`)
  expect(readSource(path).text).toContain(minVersionsText)
})

describe('a feature that is too new is reported', () => {
  test.each([
    ['a.ts', 'const all = await Promise.try(load)'],
    ['a.ts', "navigation.navigate('/')"],
    ['a.ts', 'await scheduler.yield()'],
    ['a.ts', 'const names = map.values().map(nameOf)'],
    ['a.ts', 'const rows = await Array.fromAsync(stream)'],
    ['a.ts', 'new RegExp(RegExp.escape(text))'],
    ['a.ts', 'const all = ids.union(others)'],
    ['a.ts', 'const both = ids.intersection(others)'],
    ['a.ts', 'const left = ids.difference(others)'],
    ['a.ts', 'const word = /(?i:a)b/'],
    ['a.ts', 'const word = /(?-i:a)b/i'],
    ['a.ts', "row.style.contentVisibility = 'auto'"],
    ['a.tsx', 'const A = <div style={{ zoom: 2 }} />'],
    ['a.ts', "import data from './a.json' with { type: 'json' }"],
    ['a.tsx', 'const A = <div popover="hint" />'],
    ['a.css', '.a { anchor-name: --a }'],
    ['a.css', '.a { color: rgb(from var(--a) r g b / 50%) }'],
    ['a.css', '.a { color: oklch(from currentColor l c h) }'],
    ['a.css', '.a { content-visibility: auto }'],
    ['a.css', '.a { zoom: 2 }'],
    ['a.css', '@scope (.a) { b { color: inherit } }'],
    ['a.css', '.a { @starting-style { opacity: 0 } }'],
    ['a.css', ':root { interpolate-size: allow-keywords }'],
    ['a.css', '.a { height: calc-size(auto, size) }'],
  ])('%s: %s', (name, text) => {
    expect(tooNew({ path: `src/ui/${name}`, text })).toHaveLength(1)
  })

  test.each([
    ['a.ts', '// Promise.try( is too new'],
    ['a.ts', 'const all = Object.values(map).map(nameOf)'],
    ['a.ts', 'const all = [...map.values()].map(nameOf)'],
    ['a.ts', 'const Both = union([string(), number()])'],
    ['a.ts', 'const word = /(?:a|i)(?=b)(?<m>c)/'],
    ['a.ts', 'node.checkVisibility({ contentVisibilityAuto: true })'],
    ['a.css', '.a { --zoom: 2; animation: zoom 1s }'],
    ['a.css', '/* @scope */ .a { color: light-dark(var(--a), var(--b)) }'],
  ])('%s: %s passes', (name, text) => {
    expect(tooNew({ path: `src/ui/${name}`, text })).toEqual([])
  })

  test('a listed feature that needs a newer browser raises the minimum', () => {
    const newer = { name: 'x', pattern: /x/, since: { Chrome: 140, Firefox: 1, Safari: 18 } }
    expect(neededBy([...usedFeatures, newer])).toEqual({ Chrome: 140, Firefox: 125, Safari: 18 })
    expect(neededBy([...usedFeatures, { ...newer, without: 'nothing is lost' }])).toEqual(minVersions)
  })
})
