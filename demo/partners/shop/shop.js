// The partner's own script: where its tokens come from, and a look at what passes.
import { underTheHood } from '../inspector/panel.js'

underTheHood(document.querySelector('ad-report-chart'), '/shop/token')
