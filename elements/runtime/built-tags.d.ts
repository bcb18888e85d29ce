declare module 'built:tags' {
  /** The tags that are built, each with what starts it. */
  export const starts: Readonly<Record<string, (() => Promise<{ start(): void }>) | undefined>>
}
