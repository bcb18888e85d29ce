import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import commonjs from '@rollup/plugin-commonjs'
import resolve from '@rollup/plugin-node-resolve'
import replace from '@rollup/plugin-replace'
import { transform } from 'esbuild'
import { type Plugin, rollup } from 'rollup'
import { compileScript, parse } from 'vue/compiler-sfc'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const packages = ['react', 'react-dom', 'scheduler', 'vue', '@vue']

/** Compiles Vue single-file components as Vue's own plugins do, with the example's own `isCustomElement`. */
const vueFiles = (isCustomElement: (tag: string) => boolean): Plugin => ({
  name: 'vue-files',
  transform(code, id) {
    if (!id.endsWith('.vue')) return null
    const { descriptor } = parse(code, { filename: id })
    const options = { compilerOptions: { isCustomElement } }
    return { code: compileScript(descriptor, { id, inlineTemplate: true, templateOptions: options }).content, map: null }
  },
})

const reactFiles: Plugin = {
  name: 'react-files',
  async transform(code, id) {
    if (!id.endsWith('.jsx')) return null
    const { code: plain } = await transform(code, { loader: 'jsx', jsx: 'automatic' })
    return { code: plain, map: null }
  },
}

/** Links the package and the frameworks next to the examples, as npm would install them. */
function install(folder: string) {
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules', 'placard'))
  for (const name of packages) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
}

/** Copies the examples and replaces their placeholder address with the platform's. */
function copyExample(folder: string, platform: string) {
  cpSync(join(root, 'demo', 'examples'), folder, { recursive: true })
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) => /\.\w+$/.test(one))) {
    const file = join(folder, name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('https://console.example', platform))
  }
}

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>An example</title><script type="module" src="main.js"></script></head>
<body><button id="leave">Leave</button><div id="report"></div></body></html>`

async function bundle(folder: string, input: string, to: string) {
  const { isCustomElement } = await import(join(folder, 'vue', 'custom-elements.js'))
  const built = await rollup({
    input: join(folder, input),
    onwarn: () => undefined,
    plugins: [
      // A development build of the framework logs warnings, such as hydration mismatches.
      replace({ preventAssignment: true, values: { 'process.env.NODE_ENV': '"development"', __VUE_OPTIONS_API__: 'true' } }),
      replace({ preventAssignment: true, values: { __VUE_PROD_DEVTOOLS__: 'false', __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false' } }),
      vueFiles(isCustomElement),
      resolve({ browser: true, extensions: ['.js', '.jsx'] }),
      reactFiles,
      commonjs(),
    ],
  })
  await built.write({ dir: to, format: 'es', entryFileNames: 'main.js' })
  await built.close()
  for (const name of readdirSync(join(root, 'dist', 'chunks')).filter((one) => one.endsWith('.woff2')))
    cpSync(join(root, 'dist', 'chunks', name), join(to, name))
}

/** Extra files next to the examples, by path. */
type Files = Readonly<Record<string, string>>

/** Builds extra files next to the examples, each input into its own folder; returns the folder of pages and the folder of sources. */
export async function buildBeside(platform: string, files: Files, inputs: readonly (readonly [input: string, name: string])[]) {
  const folder = mkdtempSync(join(tmpdir(), 'placard-examples-'))
  const pages = join(folder, 'pages')
  copyExample(folder, platform)
  install(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const [input, name] of inputs) {
    await bundle(folder, input, join(pages, name))
    writeFileSync(join(pages, name, 'index.html'), page)
  }
  return { folder, pages }
}

/** Builds each example as a user who copied it would; returns the folder of pages and the folder of sources. */
export async function buildExamples(platform: string) {
  const older = readFileSync(join(root, 'demo/examples/react/main.jsx'), 'utf8').replace('./report.jsx', './report-react-18.jsx')
  const { folder, pages } = await buildBeside(
    platform,
    { 'react/main-react-18.jsx': older.replaceAll('https://console.example', platform) },
    [
      ['react/main.jsx', 'react'],
      ['react/main-react-18.jsx', 'react-18'],
      ['vue/main.js', 'vue'],
      ['server-rendered/main.js', 'server-rendered'],
    ],
  )
  for (const name of ['plain', 'frame']) cpSync(join(folder, name), join(pages, name), { recursive: true })
  writeFileSync(join(pages, 'favicon.ico'), '')
  const sent = execFileSync(process.execPath, ['render.js'], { cwd: join(folder, 'server-rendered'), encoding: 'utf8' })
  writeFileSync(join(pages, 'server-rendered', 'index.html'), sent)
  return { folder, pages }
}
