import { readFileSync } from 'node:fs'

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** A file that did not load counts as one failed test. */
export function vitestCounts(file) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = readJson(file)
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return { passed: numPassedTests, failed: numFailedTests + broken.length, skipped: numPendingTests + numTodoTests }
}

/** A test that passes only on a retry counts as failed. */
export function playwrightCounts(file) {
  const { stats, errors } = readJson(file)
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped }
}

export const elementCounts = readJson

/** Each promise that holds counts as a passed test. */
export function promiseCounts(file) {
  const { kept, broken } = readJson(file)
  return { passed: kept, failed: broken, skipped: 0 }
}

/** A step that fails without a failed test, or runs no test, counts as one failed test. */
export function judged({ passed, failed, skipped = 0, isOk, output }) {
  if (failed > 0 || (isOk && passed > 0)) return { passed, failed, skipped, output }
  return { passed, failed: 1, skipped, output: isOk ? `${output}\nThis step ran no tests.` : output }
}

const escapes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

/** The lines of a step's output that name a failed test, as vitest, Playwright, the element tests and tsc write them. */
export const failedNames = (output) => {
  const lines = output.replace(escapes, '').split('\n')
  const named = lines.map((line) => line.trim()).filter((line) => /^(FAIL|✘|𐄂|\S+\(\d+,\d+\): error)\s+\S/u.test(line))
  return [...new Set(named)].slice(0, 20)
}
