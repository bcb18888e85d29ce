import { defaultReporter } from '@web/test-runner'
import config from '../elements/web-test-runner.config.mjs'
import { elementCounter } from './element-counter.mjs'

export default { ...config, reporters: [defaultReporter({ reportTestProgress: false }), elementCounter('tests/output/elements.json')] }
