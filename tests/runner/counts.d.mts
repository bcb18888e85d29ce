interface Counts {
  passed: number
  failed: number
  skipped: number
}

export function vitestCounts(file: string): Counts
export function playwrightCounts(file: string): Counts
export function elementCounts(file: string): Counts
export function promiseCounts(file: string): Counts
export function failedNames(output: string): string[]
export function judged(result: {
  passed: number
  failed: number
  skipped?: number
  isOk?: boolean
  output: string
}): Counts & { output: string }
