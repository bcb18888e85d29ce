import { mkdirSync } from 'node:fs'

/** The folder for the journeys' pictures. */
export const pictures = new URL('../../output/pictures/', import.meta.url).pathname
mkdirSync(pictures, { recursive: true })
