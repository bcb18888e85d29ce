import { zoneTimeOf } from '../../../src/contract/dates/zone-time.ts'

/** The date in a time zone at a moment. */
export const dayInZone = (at: Date, zone: string) => zoneTimeOf(zone)(at).day
