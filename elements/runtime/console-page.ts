import { configure } from './loader.ts'
import { platformPageOptions } from './platform-page.ts'

// Only the platform's own page takes options from its markup, so `placard.js` reads none from a host's page.
configure(platformPageOptions())
