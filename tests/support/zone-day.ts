import { zoneTimeOf } from '../../src/contract/dates/zone-time.ts'

/** The day that it is in a zone at a moment. */
export const dayInZone = (at: Date, zone: string) => zoneTimeOf(zone)(at).day
