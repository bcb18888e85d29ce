// The retailer's own script. The frame requests tokens, and its events arrive as if the chart were in the page.
import { underTheHood } from '../inspector/panel.js'

underTheHood(document.querySelector('ad-frame'), '/portal/token')
