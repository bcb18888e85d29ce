/** One message of a catalog. */
export interface Word {
  message?: string
  context?: string | null
  comments?: string[]
  translation?: string
  obsolete?: boolean
  extra?: Record<string, unknown>
}
export type Words = Record<string, Word>

export const sourceLocale: string
export const pseudoLocale: string
export const locales: string[]
export const catalogNames: string[]
export const completeLocales: string[]
export function sourceFiles(name: string): string[]
export function extractWords(name: string, among?: ReadonlySet<string>): Promise<Words>
export function readWords(name: string, locale: string): Promise<Words>
export function wordsFile(name: string, locale: string): string
export function writeWords(name: string, locale: string, words: Words): Promise<[created: boolean, file: string]>
export function surfaceTexts(surface: string, locale: string): Promise<Record<string, string>>
export function compileWords(surface: string, locale: string): Promise<string>
export function compileSurface(
  surface: string,
): Promise<{ readonly same: ReadonlyMap<string, string>; readonly modules: ReadonlyMap<string, string> }>
