interface Step {
  readonly name: string
  /** What the step may take; being over it is a notice. */
  readonly budgetMinutes?: number
  /** How many tests the step may have. */
  readonly mostTests?: number
}

export const testSteps: readonly Step[]
export const auditSteps: readonly Step[]
