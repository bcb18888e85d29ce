import { openFirefox } from '../../support/engines/firefox.ts'
import { engineAudit } from '../../support/engines/walk.ts'

engineAudit('Firefox', openFirefox)
