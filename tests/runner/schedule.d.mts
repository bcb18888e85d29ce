interface Step {
  readonly name: string
  readonly cores?: number
  readonly needs?: readonly string[]
}
export function runSteps<S extends Step, R extends { readonly failed: number }>(
  steps: readonly S[],
  run: (step: S, brokenNeed: string | undefined) => Promise<R>,
  cores: number,
): Promise<R[]>
