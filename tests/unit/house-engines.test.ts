import { describe, expect, test } from 'vitest'
import { daysFromText } from '../house/engine-days.ts'
import { stretchedPopovers } from '../house/popovers.ts'
import { filesUnder, houseFolders, readSource, sourcesUnder } from '../house/source.ts'

const inFile = (text: string) => ({ path: 'src/ui/a.ts', text })

test('days: none is made from the text of a locale', () => {
  const sources = sourcesUnder(...houseFolders).filter(({ path }) => path !== 'tests/unit/house-engines.test.ts')
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.flatMap(daysFromText)).toEqual([])
})

describe('days: a day from the text of a locale is found', () => {
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

test('popovers: none is stretched over the window', () => {
  const sheets = filesUnder('src', 'elements').filter((path) => path.endsWith('.css'))
  const code = sourcesUnder('src', 'elements')
  expect(code.filter(({ text }) => /\bpopover="/.test(text)).length).toBeGreaterThan(1)
  expect(stretchedPopovers(code, sheets.map(readSource))).toEqual([])
})

describe('popovers: one without a height is found', () => {
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
