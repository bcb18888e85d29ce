import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Brought, importedIn, type Manifest, mentionedIn, packageOf, undeclared, unused } from '../house/dependencies.ts'
import { houseFolders, readSource, root, sourcesUnder } from '../house/source.ts'

const jsonOf = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const manifest: Manifest = jsonOf('package.json')
const declared = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
const sources = [...sourcesUnder(...houseFolders), readSource('rollup.config.mjs')]
const mentions = sources.flatMap(mentionedIn)

interface Packed {
  readonly bin?: string | Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>
}

function broughtBy(name: string): Brought {
  const { bin = {}, peerDependencies = {}, peerDependenciesMeta = {} }: Packed = jsonOf(`node_modules/${name}/package.json`)
  return {
    commands: typeof bin === 'string' ? [name] : Object.keys(bin),
    peers: Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional),
  }
}

test('something needs every package', () => {
  expect(unused(manifest, mentions, new Map(declared.map((name) => [name, broughtBy(name)])))).toEqual([])
})

test('every package that is imported is declared', () => {
  expect(undeclared(manifest, sources.flatMap(importedIn))).toEqual([])
})

describe('each is found when it is injected', () => {
  const small = (dependencies: Record<string, string>, devDependencies: Record<string, string> = {}): Manifest => ({
    name: 'self',
    dependencies,
    devDependencies,
    scripts: { lint: 'tidy ci' },
  })
  const in_ = (path: string, text: string) => ({ path, text })

  test.each([
    ['react-dom/client', 'react-dom'],
    ['@babel/core', '@babel/core'],
    ['@fontsource-variable/inter/files/a.woff2', '@fontsource-variable/inter'],
    ['node:fs', undefined],
    ['fs', undefined],
    ['./a.ts', undefined],
    ['words:core', undefined],
    ['/dist/placard.js', undefined],
  ])('%s is of %s', (from, name) => {
    expect(packageOf(from)).toBe(name)
  })

  test('a package that nothing needs', () => {
    const used = mentionedIn(in_('src/a.ts', "import { a } from 'one'"))
    const brought = new Map([['three', { commands: ['tidy'], peers: ['four'] }]])
    const declaring = small({ one: '1', two: '1' }, { three: '1', four: '1', '@types/one': '1', '@types/two': '1' })
    expect(unused(declaring, used, brought)).toEqual([
      'two is in package.json, and nothing needs it',
      '@types/two is in package.json, and nothing needs it',
    ])
  })

  test('a name in a string is a need in a configuration only', () => {
    const text = "export default { environment: 'one' }"
    expect(mentionedIn(in_('tests/a.config.ts', text)).map(({ name }) => name)).toContain('one')
    expect(mentionedIn(in_('tests/a.ts', text))).toEqual([])
    expect(mentionedIn(in_('tests/a.ts', "join(root, 'node_modules', '@one', 'two', 'a.js')")).map(({ name }) => name)).toEqual([
      '@one/two',
    ])
  })

  test('a package that is imported and not declared', () => {
    const text = "import('one')\nimport type { A } from 'two/a'\nexport * from 'three'\nimport 'node:fs'\nimport 'self/a'"
    expect(undeclared(small({ one: '1' }), importedIn(in_('src/a.ts', text)))).toEqual([
      'src/a.ts imports two, which package.json does not have',
      'src/a.ts imports three, which package.json does not have',
    ])
  })
})
