declare module 'declared:tags' {
  import type { DeclaredTag } from '../build/declared-tags.ts'

  /** What is declared of every public tag, without the code that draws it. */
  export const tags: Readonly<Record<string, DeclaredTag>>
}
