import type { Plugin } from 'rollup'

export function words(): Plugin & { enforce: 'pre' }
export function wordsChunk(id: string): string | undefined
