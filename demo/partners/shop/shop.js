// The partner's own script: sets the token endpoint and opens the inspector.
import { underTheHood } from '../inspector/panel.js'

underTheHood(document.querySelector('ad-report-chart'), '/shop/token')
