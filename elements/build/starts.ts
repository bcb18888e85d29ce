import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'rollup'
import type { Declared } from './declared.ts'

const elementsFolder = fileURLToPath(new URL('..', import.meta.url))
const start = '\0start:'
const entry = '\0entry:'

/** What the frame's element shares with the surfaces it has as a copy of its own, or it would load theirs with all that they need. */
const framesOwn = '.frame.ts'
const isForFrame = (id: string, importer: string | undefined) =>
  importer === `${elementsFolder}frame-element.ts` && /^\.\/(page|guest-event)\.ts$/.test(id)

/** The name of a surface's chunk. */
export const surfaceName = (tag: string) => tag.slice('ad-'.length)

/** The tag of a start module; undefined for any other. */
export const startedTag = (id: string | null | undefined) => (id?.startsWith(start) ? id.slice(start.length) : undefined)

const startCode = ({ tag, skeleton }: Declared) =>
  skeleton === undefined
    ? `export { register as start } from '${elementsFolder}frame-element.ts'
export { configure } from '${elementsFolder}page${framesOwn}'`
    : `import declaration from '${elementsFolder}${tag}.ts'
import { register } from '${elementsFolder}register.tsx'
export { configure, lend, onRoot } from '${elementsFolder}page.ts'
export const start = () => register(declaration)
export { declaration }`

/** Modules that the page script asks for only when it comes to that, by the name that it asks with. */
export const laterModules = { drawError: 'embedded-error.ts', signIn: '../src/kit/sign-in.ts' } as const

/** Two modules a tag: one that a script starts when it will, and one that starts by being imported. */
export const starts = (declarations: readonly Declared[]): Plugin => ({
  name: 'starts',
  buildStart() {
    for (const { tag } of declarations) {
      this.emitFile({ type: 'chunk', id: `start:${tag}`, name: surfaceName(tag), preserveSignature: 'allow-extension' })
      this.emitFile({ type: 'chunk', id: `entry:${tag}`, fileName: `${tag}.js`, preserveSignature: 'strict' })
    }
    for (const file of Object.values(laterModules)) this.emitFile({ type: 'chunk', id: elementsFolder + file, preserveSignature: 'strict' })
  },
  resolveId(id, importer) {
    if (isForFrame(id, importer)) return elementsFolder + id.slice('./'.length).replace(/\.ts$/, framesOwn)
    if (id.endsWith(framesOwn)) return id
    return /^(start|entry):/.test(id) ? `\0${id}` : null
  },
  load(id) {
    if (id.endsWith(framesOwn)) return readFileSync(id.replace(framesOwn, '.ts'), 'utf8')
    const tag = id.slice(entry.length)
    // A server that draws pages imports it too, and has no elements.
    if (id.startsWith(entry)) return `if (typeof customElements === 'object') import('start:${tag}').then(({ start }) => start())`
    const declared = declarations.find((one) => one.tag === startedTag(id))
    return declared ? startCode(declared) : null
  },
})
