/** Puts what tests write for a while into memory, where there is enough of it. */
export function preferMemory(): void
