declare module 'built:tags' {
  /** Loads the start module of each tag that the console can embed. */
  export const starts: Readonly<Record<string, (() => Promise<{ start(): void }>) | undefined>>
}
