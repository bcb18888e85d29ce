const two = (part: number) => String(part).padStart(2, '0')
const formats = new Map<string, Intl.DateTimeFormat>()

/** What says the day of a zone, made once for each: making one takes longer than drawing a chart. */
function formatIn(timeZone: string) {
  const known = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, known)
  return known
}

/** The day it is somewhere; where nothing is said, where the person is. */
export const todayIn = (now: Date, zone?: string) =>
  zone ? formatIn(zone).format(now) : `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
