import { describe, expect, test } from 'vitest'
import { sharedIn, testOnlyExports } from '../house/test-only-exports.ts'

const one = 'src/kit/one.ts'
const found = (files: Readonly<Record<string, string>>) =>
  testOnlyExports(Object.entries(files).map(([path, text]) => sharedIn({ path, text })))
const tested = { 'tests/unit/one.test.ts': "import { one } from '../../src/kit/one.ts'" }

describe('an export that only tests read: found', () => {
  test.each([
    'export const one = 1',
    'export function one() {}',
    'export class one {}',
    'export type one = string',
    'const value = 1\nexport { value as one }',
  ])('%s', (text) => {
    expect(found({ ...tested, [one]: text })).toEqual(['src/kit/one.ts one'])
  })

  test('also when the product reads another export of the file', () => {
    const files = { [one]: 'export const one = 1\nexport const two = 2', 'src/kit/two.ts': "import { two } from './one.ts'" }
    expect(found({ ...tested, ...files })).toEqual(['src/kit/one.ts one'])
  })
})

describe('an export that only tests read: not found', () => {
  test.each([
    "import { one } from './one.ts'",
    "import { one as other } from './one.ts'",
    "import * as all from './one.ts'",
    "import type { one } from './one.ts'",
    "export { one } from './one.ts'",
    "type Other = import('./one.ts').one",
    "const load = () => import('./one.ts')",
  ])('the product reads it: %s', (text) => {
    expect(found({ ...tested, [one]: 'export const one = 1', 'src/kit/two.ts': text })).toEqual([])
  })

  test('its own file uses it', () => {
    expect(found({ ...tested, [one]: 'export const one = 1\nexport const two = one + 1' })).toEqual([])
  })

  test('a command uses it', () => {
    const command = { 'tests/commands/one.ts': "import { one } from '../../src/kit/one.ts'" }
    expect(found({ ...tested, ...command, [one]: 'export const one = 1' })).toEqual([])
  })

  test('host pages read it', () => {
    const files = {
      'elements/host/one.ts': 'export const one = 1',
      'tests/unit/a.test.ts': "import { one } from '../../elements/host/one.ts'",
    }
    expect(found(files)).toEqual([])
  })
})
