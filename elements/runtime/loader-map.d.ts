declare module 'loader:map' {
  import type { FirstQuestions } from './prefetch.ts'
  import type { Declaration, Skeleton } from './define.ts'
  import type { GetToken, Token } from '../../src/kit/session/session.ts'
  import type { PageOptions } from './page.ts'

  /** What takes over from the loader what a page has said and was asked. */
  export interface Joining {
    configure?(options: PageOptions): void
    lend?(getToken: GetToken, given: Promise<Token>): void
  }
  /** The chunk that knows a tag. */
  interface Start extends Joining {
    start(): void
    readonly declaration?: Declaration
    onRoot?(hear: (root: ParentNode & Node) => void): () => void
  }
  /** What asks before the chunk that knows the tag is there. */
  interface First extends Joining {
    readonly begin: typeof import('./prefetch.ts').begin
    readonly questions: FirstQuestions
  }
  interface Known {
    readonly height: number
    readonly narrow: number | undefined
    readonly kind: Skeleton | undefined
    /** Asks for every file of the first paint at once. */
    load(): Promise<Start>
    /** Asks for the file that asks the first questions, where there are any. */
    first?(): Promise<First>
    words(locale: string): Promise<unknown>
  }
  /** What the loader knows of each tag. */
  export const tags: Readonly<Record<string, Known>>
  /** What is asked for late. */
  export const later: {
    drawError(): Promise<typeof import('../frame/embedded-error.ts')>
    signIn(): Promise<typeof import('../../src/kit/session/sign-in.ts')>
  }
}
