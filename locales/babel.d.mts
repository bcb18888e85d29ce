import type { RollupBabelInputPluginOptions } from '@rollup/plugin-babel'

export function babelOptions(options?: { stripMessages?: boolean }): RollupBabelInputPluginOptions
