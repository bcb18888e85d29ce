declare module 'loader:map' {
  import type { Declaration, Skeleton } from './define.ts'
  import type { GetToken, Token } from '../src/kit/session.ts'
  import type { PageOptions } from './page.ts'

  /** The chunk that knows a tag. */
  interface Start {
    start(): void
    readonly declaration?: Declaration
    configure?(options: PageOptions): void
    lend?(getToken: GetToken, given: Promise<Token>): void
    onRoot?(hear: (root: ParentNode & Node) => void): () => void
  }
  interface Known {
    readonly height: number
    readonly narrow: number | undefined
    readonly kind: Skeleton | undefined
    /** Asks for every file of the first paint at once. */
    load(): Promise<Start>
    words(locale: string): Promise<unknown>
  }
  /** What the loader knows of each tag. */
  export const tags: Readonly<Record<string, Known>>
  /** What is asked for late. */
  export const later: {
    drawError(): Promise<typeof import('./embedded-error.ts')>
    signIn(): Promise<typeof import('../src/kit/sign-in.ts')>
  }
}
