// @ts-check
import { readFileSync } from 'node:fs'

const ours = 'pl-sl-'
/** Never twice: the prefix itself ends in what is looked for. */
const theirs = /(?<![\w-])sl-/g
const theirVariables = /--sl-/g

/** Gives the component library's tags, events and variables a private name, so that a page's own copy of it is another library. */
export const privateShoelace = () => ({
  name: 'private-shoelace',
  /** @param {string} code @param {string} id */
  transform: (code, id) =>
    /@shoelace-style\/shoelace\/dist\//.test(id)
      ? { code: code.replace(theirVariables, '--pl-sl-').replace(theirs, ours), map: null }
      : null,
})

/** Gives Lit a Trusted Types policy of its own name; a page's Lit has the usual one. */
export const privatePolicy = () => ({
  name: 'private-policy',
  /** @param {string} code @param {string} id */
  transform: (code, id) =>
    /\/lit-html\//.test(id) && /createPolicy\(/.test(code)
      ? { code: code.replace(/createPolicy\((["'])lit-html\1/g, 'createPolicy("pl-html"'), map: null }
      : null,
})

/** @param {string} css */
const squeeze = (css) =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/;}/g, '}')
    .replace(/: /g, ':')

/** `import text from './x.css'` gives the style sheet as text. */
export const cssText = () => ({
  name: 'css-text',
  /** @param {string} id */
  load: (id) => (id.endsWith('.css') ? `export default ${JSON.stringify(squeeze(readFileSync(id, 'utf8')))}` : null),
})

/** `import address from '…woff2'` copies the font beside the bundle and gives its address. */
export const fontAsset = () => ({
  name: 'font-asset',
  /** @this {import('rollup').PluginContext} @param {string} id */
  load(id) {
    if (!id.endsWith('.woff2')) return null
    const reference = this.emitFile({ type: 'asset', name: 'inter.woff2', source: readFileSync(id) })
    return `export default import.meta.ROLLUP_FILE_URL_${reference}`
  },
})
