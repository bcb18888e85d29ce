import { wear } from '../theme/styles.ts'
import { initialsOf } from './initials.ts'
import css from './badge.css'

wear(css)

interface AvatarProps {
  readonly name: string
  /** The name stands beside it already. */
  readonly isNamed?: boolean
}

/** Somebody, in two letters. */
export const Avatar = ({ name, isNamed = false }: AvatarProps) => (
  <span className="avatar" {...(isNamed ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name, title: name })}>
    {initialsOf(name)}
  </span>
)
