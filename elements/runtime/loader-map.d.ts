declare module 'loader:map' {
  import type { FirstRequests } from './prefetch.ts'
  import type { Skeleton } from '../../src/ui/skeleton.ts'
  import type { Declaration } from './define.ts'
  import type { GetToken, Token } from '../../src/kit/session/session.ts'
  import type { PageOptions } from './page.ts'

  /** Hooks by which loaded code takes over the page's options and the early token requests from the loader. */
  export interface LoadedCode {
    configure?(options: PageOptions): void
    lend?(getToken: GetToken, token: Promise<Token>): void
  }
  /** The start chunk of a tag. */
  interface Start extends LoadedCode {
    start(): void
    readonly declaration?: Declaration
    onRoot?(listener: (root: ParentNode & Node) => void): () => void
  }
  /** The prefetch chunk of a tag, which runs before the start chunk is loaded. */
  interface First extends LoadedCode {
    readonly begin: typeof import('./prefetch.ts').begin
    readonly requests: FirstRequests
  }
  interface TagEntry {
    readonly height: number
    readonly kind: Skeleton | undefined
    /** Requests every file of the first paint at once. */
    load(): Promise<Start>
    /** Loads the prefetch chunk; absent for a tag without one. */
    first?(): Promise<First>
    words(locale: string): Promise<unknown>
  }
  /** What the build tells the loader about each tag. */
  export const tags: Readonly<Record<string, TagEntry>>
  /** Modules that are imported only when needed. */
  export const later: {
    drawError(): Promise<typeof import('../frame/embedded-error.ts')>
    session(): Promise<typeof import('../../src/kit/session/sign-in.ts')>
  }
}
