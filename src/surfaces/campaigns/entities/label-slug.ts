/** Words below campaigns that are places of their own. */
const reserved = ['ad_groups', 'create', 'review-media', 'automated-actions', 'incrementality', 'recommendations']

/** What a client calls what it advertises, as a word of an address; one that is a place of its own already, or a number, is not taken. */
export function labelSlug(plural: string): string {
  const slug = plural
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return slug === '' || /^\d+$/.test(slug) || reserved.includes(slug) ? 'entities' : slug
}
