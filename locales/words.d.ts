declare module 'words:*' {
  import type { Messages } from '@lingui/core'

  /** The locales that have every word; of the others only formats, and some words, are their own. */
  export const complete: readonly string[]
  /** The words of a surface in a locale; those of en-US for a locale that is unknown. */
  export function load(locale: string): Promise<Messages>
}
