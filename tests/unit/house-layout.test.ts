import { describe, expect, test } from 'vitest'
import { barrels, exportsIn, extensionless, misnamed, needlessDefaults, strayAtTop, vagueFolders } from '../house/layout.ts'
import { lineLimit, oversized } from '../house/sizes.ts'

const tooMany = lineLimit + 1
const long = { path: 'src/ui/long.ts', text: 'x\n'.repeat(tooMany) }
const short = { path: 'src/ui/short.ts', text: 'x\n'.repeat(lineLimit) }

describe('each layout violation is reported', () => {
  test('a long file', () => {
    expect(oversized([long, short])).toEqual([`src/ui/long.ts: ${tooMany} lines`])
  })

  test('a list of exceptions longer than its files', () => {
    expect(oversized([long], { [long.path]: tooMany }, 1)).toEqual([])
    expect(oversized([long], { [long.path]: lineLimit }, 1)).toEqual([`src/ui/long.ts: ${tooMany} lines`])
    expect(oversized([long], { [long.path]: tooMany + 4 }, 1)).toEqual([`src/ui/long.ts: lower its exception to ${tooMany}`])
    expect(oversized([short], { [short.path]: tooMany }, 1)).toEqual(['src/ui/short.ts: no exception needed any more'])
    expect(oversized([long], { [long.path]: tooMany }, 0)).toEqual(['1 exceptions, and 0 are allowed'])
  })

  test('an unexpected file at the top level', () => {
    expect(strayAtTop(['src', '.gitignore', 'scripts', 'vitest.config.ts'])).toEqual(['scripts', 'vitest.config.ts'])
  })

  test('a vague folder name', () => {
    expect(vagueFolders(['src/ui/helpers/text.ts', 'src/ui/text.ts'])).toEqual(['src/ui/helpers/text.ts'])
  })

  test.each(['src/ui/DateField.tsx', 'src/ui/date_field.tsx', 'src/dateField/index.tsx', 'src/surfaces/funds/@fundId.tsx'])(
    '%s',
    (path) => {
      expect(misnamed([path])).toEqual([path])
    },
  )

  test.each(['locales/zh-Hant-TW/core.po', 'src/contract/access/access.rules.ts', '.ci/run', 'src/ui/README.md'])(
    '%s is a valid name',
    (path) => {
      expect(misnamed([path])).toEqual([])
    },
  )

  test('a default export of an ordinary file', () => {
    const lazy = { path: 'src/ui/menu.tsx', text: 'export default function Menu() {}' }
    const loader = { path: 'src/ui/button.tsx', text: "const menu = () => import('./menu.tsx')" }
    expect(needlessDefaults([lazy].map(exportsIn))).toHaveLength(1)
    expect(needlessDefaults([lazy, loader].map(exportsIn))).toEqual([])
    expect(needlessDefaults([exportsIn({ path: 'elements/ad-funds.ts', text: 'export default 1' })])).toEqual([])
  })

  test.each(["export { a } from './a.ts'", "import './b.ts'\nexport { a } from './a.ts'", "export * from './a.ts'\nexport const b = 1"])(
    'a file of re-exports: %s',
    (text) => {
      expect(barrels({ path: 'src/ui/all.ts', text })).toHaveLength(1)
      expect(barrels({ path: 'elements/index.ts', text })).toEqual([])
    },
  )

  test('a list made of imports passes', () => {
    expect(barrels({ path: 'src/ui/all.ts', text: "import { a } from './a.ts'\nexport const all = { a }" })).toEqual([])
  })

  test('an import without its extension', () => {
    expect(extensionless({ path: 'src/ui/a.ts', text: "import { b } from './b'\nimport { c } from './c.ts'" })).toHaveLength(1)
  })
})
