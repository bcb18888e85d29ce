/** The surfaces, by tag; `page` is an address that the platform draws by itself. */
export const tags = [
  'ad-campaign-builder',
  'ad-campaigns',
  'ad-workflow',
  'ad-report-chart',
  'ad-reporting',
  'ad-insertion-orders',
  'ad-funds',
  'ad-admin',
  'ad-creative-library',
  'ad-automated-actions',
  'ad-insights',
  'ad-yield-management',
  'ad-publisher',
  'ad-reservations',
  'ad-registration',
  'ad-sign-in',
  'ad-console',
  'ad-gallery',
  'page',
] as const
export type Tag = (typeof tags)[number]

/** One row of the table of addresses: a pattern opens a tag at a path, names left over become attributes. */
export interface Address {
  readonly pattern: string
  readonly tag: Tag
  readonly path: string
  readonly attributes: Readonly<Record<string, string>>
  /** The file of an address that no surface serves; the routes.ts of a surface name the files of its screens. */
  readonly file?: string
}

/** Writes one row. */
export const at = (pattern: string, tag: Tag, path = '', more: Partial<Pick<Address, 'attributes' | 'file'>> = {}): Address => ({
  pattern,
  tag,
  path,
  attributes: more.attributes ?? {},
  ...(more.file !== undefined && { file: more.file }),
})

/** The same words below several contexts. */
export const below = (contexts: readonly string[], rest: string, tag: Tag, path = '') =>
  contexts.map((context) => at(context + rest, tag, path))
