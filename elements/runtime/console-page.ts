import { configure } from './loader.ts'
import { platformPageOptions } from './platform-page.ts'

// A host that loads this script by mistake must not set options from its markup: only pages of the script's own origin are the platform's.
if (new URL(import.meta.url).origin === location.origin) configure(platformPageOptions())
