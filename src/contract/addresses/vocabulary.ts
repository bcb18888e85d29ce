/** The surfaces, by tag; `page` is an address that the platform renders itself. */
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

/** One row of the address table: a pattern opens a tag at a path. Remaining parameters become attributes. */
export interface Address {
  readonly pattern: string
  readonly tag: Tag
  readonly path: string
  readonly attributes: Readonly<Record<string, string>>
  /** File of an address that no surface serves. The routes.ts of a surface names the files of its screens. */
  readonly file?: string
  /** The surface is built, but has no screen for this address yet. */
  readonly isPlanned?: true
}

/** Creates one row of the address table. */
export const addressRow = (
  pattern: string,
  tag: Tag,
  path = '',
  more: Partial<Pick<Address, 'attributes' | 'file' | 'isPlanned'>> = {},
): Address => ({
  pattern,
  tag,
  path,
  attributes: more.attributes ?? {},
  ...(more.file !== undefined && { file: more.file }),
  ...(more.isPlanned && { isPlanned: more.isPlanned }),
})

/** The same address below several contexts. */
export const addressRowsBelow = (contexts: readonly string[], rest: string, tag: Tag, path = '') =>
  contexts.map((context) => addressRow(context + rest, tag, path))
