/** Today in the calendars of the gallery, whatever the machine's clock says. */
export const givenToday = '2026-11-21'

const dayMs = 86_400_000

/** The day so many days after it. */
export const givenDay = (after: number) => new Date(Date.parse(givenToday) + after * dayMs).toISOString().slice(0, 10)
