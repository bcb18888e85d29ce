import { mkdirSync } from 'node:fs'

/** Where the journeys leave their pictures. */
export const pictures = new URL('../output/pictures/', import.meta.url).pathname
mkdirSync(pictures, { recursive: true })
