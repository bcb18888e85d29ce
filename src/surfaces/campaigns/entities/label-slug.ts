/** Paths below `campaigns` that other screens use. */
const reserved = ['ad_groups', 'create', 'review-media', 'automated-actions', 'incrementality', 'recommendations']

/** The client's entity label as a URL segment; `entities` when the segment would be empty, a number or reserved. */
export function labelSlug(plural: string): string {
  const slug = plural
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return slug === '' || /^\d+$/.test(slug) || reserved.includes(slug) ? 'entities' : slug
}
