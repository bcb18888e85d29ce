import { createHash } from 'node:crypto'
import type { Plugin } from 'rollup'
import { type DeclarationData, toElementDoc } from './declarations.ts'
import { vsCodeData, manifest, webTypes } from './editor-files.ts'
import { reference } from './reference.ts'
import { domTypes, react18Types, reactTypes, vueTypes } from './types.ts'

interface FilesOptions {
  readonly declarations: readonly DeclarationData[]
  readonly errors: Readonly<Record<string, { retryable: boolean; meaning: string }>>
  readonly version: string
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** Generates manifests, types and the reference from the declarations. */
export const elementFiles = ({ declarations, errors, version }: FilesOptions): Plugin => ({
  name: 'element-files',
  generateBundle() {
    const elements = declarations.map(toElementDoc)
    const files = {
      'custom-elements.json': json(manifest(elements)),
      'vscode.html-custom-data.json': json(vsCodeData(elements)),
      'web-types.json': json(webTypes(elements, version)),
      'elements.md': reference(elements, errors),
      'types/elements.d.ts': domTypes(elements),
      'types/react.d.ts': reactTypes(elements),
      'types/react-18.d.ts': react18Types(elements),
      'types/vue.d.ts': vueTypes(elements),
    }
    for (const [fileName, source] of Object.entries(files)) this.emitFile({ type: 'asset', fileName, source })
  },
})

/** Writes the integrity hash of every file that a page may load. */
export const integrity = (): Plugin => ({
  name: 'integrity',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const hash = (content: string | Uint8Array) => `sha384-${createHash('sha384').update(content).digest('base64')}`
      const rows = Object.values(bundle).flatMap((file) => {
        if (file.type === 'chunk') return [[file.fileName, hash(file.code)]]
        return /\.(js|css|woff2)$/.test(file.fileName) ? [[file.fileName, hash(file.source)]] : []
      })
      this.emitFile({ type: 'asset', fileName: 'integrity.json', source: json(Object.fromEntries(rows.sort())) })
    },
  },
})
