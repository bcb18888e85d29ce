import { describe, expect, test } from 'vitest'
import { importedIn, type Manifest, mentionedIn, packageOf, undeclared, unused } from '../house/dependencies.ts'

describe('each unneeded dependency is reported', () => {
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
  ])('%s belongs to %s', (from, name) => {
    expect(packageOf(from)).toBe(name)
  })

  test('a package that nothing uses', () => {
    const used = mentionedIn(in_('src/a.ts', "import { a } from 'one'"))
    const brought = new Map([['three', { commands: ['tidy'], peers: ['four'] }]])
    const declaring = small({ one: '1', two: '1' }, { three: '1', four: '1', '@types/one': '1', '@types/two': '1' })
    expect(unused(declaring, used, brought)).toEqual([
      'two is in package.json, and nothing needs it',
      '@types/two is in package.json, and nothing needs it',
    ])
  })

  test('a name in a string counts in a configuration only', () => {
    const text = "export default { environment: 'one' }"
    expect(mentionedIn(in_('tests/a.config.ts', text)).map(({ name }) => name)).toContain('one')
    expect(mentionedIn(in_('tests/a.ts', text))).toEqual([])
    expect(mentionedIn(in_('tests/a.ts', "join(root, 'node_modules', '@one', 'two', 'a.js')")).map(({ name }) => name)).toEqual([
      '@one/two',
    ])
  })

  test('a package that is imported but not declared', () => {
    const text = "import('one')\nimport type { A } from 'two/a'\nexport * from 'three'\nimport 'node:fs'\nimport 'self/a'"
    expect(undeclared(small({ one: '1' }), importedIn(in_('src/a.ts', text)))).toEqual([
      'src/a.ts imports two, which package.json does not have',
      'src/a.ts imports three, which package.json does not have',
    ])
  })
})
