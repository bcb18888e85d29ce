import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const testsIn = ({ tests, suites }) => [...tests, ...suites.flatMap(testsIn)]

/** A file that did not load counts as one failed test. */
function countsOf(sessions) {
  const tests = sessions.flatMap(({ testResults }) => (testResults ? testsIn(testResults) : []))
  const broken = sessions.filter(
    ({ passed, testResults }) => !passed && !(testResults && testsIn(testResults).some(({ passed, skipped }) => !passed && !skipped)),
  )
  const ran = tests.filter(({ skipped }) => !skipped)
  const passed = ran.filter((test) => test.passed).length
  return { passed, failed: ran.length - passed + broken.length, skipped: tests.length - ran.length }
}

/** A reporter that writes the counts of a run to a file, for the runner. */
export const elementCounter = (file) => ({
  stop({ sessions }) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(countsOf(sessions)))
  },
})
