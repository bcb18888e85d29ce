import config from '../../../rollup.config.mjs'

/** Builds the bundle with one changed module, into a separate folder. */
const changed = {
  name: 'changed',
  transform: (code, id) => (id.endsWith('/chart/trend-csv.ts') ? { code: code.replace(' – ', ' to '), map: null } : null),
}

export default {
  ...config,
  output: { ...config.output, dir: process.env.PLACARD_OTHER_DIST },
  plugins: [changed, ...config.plugins],
}
