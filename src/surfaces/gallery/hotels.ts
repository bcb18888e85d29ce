import type { OptionLoader, Option } from '../../ui/select/option.ts'

const kinds = [
  'Harbor House',
  'The Palisade',
  'Northquay Lodge',
  'Seabright Inn',
  'Lakehouse',
  'Old Mill Rooms',
  'Grand Alder',
  'Juniper Court',
]
const towns = ['Monterey', 'Denver', 'Tahoe', 'Santa Cruz', 'Chicago', 'Asheville', 'Portland', 'Tucson', 'Madison', 'Galveston']

const pick = (names: readonly string[], index: number) => names[index % names.length] ?? ''

const hotel = (index: number): Option => ({
  id: index + 1,
  label: `${pick(kinds, index)}, ${pick(towns, Math.floor(index / kinds.length))} ${index + 1}`,
  disabledBecause: index % 17 === 3 ? 'Archived' : undefined,
})

/** Enough options to test virtual scrolling. */
export const hotels: readonly Option[] = Array.from({ length: 10_000 }, (_, index) => hotel(index))
export const someHotels = hotels.slice(0, 40)

const later = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

/** Returns options page by page after a delay, as the platform would. */
export const loadHotels: OptionLoader = async ({ search, start, count, signal }) => {
  await later(300, signal)
  const found = hotels.slice(0, 2140).filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()))
  return { options: found.slice(start, start + count), total: found.length }
}

/** Fails on the first request only. */
export function failsOnce(): OptionLoader {
  let hasFailed = false
  return async (request) => {
    if (hasFailed) return loadHotels(request)
    hasFailed = true
    throw new Error('The list could not be read')
  }
}

export const loadForever: OptionLoader = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

export const channels: readonly Option[] = [
  { id: 'search', label: 'Sponsored search', group: 'Onsite' },
  { id: 'display', label: 'Display', note: '6 sizes', group: 'Onsite' },
  { id: 'video', label: 'Video', group: 'Onsite', disabledBecause: 'Not available in this country' },
  { id: 'social', label: 'Social feeds', group: 'Offsite' },
  { id: 'email', label: 'Newsletter', group: 'Offsite' },
  { id: 'print', label: 'Room cards', group: 'Offsite', disabledBecause: 'Needs its own insertion order' },
]

export const paces: readonly Option[] = [
  { id: 'even', label: 'Evenly over the day' },
  { id: 'fast', label: 'ASAP' },
  { id: 'shop', label: 'In shopping hours' },
]

export const longNames: readonly Option[] = [
  { id: 1, label: 'The Grand Hotel and Conference Centre of the Upper Valley, with the Annexe across the River', note: 'Seasonal' },
  { id: 2, label: 'Donaudampfschifffahrtsgesellschaftshotel an der Reichsbrücke', disabledBecause: 'The contract ended last year' },
  { id: 3, label: 'フロリダ州オーランド近郊にある家族向けの大型リゾートホテルと会議場' },
]
