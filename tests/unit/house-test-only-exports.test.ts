import { describe, expect, test } from 'vitest'
import { exportsAndImportsOf, testOnlyExports } from '../house/test-only-exports.ts'

const path = 'src/kit/one.ts'
const findingsIn = (files: Readonly<Record<string, string>>) =>
  testOnlyExports(Object.entries(files).map(([path, text]) => exportsAndImportsOf({ path, text })))
const testFile = { 'tests/unit/one.test.ts': "import { one } from '../../src/kit/one.ts'" }

describe('reports an export that only tests read', () => {
  test.each([
    'export const one = 1',
    'export function one() {}',
    'export class one {}',
    'export type one = string',
    'const value = 1\nexport { value as one }',
  ])('%s', (text) => {
    expect(findingsIn({ ...testFile, [path]: text })).toEqual(['src/kit/one.ts one'])
  })

  test('although the product reads another export of the same file', () => {
    const files = { [path]: 'export const one = 1\nexport const two = 2', 'src/kit/two.ts': "import { two } from './one.ts'" }
    expect(findingsIn({ ...testFile, ...files })).toEqual(['src/kit/one.ts one'])
  })
})

describe('accepts an export that something else reads', () => {
  test.each([
    "import { one } from './one.ts'",
    "import { one as other } from './one.ts'",
    "import * as all from './one.ts'",
    "import type { one } from './one.ts'",
    "export { one } from './one.ts'",
    "type Other = import('./one.ts').one",
    "const load = () => import('./one.ts')",
  ])('the product: %s', (text) => {
    expect(findingsIn({ ...testFile, [path]: 'export const one = 1', 'src/kit/two.ts': text })).toEqual([])
  })

  test('its own file', () => {
    expect(findingsIn({ ...testFile, [path]: 'export const one = 1\nexport const two = one + 1' })).toEqual([])
  })

  test('a command', () => {
    const command = { 'tests/commands/one.ts': "import { one } from '../../src/kit/one.ts'" }
    expect(findingsIn({ ...testFile, ...command, [path]: 'export const one = 1' })).toEqual([])
  })

  test('host pages: the public API is exempt', () => {
    const files = {
      'elements/host/one.ts': 'export const one = 1',
      'tests/unit/a.test.ts': "import { one } from '../../elements/host/one.ts'",
    }
    expect(findingsIn(files)).toEqual([])
  })
})
