/** The day it is somewhere; where nothing is said, where the person is. */
export const todayIn = (now: Date, zone?: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)
