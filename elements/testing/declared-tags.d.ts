declare module 'declared:tags' {
  import type { DeclaredTag } from '../build/declared-tags.ts'

  /** The declarations of all public tags, without their code. */
  export const tags: Readonly<Record<string, DeclaredTag>>
}
