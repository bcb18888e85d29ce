import { transformAsync } from '@babel/core'
import { makeConfig } from '@lingui/conf'
import settings from './lingui.config.js'

const linguiConfig = makeConfig(settings, { skipValidation: true })
const usesMacro = /@lingui\/(core|react)\/macro/

/**
 * Expands Lingui's macros and leaves TypeScript and JSX to the next transform; used by Rollup and Vitest.
 * Files without a macro are not parsed. `stripMessages` keeps only the ids of messages.
 */
export const macros = ({ stripMessages = false, sourceMaps = false } = {}) => {
  const plugins = [['@lingui/babel-plugin-lingui-macro', { linguiConfig, stripMessageField: stripMessages }]]
  const expand = (code, filename) => {
    const syntax = filename.endsWith('x') ? ['typescript', 'jsx'] : ['typescript']
    return transformAsync(code, { babelrc: false, configFile: false, filename, plugins, parserOpts: { plugins: syntax }, sourceMaps })
  }
  /** Cached, because the main bundle and the standalone files read the same sources. */
  const expanded = new Map()
  return {
    name: 'macros',
    // Vite would remove the imports of the macros with the types.
    enforce: 'pre',
    async transform(code, id) {
      if (!/\/(src|elements)\/.*\.tsx?$/.test(id) || !usesMacro.test(code)) return null
      if (expanded.get(id)?.code !== code) expanded.set(id, { code, result: expand(code, id) })
      const result = await expanded.get(id).result
      return { code: result.code, map: result.map ?? null }
    },
  }
}
