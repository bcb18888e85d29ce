import { makeConfig } from '@lingui/conf'
import config from './lingui.config.js'

const linguiConfig = makeConfig(config, { skipValidation: true })

/** The one list of transforms, for Rollup and for Vitest. A stripped message is found by its id alone. */
export const babelOptions = ({ stripMessages = false } = {}) => ({
  babelrc: false,
  configFile: false,
  presets: [
    ['@babel/preset-typescript', { onlyRemoveTypeImports: true, allowDeclareFields: true }],
    ['@babel/preset-react', { runtime: 'automatic' }],
  ],
  plugins: [['@lingui/babel-plugin-lingui-macro', { linguiConfig, stripMessageField: stripMessages }]],
})
