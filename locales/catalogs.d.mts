/** One message of a catalog. */
export interface CatalogMessage {
  message?: string
  context?: string | null
  comments?: string[]
  translation?: string
  obsolete?: boolean
  extra?: Record<string, unknown>
}
/** The messages of one catalog in one locale, by id. */
export type Catalog = Record<string, CatalogMessage>

export const sourceLocale: string
export const pseudoLocale: string
export const locales: string[]
export const catalogNames: string[]
export const completeLocales: string[]
export function sourceFiles(name: string): string[]
export function extractMessages(name: string, among?: ReadonlySet<string>): Promise<Catalog>
export function readCatalog(name: string, locale: string): Promise<Catalog>
export function catalogFile(name: string, locale: string): string
export function writeCatalog(name: string, locale: string, catalog: Catalog): Promise<[created: boolean, file: string]>
export function surfaceTexts(surface: string, locale: string): Promise<Record<string, string>>
export function compileMessages(surface: string, locale: string): Promise<string>
export function compileSurface(
  surface: string,
): Promise<{ readonly same: ReadonlyMap<string, string>; readonly modules: ReadonlyMap<string, string> }>
