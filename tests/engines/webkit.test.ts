import { engineSample } from '../support/engines/sample.ts'
import { openWebKit } from '../support/engines/webkit.ts'

engineSample('WebKit', openWebKit)
