import { openFirefox } from '../support/engines/firefox.ts'
import { engineSample } from '../support/engines/sample.ts'

engineSample('Firefox', openFirefox)
