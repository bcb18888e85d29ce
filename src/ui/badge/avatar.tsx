import { addStyles } from '../theme/styles.ts'
import css from './badge.css'

addStyles(css)

const letters = (word: string) =>
  [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word)].map(({ segment }) => segment)

/** Initials: first letters of the first and last word. CJK characters are wide, so only the first one is used. */
export function initialsOf(name: string) {
  const words = name.split(/[\s@._-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const first = letters(words[0] ?? '')[0] ?? ''
  const lastLetter = words.length > 1 ? (letters(words.at(-1) ?? '')[0] ?? '') : ''
  const isWide = /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(first)
  return (isWide ? first : first + lastLetter).toUpperCase()
}

interface AvatarProps {
  readonly name: string
  /** The name is shown next to the avatar, so screen readers skip the avatar. */
  readonly isNamed?: boolean
}

/** A user's initials. */
export const Avatar = ({ name, isNamed = false }: AvatarProps) => (
  <span className="avatar" {...(isNamed ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name, title: name })}>
    {initialsOf(name)}
  </span>
)
