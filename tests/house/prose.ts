import { finding, type Source, treeOf } from './source.ts'

/** Words and phrases that make a comment hard to understand, with plain replacements. */
const avoided: readonly (readonly [RegExp, string])[] = [
  [/\bwhoever\b/gi, 'name the caller, the user or the owner'],
  [/\b(some|no|any)body\b/gi, 'name the caller, the user or the owner'],
  [/\bwhat (is|was|are|were)\b[^.,;:]*\b(is|are|was|were)\b/gi, 'begin with the subject'],
  [/\b(is|are|was|were) (told|asked)\b/gi, 'say who notifies, shows or requests'],
  [/\bstands?\b/gi, 'is, lies, means'],
  [/\bbeside\b/gi, 'next to, in parallel, besides'],
  [/\b(goes|go|went) on\b/gi, 'continues'],
  [/\bno more than\b/gi, 'at most'],
]

/** Uses of avoided words in the comments of a source. Only sources that contain such a word are parsed. */
export function avoidedWords(source: Source): string[] {
  if (avoided.every(([pattern]) => source.text.search(pattern) < 0)) return []
  return (treeOf(source).comments ?? []).flatMap(({ value, loc }) =>
    avoided.flatMap(([pattern, advice]) =>
      [...value.matchAll(pattern)].map(([word]) => finding(source, loc?.start.line ?? 0, `“${word}”: ${advice}`)),
    ),
  )
}
