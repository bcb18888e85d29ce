import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'rollup'
import type { DeclarationData } from './declarations.ts'

const elementsFolder = fileURLToPath(new URL('..', import.meta.url))
const start = '\0start:'
const entry = '\0entry:'
const first = '\0first:'
/** Re-exports the runtime of all elements with a surface. */
const runtimeId = '\0runtime:'

/** Whether a module is the root of the elements' runtime. */
export const isRuntime = (id: string) => id === runtimeId

/** The name of a surface's chunk. */
export const surfaceName = (tag: string) => tag.slice('ad-'.length)

/** The tag of a start module; undefined for any other module. */
export const tagOfStartModule = (id: string | null | undefined) => (id?.startsWith(start) ? id.slice(start.length) : undefined)

const surfaceFile = (tag: string) => `${elementsFolder}../src/surfaces/${surfaceName(tag)}/index.tsx`

const startCode = ({ tag, skeleton, firstPaint = [] }: DeclarationData) =>
  skeleton === undefined
    ? `export { register as start } from '${elementsFolder}frame/element.ts'
export { configure } from '${elementsFolder}runtime/page.ts'`
    : `// The loader downloads all of it at once, so it belongs to one static graph.
${[surfaceFile(tag), ...firstPaint.map((file) => `${elementsFolder}../${file}`)].map((file) => `import '${file}'`).join('\n')}
import declaration from '${elementsFolder}${tag}.ts'
import { register } from 'runtime:'
export { configure, lend, onRoot } from '${elementsFolder}runtime/page.ts'
export const start = () => register(declaration)
export { declaration }`

/** The file of a surface's prefetch; most surfaces have none. */
const prefetchPath = (tag: string) => `${elementsFolder}../src/surfaces/${surfaceName(tag)}/prefetch.ts`
/** Whether a surface has a prefetch. */
export const hasPrefetch = ({ tag }: DeclarationData) => existsSync(prefetchPath(tag))

/** The tag of a prefetch module; undefined for any other module. */
export const tagOfPrefetchModule = (id: string | null | undefined) => (id?.startsWith(first) ? id.slice(first.length) : undefined)

const prefetchCode = (tag: string) => `export { begin } from '${elementsFolder}runtime/prefetch.ts'
export { configure, lend } from '${elementsFolder}runtime/page.ts'
export { firstRequests as requests } from '${prefetchPath(tag)}'`

/** Code of the module `built:tags`: how to load each tag that the console contains. */
const embeddableTagsCode = (declarations: readonly DeclarationData[]) => {
  const contained = declarations.filter(({ tag, skeleton }) => skeleton !== undefined && tag !== 'ad-console' && tag !== 'ad-gallery')
  return `export const startModules = {${contained.map(({ tag }) => `'${tag}': () => import('start:${tag}')`).join()}}`
}

/** Modules that `embedded.js` imports on demand, by name. */
export const onDemandModules = { drawError: 'frame/embedded-error.ts', session: '../src/kit/session/sign-in.ts' } as const

/** Whether a module is the root of the user's session on a page without a host. */
export const isSessionModule = (id: string) => id.endsWith(onDemandModules.session.replace('..', ''))

/** Two modules per tag: `start:` exports a start function, `entry:` starts when it is imported. */
export const startModulesPlugin = (declarations: readonly DeclarationData[]): Plugin => ({
  name: 'starts',
  buildStart() {
    for (const { tag } of declarations) {
      this.emitFile({ type: 'chunk', id: `start:${tag}`, name: surfaceName(tag), preserveSignature: 'allow-extension' })
      this.emitFile({ type: 'chunk', id: `entry:${tag}`, fileName: `${tag}.js`, preserveSignature: 'strict' })
    }
    for (const { tag } of declarations.filter(hasPrefetch))
      this.emitFile({ type: 'chunk', id: `first:${tag}`, name: 'core', preserveSignature: 'allow-extension' })
    for (const [name, file] of Object.entries(onDemandModules))
      this.emitFile({ type: 'chunk', id: elementsFolder + file, name, preserveSignature: 'allow-extension' })
  },
  resolveId(id) {
    return /^(start|entry|first|built|runtime):/.test(id) ? `\0${id}` : null
  },
  load(id) {
    if (id === '\0built:tags') return embeddableTagsCode(declarations)
    if (isRuntime(id)) return `export { register } from '${elementsFolder}runtime/register.tsx'`
    const tag = id.slice(entry.length)
    // Server-side rendering imports it too, where custom elements do not exist.
    if (id.startsWith(entry)) return `if (typeof customElements === 'object') import('start:${tag}').then(({ start }) => start())`
    const prefetchTag = tagOfPrefetchModule(id)
    if (prefetchTag) return prefetchCode(prefetchTag)
    const declared = declarations.find((item) => item.tag === tagOfStartModule(id))
    return declared ? startCode(declared) : null
  },
})
