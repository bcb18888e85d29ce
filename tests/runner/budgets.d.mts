interface Result {
  readonly passed: number
  readonly failed: number
  readonly skipped?: number
  readonly output: string
}

export function timeText(ms: number, step?: { readonly budgetMinutes?: number }): string
export function withinCount(result: Result, step: { readonly name: string; readonly maxTests?: number }): Result
