import { defaultReporter } from '@web/test-runner'
import config from '../../elements/web-test-runner.config.mjs'
import { elementCounter } from '../../runner/element-counter.mjs'

export default {
  ...config,
  files: ['tests/audit/elements/*.test.{js,ts}'],
  reporters: [defaultReporter({ reportTestProgress: false }), elementCounter('tests/output/audit-elements.json')],
}
