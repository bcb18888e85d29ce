// @ts-check
import { readFileSync } from 'node:fs'

const ours = 'pl-sl-'
/** The lookbehind prevents a second replacement, because the private prefix itself ends in `sl-`. */
const theirs = /(?<![\w-])sl-/g
const theirVariables = /--sl-/g

/** Renames Shoelace's tags, events and CSS variables, so that they do not conflict with a copy of Shoelace on the host page. */
export const privateShoelace = () => ({
  name: 'private-shoelace',
  /** @param {string} code @param {string} id */
  transform: (code, id) =>
    /@shoelace-style\/shoelace\/dist\//.test(id)
      ? { code: code.replace(theirVariables, '--pl-sl-').replace(theirs, ours), map: null }
      : null,
})

/** Renames Lit's Trusted Types policy, because the host page's Lit may already have created one of the usual name. */
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

/** `import text from './x.css'` returns the style sheet as text. */
export const cssText = () => ({
  name: 'css-text',
  /** @param {string} id */
  load: (id) => (id.endsWith('.css') ? `export default ${JSON.stringify(squeeze(readFileSync(id, 'utf8')))}` : null),
})

/** `import address from '…woff2'` copies the font next to the bundle and returns its URL. */
export const fontAsset = () => ({
  name: 'font-asset',
  /** @this {import('rollup').PluginContext} @param {string} id */
  load(id) {
    if (!id.endsWith('.woff2')) return null
    const reference = this.emitFile({ type: 'asset', name: 'inter.woff2', source: readFileSync(id) })
    return `export default import.meta.ROLLUP_FILE_URL_${reference}`
  },
})
