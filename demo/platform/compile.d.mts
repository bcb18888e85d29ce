/** Compiles TypeScript programs, named by their path in the repository, and returns the file of each. */
export function compiled(...programs: readonly string[]): Promise<string[]>
