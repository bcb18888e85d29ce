import type { Plugin } from 'rollup'

export function macros(options?: { stripMessages?: boolean; sourceMaps?: boolean }): Plugin & { enforce: 'pre' }
