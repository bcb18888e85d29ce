import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { barrels, extensionless, misnamed, needlessDefaults, strayAtTop, vagueFolders } from '../house/layout.ts'
import { oversized } from '../house/sizes.ts'
import { filesUnder, houseFolders, readSource, root, sourcesUnder } from '../house/source.ts'

const paths = filesUnder(...houseFolders)
const sources = sourcesUnder(...houseFolders)
const measured = paths.filter((path) => /\.(ts|tsx|mjs|js|css|html)$/.test(path)).map(readSource)

test('no file is longer than 300 lines', () => {
  expect(oversized(measured)).toEqual([])
})

test('the top level holds what the specification names', () => {
  expect(strayAtTop(readdirSync(root))).toEqual([])
})

test('every folder is named after a noun of the product', () => {
  expect(vagueFolders(paths)).toEqual([])
})

test('names are kebab-case', () => {
  expect(misnamed(paths)).toEqual([])
})

test('default exports are for what is loaded lazily or listed', () => {
  expect(needlessDefaults(sources)).toEqual([])
})

test('no file only forwards', () => {
  expect(sources.flatMap(barrels)).toEqual([])
})

test('imports carry the extension', () => {
  expect(sources.flatMap(extensionless)).toEqual([])
})

const long = { path: 'src/ui/long.ts', text: 'x\n'.repeat(301) }
const short = { path: 'src/ui/short.ts', text: 'x\n'.repeat(300) }

describe('each is found when it is injected', () => {
  test('a long file', () => {
    expect(oversized([long, short])).toEqual(['src/ui/long.ts: 301 lines'])
  })

  test('a list of exceptions that does not shrink with its files', () => {
    expect(oversized([long], { [long.path]: 301 }, 1)).toEqual([])
    expect(oversized([long], { [long.path]: 300 }, 1)).toEqual(['src/ui/long.ts: 301 lines'])
    expect(oversized([long], { [long.path]: 305 }, 1)).toEqual(['src/ui/long.ts: lower its exception to 301'])
    expect(oversized([short], { [short.path]: 400 }, 1)).toEqual(['src/ui/short.ts: no exception needed any more'])
    expect(oversized([long], { [long.path]: 301 }, 0)).toEqual(['1 exceptions, and 0 are allowed'])
  })

  test('a stray file at the top', () => {
    expect(strayAtTop(['src', '.gitignore', 'scripts', 'vitest.config.ts'])).toEqual(['scripts', 'vitest.config.ts'])
  })

  test('a vague folder', () => {
    expect(vagueFolders(['src/ui/helpers/text.ts', 'src/ui/text.ts'])).toEqual(['src/ui/helpers/text.ts'])
  })

  test.each(['src/ui/DateField.tsx', 'src/ui/date_field.tsx', 'src/dateField/index.tsx', 'src/surfaces/funds/parts/@fundId.tsx'])(
    '%s',
    (path) => {
      expect(misnamed([path])).toEqual([path])
    },
  )

  test.each(['src/surfaces/funds/screens/@fundId.ad_groups.tsx', 'locales/zh-Hant-TW/core.po', 'src/contract/access.rules.ts', '.ci/run'])(
    '%s is a fine name',
    (path) => {
      expect(misnamed([path])).toEqual([])
    },
  )

  test('a default export of an ordinary file', () => {
    const lazy = { path: 'src/ui/menu.tsx', text: 'export default function Menu() {}' }
    const loader = { path: 'src/ui/button.tsx', text: "const menu = () => import('./menu.tsx')" }
    expect(needlessDefaults([lazy])).toHaveLength(1)
    expect(needlessDefaults([lazy, loader])).toEqual([])
    expect(needlessDefaults([{ path: 'elements/ad-funds.ts', text: 'export default 1' }])).toEqual([])
  })

  test.each(["export { a } from './a.ts'", "import './b.ts'\nexport { a } from './a.ts'", "export * from './a.ts'\nexport const b = 1"])(
    'a barrel: %s',
    (text) => {
      expect(barrels({ path: 'src/ui/all.ts', text })).toHaveLength(1)
      expect(barrels({ path: 'elements/index.ts', text })).toEqual([])
    },
  )

  test('a list that is made of imports is no barrel', () => {
    expect(barrels({ path: 'src/ui/all.ts', text: "import { a } from './a.ts'\nexport const all = { a }" })).toEqual([])
  })

  test('an import without its extension', () => {
    expect(extensionless({ path: 'src/ui/a.ts', text: "import { b } from './b'\nimport { c } from './c.ts'" })).toHaveLength(1)
  })
})
