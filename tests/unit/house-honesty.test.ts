import { describe, expect, test } from 'vitest'
import { badComments, boundTo, silenced, workplaceWords } from '../house/comments.ts'
import { unreasoned } from '../house/reasons.ts'

const inFile = (text: string) => ({ path: 'src/ui/a.ts', text })

describe('an escape without a reason is found', () => {
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
    expect(unreasoned(inFile(text))).not.toEqual([])
  })
})

describe('an escape with a reason passes', () => {
  test.each([
    'const a = b as string // the database gives text here',
    'const a = [1] as const',
    "import { a as b } from './a.ts'\nexport { b as c }",
    'const text = "b as string and any!" // not code',
    'const a = !b && c !== d',
    '// @ts-expect-error a path parameter is missing\nconst a = b',
    'const a = {\n  b: c as D, // D is what it was made from\n}',
  ])('%s', (text) => {
    expect(unreasoned(inFile(text))).toEqual([])
  })
})

const later = ['TO', 'DO'].join('')

describe('a comment that says no why is found', () => {
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

describe('a comment that says why passes', () => {
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

describe('a silenced test is found', () => {
  const silence = (how: string) => `test.${how}('a', () => {})`
  test.each([
    silence('skip'),
    silence('only'),
    silence('todo'),
    silence('skip.each([1])'),
    `describe.concurrent.only('a', run)`,
    `xit('a', run)`,
  ])('%s', (text) => {
    expect(silenced(inFile(text))).toHaveLength(1)
  })

  test.each(["test('skip nothing', run)", 'rows.skip(3)', "test.each([1])('a', run) // test.skip('b')"])('%s passes', (text) => {
    expect(silenced(inFile(text))).toEqual([])
  })
})

describe('the place where it was written is found', () => {
  const machine = ['', 'work', 'main'].join('/')
  const registry = ['registry', 'npmjs', 'org'].join('.')
  test.each([`see ${machine}`, `'${['', 'home', 'someone', 'x'].join('/')}'`, `https://${registry}/x`, `http://localhost:${4872 + 1}/`])(
    '%s',
    (text) => {
      expect(workplaceWords(inFile(text))).toHaveLength(1)
    },
  )

  test.each(['https://example.com/work/x', 'clients/:clientId/work/'])('%s passes', (text) => {
    expect(workplaceWords(inFile(text))).toEqual([])
  })

  test('a lock file with a host', () => {
    expect(boundTo('{ "resolved": "https://packages.example/a.tgz" }')).toEqual(['the lock file records https://packages.example'])
  })
})
