declare module 'words:*' {
  import type { Messages } from '@lingui/core'

  /** The words of a surface in a locale; those of en-US for a locale that is unknown. */
  export function load(locale: string): Promise<Messages>
}
