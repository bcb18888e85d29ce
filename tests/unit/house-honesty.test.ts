import { describe, expect, test } from 'vitest'
import { badComments, registryHosts, silencedTests, machinePaths } from '../house/comments.ts'
import { escapesWithoutReason } from '../house/reasons.ts'

const inFile = (text: string) => ({ path: 'src/ui/a.ts', text })

describe('reports a type escape (a cast, `!` or `any`) without a reason', () => {
  test.each([
    'const a = b as string',
    'const a = b as unknown as string',
    'const a = b!',
    'let a!: string',
    'const a: any = b',
    'class A { b!: string }',
    'const a = b as string // biome-ignore lint: no',
    '// @ts-ignore\nconst a = b',
    '// @ts-expect-error\nconst a = b',
    '// the reason stands elsewhere\nconst a = b as string',
  ])('%s', (text) => {
    expect(escapesWithoutReason(inFile(text))).not.toEqual([])
  })
})

describe('accepts a type escape with a reason', () => {
  test.each([
    'const a = b as string // the database gives text here',
    'const a = [1] as const',
    "import { a as b } from './a.ts'\nexport { b as c }",
    'const text = "b as string and any!" // not code',
    'const a = !b && c !== d',
    '// @ts-expect-error a path parameter is missing\nconst a = b',
    'const a = {\n  b: c as D, // D is what it was made from\n}',
  ])('%s', (text) => {
    expect(escapesWithoutReason(inFile(text))).toEqual([])
  })
})

// Split, so that the check does not report this file.
const later = ['TO', 'DO'].join('')

describe('reports banners, to-dos, signatures and commented-out code', () => {
  test.each([
    '// ---------- rows ----------',
    '/* ======== */',
    '/**\n * ****** rows\n */',
    `// ${later} later`,
    '// const a = 1',
    '// return rows.map((row) => row.id)',
    '// doIt()\n// doThat()',
    '/* <Row id={1} /> */',
    '// @author someone',
  ])('%s', (text) => {
    expect(badComments(inFile(`${text}\nconst a = 1`))).not.toEqual([])
  })
})

describe('accepts a comment of prose', () => {
  test.each([
    '// The server sorts, so that pages do not overlap.',
    '/** Every row, by its id. */',
    '// likewise',
    '// Note: rows',
    '// r2wc ignores a bare attribute (2.1.1); an empty one means true',
    `const text = '// ${later} ----------'`,
  ])('%s', (text) => {
    expect(badComments(inFile(`${text}\nconst a = 1`))).toEqual([])
  })
})

describe('reports a skipped or focused test', () => {
  const silence = (how: string) => `test.${how}('a', () => {})`
  test.each([
    silence('skip'),
    silence('only'),
    silence('todo'),
    silence('skip.each([1])'),
    `describe.concurrent.only('a', run)`,
    `xit('a', run)`,
  ])('%s', (text) => {
    expect(silencedTests(inFile(text))).toHaveLength(1)
  })
})

describe('accepts code that only looks like a skipped test', () => {
  test.each(["test('skip nothing', run)", 'rows.skip(3)', "test.each([1])('a', run) // test.skip('b')"])('%s', (text) => {
    expect(silencedTests(inFile(text))).toEqual([])
  })
})

describe('reports paths and registry hosts of the development machine', () => {
  // Split, so that the check does not report this file. The port is that of a local npm registry.
  const machine = ['', 'work', 'main'].join('/')
  const registry = ['registry', 'npmjs', 'org'].join('.')
  test.each([`see ${machine}`, `'${['', 'home', 'someone', 'x'].join('/')}'`, `https://${registry}/x`, `http://localhost:${4872 + 1}/`])(
    '%s',
    (text) => {
      expect(machinePaths(inFile(text))).toHaveLength(1)
    },
  )

  test.each(['https://example.com/work/x', 'clients/:clientId/work/'])('%s passes', (text) => {
    expect(machinePaths(inFile(text))).toEqual([])
  })

  test('a registry host in a lock file', () => {
    expect(registryHosts('{ "resolved": "https://packages.example/a.tgz" }')).toEqual(['the lock file records https://packages.example'])
  })
})
