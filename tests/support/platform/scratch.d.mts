/** Puts temporary files into memory, if there is enough. */
export function preferMemory(): void
