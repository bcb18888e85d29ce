interface TestResult {
  readonly passed: boolean
  readonly skipped: boolean
}
interface SuiteResult {
  readonly tests: readonly TestResult[]
  readonly suites: readonly SuiteResult[]
}
interface Session {
  readonly passed: boolean
  readonly testResults?: SuiteResult
}

export function elementCounter(file: string): { stop(run: { readonly sessions: readonly Session[] }): void }
