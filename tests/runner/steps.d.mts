interface Step {
  readonly name: string
  /** Time budget of the step; exceeding it is only a notice. */
  readonly budgetMinutes?: number
  /** Maximum number of tests in the step. */
  readonly maxTests?: number
}

export const testSteps: readonly Step[]
export const auditSteps: readonly Step[]
