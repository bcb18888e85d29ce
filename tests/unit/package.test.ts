import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const packages = join(root, 'node_modules')
const folder = mkdtempSync(join(tmpdir(), 'placard-package-'))
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
const node = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}
let tarball = ''

interface Listed {
  readonly tagName: string
  readonly attributes: readonly { readonly name: string; readonly type?: { readonly text: string } }[]
}
const { modules }: { modules: readonly { declarations: readonly Listed[] }[] } = JSON.parse(
  readFileSync(join(root, 'dist', 'custom-elements.json'), 'utf8'),
)
/** Tags that partners can use; a new tag is covered once it is listed. */
const tags = modules.flatMap(({ declarations }) => declarations)
/** A valid attribute value of the given type in markup. */
const sampleOf = (text = 'string') => (/boolean/.test(text) ? '""' : /number/.test(text) ? '7' : (/"[^"]+"/.exec(text)?.[0] ?? '"text"'))
const everyAttribute = ({ attributes }: Listed) => attributes.map(({ name, type }) => `'${name}': ${sampleOf(type?.text)}`).join(', ')

/** Every tag with every attribute and with an unknown one, in each kind of markup. */
const generated: Readonly<Record<string, () => string>> = {
  'every-dom.ts': () =>
    ["import type {} from 'placard/types'", ...tags.map(({ tagName }) => `document.createElement('${tagName}').getToken = undefined\n// @ts-expect-error there is no such property\ndocument.createElement('${tagName}').invented = 1`)].join('\n'), // biome-ignore format: two lines of a file
  'every-react.tsx': () =>
    ["import type {} from 'placard/types/react'", ...tags.map((tag, at) => `export const right${at} = <${tag.tagName} {...{ ${everyAttribute(tag)} } as const} />\n// @ts-expect-error there is no such attribute\nexport const wrong${at} = <${tag.tagName} invented={1} />`)].join('\n'), // biome-ignore format: two lines of a file
  'every-vue.ts': () =>
    ["import 'placard/types/vue'", "import type { GlobalComponents } from 'vue'", "declare function template<Tag extends keyof GlobalComponents>(tag: Tag, props: InstanceType<GlobalComponents[Tag]>['$props']): void", ...tags.map((tag) => `template('${tag.tagName}', { ${everyAttribute(tag)} })\n// @ts-expect-error there is no such attribute\ntemplate('${tag.tagName}', { invented: 1 })`)].join('\n'), // biome-ignore format: two lines of a file
}
/** Globals that a jsdom test runner sets before a test of a page. */
const imitatedBrowser = `import { JSDOM } from '${createRequire(import.meta.url).resolve('jsdom')}'
const { window } = new JSDOM('', { url: 'https://partner.example' }), { document, customElements } = window
const { AbortController, AbortSignal, CustomEvent, HTMLElement, HTMLIFrameElement } = window
Object.assign(globalThis, { window, document, customElements, AbortController, AbortSignal, CustomEvent, HTMLElement, HTMLIFrameElement })`

/** Packs the build and installs it where an importing page would have it. */
beforeAll(() => {
  const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: root, encoding: 'utf8' })
  tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? output)
  mkdirSync(join(folder, 'node_modules', '@types'), { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', join(folder, 'node_modules')])
  cpSync(join(folder, 'node_modules', 'package'), join(folder, 'node_modules', 'placard'), { recursive: true })
  for (const name of ['vue', '@vue', 'csstype', '@babel', '@types/prop-types'])
    symlinkSync(join(packages, name), join(folder, 'node_modules', name))
  writeFileSync(join(folder, 'imitated-browser.mjs'), imitatedBrowser)
  cpSync(join(root, 'tests', 'package'), folder, { recursive: true })
  for (const [file, code] of Object.entries(generated)) writeFileSync(join(folder, file), code())
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the package is valid and needs no other installation', () => {
  const { dependencies, exports } = JSON.parse(readFileSync(join(folder, 'node_modules', 'placard', 'package.json'), 'utf8'))
  expect(dependencies ?? {}).toEqual({})
  expect(Object.keys(exports).length).toBeGreaterThan(5)
  const lint = node(join(packages, 'publint', 'src', 'cli.js'), tarball, '--strict')
  expect(lint).toMatchObject({ status: 0, output: expect.stringContaining('All good') })
  const types = node(join(packages, '@arethetypeswrong', 'cli', 'dist', 'index.js'), tarball, '--profile', 'esm-only', '--no-emoji')
  expect(types.status, types.output).toBe(0)
}, 60_000)

test('internal pages are not in the package', () => {
  const files = readdirSync(join(folder, 'node_modules', 'placard'), { recursive: true, encoding: 'utf8' })
  expect(files.filter((name) => /gallery|\.tsx?$/.test(name) && !name.endsWith('.d.ts'))).toEqual([])
})

test('every documented import resolves, and on a server it neither throws nor prints', () => {
  const read = ['README.md', 'elements/guide.md'].map((name) => readFileSync(join(root, name), 'utf8')).join('\n')
  const documented = [...new Set(read.match(/(?<=['"])placard(\/[\w-]+)*(?=['"])/g))].filter((name) => !name.startsWith('placard/types'))
  const names = new Set(['placard', 'placard/host', 'placard/testing', ...tags.map(({ tagName }) => `placard/${tagName}`), ...documented])
  writeFileSync(join(folder, 'server.mjs'), [...names].map((name) => `await import('${name}')`).join('\n'))
  expect(node('server.mjs')).toEqual({ status: 0, output: '' })
})

test("the guide's example tests an integration in plain Node, without the platform", () => {
  const guide = readFileSync(join(root, 'elements', 'guide.md'), 'utf8')
  const [, example = ''] = /```js\n(import assert [\s\S]*?)```/.exec(guide) ?? []
  writeFileSync(join(folder, 'example.mjs'), example)
  expect(node('--import', './imitated-browser.mjs', 'example.mjs')).toEqual({ status: 0, output: '' })
  writeFileSync(join(folder, 'broken.mjs'), example.replace("'from your server', expires_at", "'from somebody else', expires_at"))
  expect(node('--import', './imitated-browser.mjs', 'broken.mjs')).toMatchObject({
    status: 1,
    output: expect.stringContaining('AssertionError'),
  })
}, 60_000)

describe('package types', () => {
  const check = (files: readonly string[], react: string | undefined) => {
    rmSync(join(folder, 'node_modules', '@types', 'react'), { force: true, recursive: true })
    if (react) symlinkSync(join(packages, react), join(folder, 'node_modules', '@types', 'react'))
    const flags = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--jsx',
      'react-jsx',
      '--types',
      '',
    ]
    return node(compiler, ...flags, '--preserveSymlinks', ...files)
  }
  // One compilation for each version of React: a TypeScript program cannot have two.
  test.each([
    ['without React', undefined, ['dom.ts', 'testing.ts', 'vue.ts', 'every-dom.ts', 'every-vue.ts']],
    ['with React 19', '@types/react', ['react-19.tsx', 'every-react.tsx']],
    ['with React 18', 'types-react-18', ['react-18.tsx']],
  ])(
    'check the %s examples and report their errors',
    (_, react, files) => {
      expect(check(files, react)).toEqual({ status: 0, output: '' })
    },
    60_000,
  )
})
