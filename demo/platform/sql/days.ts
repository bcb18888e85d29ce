import { zoneTimeOf } from '../../../src/contract/dates/zone-time.ts'

/** The day it is in a zone. */
export const dayIn = (now: Date, zone: string) => zoneTimeOf(zone)(now).day
