import type { Group, Option } from './option.ts'

/** A text as it is compared: without case and accents. */
export const fold = (text: string, locale: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase(locale)

/** Options in the order of their headings; those without one come first. */
export function grouped(options: readonly Option[]): readonly Option[] {
  if (options.every(({ group }) => group === undefined)) return options
  const names = [undefined, ...new Set(options.flatMap(({ group }) => group ?? []))]
  return names.flatMap((name) => options.filter(({ group }) => group === name))
}

/** Where each heading begins in options that are in order. */
export const groupsOf = (options: readonly Option[]): readonly Group[] =>
  options.flatMap(({ group }, first) => (group !== undefined && group !== options[first - 1]?.group ? [{ label: group, first }] : []))

/** The options that hold every word of a search. */
export function matching(options: readonly Option[], folded: readonly string[], search: string, locale: string): readonly Option[] {
  const words = fold(search, locale).split(/\s+/).filter(Boolean)
  return words.length === 0 ? options : options.filter((_, index) => words.every((word) => folded[index]?.includes(word)))
}
