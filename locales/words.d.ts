declare module 'words:*' {
  import type { Messages } from '@lingui/core'

  /** The locales with a full translation; the others override formats and some messages. */
  export const completeLocales: readonly string[]
  /** Loads the messages of a surface in a locale; those of en-US for an unknown locale. */
  export function load(locale: string): Promise<Messages>
}
