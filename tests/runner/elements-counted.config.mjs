import { mkdirSync, writeFileSync } from 'node:fs'
import { defaultReporter } from '@web/test-runner'
import config from '../elements/web-test-runner.config.mjs'

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

const counter = {
  stop({ sessions }) {
    mkdirSync('tests/output', { recursive: true })
    writeFileSync('tests/output/elements.json', JSON.stringify(countsOf(sessions)))
  },
}

export default { ...config, reporters: [...(config.reporters ?? [defaultReporter({ reportTestProgress: false })]), counter] }
