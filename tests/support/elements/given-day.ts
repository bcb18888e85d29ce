/** The current day in the gallery's calendars, independent of the machine's clock. */
export const givenToday = '2026-11-21'

const dayMs = 86_400_000

/** A day after the given today. */
export const givenDay = (after: number) => new Date(Date.parse(givenToday) + after * dayMs).toISOString().slice(0, 10)
