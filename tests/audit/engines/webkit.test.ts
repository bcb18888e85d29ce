import { openWebKit } from '../../support/engines/webkit.ts'
import { engineAudit } from '../../support/engines/walk.ts'

engineAudit('WebKit', openWebKit)
