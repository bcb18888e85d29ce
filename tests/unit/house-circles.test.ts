import { describe, expect, test } from 'vitest'
import { circlesIn, linksIn } from '../house/circles.ts'

const circles = (files: Readonly<Record<string, string>>) => circlesIn(Object.entries(files).map(([path, text]) => linksIn({ path, text })))

describe('an import cycle is reported', () => {
  test.each([
    ['of values', "import { b } from './b.ts'", "import { a } from './a.ts'"],
    ['of a value and a type', "import { b } from './b.ts'", "import type { A } from './a.ts'"],
    ['of types', "import type { B } from './b.ts'", "export type A = import('./a.ts').A"],
    ['of re-exports', "export { b } from './b.ts'", "export * from './a.ts'"],
  ])('%s', (_name, a, b) => {
    expect(circles({ 'src/kit/a.ts': a, 'src/kit/b.ts': b })).toEqual(['src/kit/a.ts src/kit/b.ts'])
  })

  test('through other files', () => {
    const one = "import './b.ts'"
    const two = "import '../ui/c.ts'"
    const three = "import '../kit/a.ts'"
    expect(circles({ 'src/kit/a.ts': one, 'src/kit/b.ts': two, 'src/ui/c.ts': three, 'src/ui/d.ts': "import './c.ts'" })).toEqual([
      'src/kit/a.ts src/kit/b.ts src/ui/c.ts',
    ])
  })

  test('of a file with itself', () => {
    expect(circles({ 'src/kit/a.ts': "import { a } from './a.ts'" })).toEqual(['src/kit/a.ts'])
  })
})

describe('no import cycle is reported', () => {
  test('when the import back is lazy', () => {
    expect(circles({ 'src/kit/a.ts': "import { b } from './b.ts'", 'src/kit/b.ts': "const a = () => import('./a.ts')" })).toEqual([])
  })

  test('when two files import a third', () => {
    expect(circles({ 'src/kit/a.ts': "import './b.ts'\nimport './c.ts'", 'src/kit/b.ts': "import './c.ts'", 'src/kit/c.ts': '' })).toEqual(
      [],
    )
  })
})
