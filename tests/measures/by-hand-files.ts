import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import nodeResolve from '@rollup/plugin-node-resolve'
import terser from '@rollup/plugin-terser'
import { rollup } from 'rollup'
import { filesOf } from '../../demo/platform/http/static-files.ts'
import { root } from '../house/source.ts'

const written = join(root, 'tests/measures/by-hand')

/** The hand-written chart as in production: bundled with its library, minified, and served with our platform's compression and headers. */
export async function byHandFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'by-hand-'))
  const bundle = await rollup({
    input: join(written, 'chart.js'),
    plugins: [nodeResolve({ browser: true }), terser({ ecma: 2022, module: true })],
  })
  await bundle.write({ file: join(folder, 'chart.js'), format: 'es' })
  await bundle.close()
  copyFileSync(join(written, 'chart.css'), join(folder, 'chart.css'))
  return { answer: filesOf(folder).answer, clear: () => rmSync(folder, { recursive: true, force: true }) }
}
