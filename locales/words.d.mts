import type { Plugin } from 'rollup'

interface WordFiles {
  readonly words: ReadonlyMap<string, string>
  readonly wordsFile: string
}

export function words(options?: { isEager?: boolean }): Plugin<{
  refresh(): Promise<void>
  filesOf(surface: string): WordFiles | undefined
  fileOf(id: string): string | undefined
}> & { enforce: 'pre' }
export function wordsChunk(id: string): string | undefined
/** The module that loads a surface's messages in a locale. */
export function wordsLoaderId(surface: string): string
