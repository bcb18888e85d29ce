import { expect, test } from 'vitest'
import { type DateDefaults, parseDates, datesToQuery } from '../../src/parts/resource/date-query.ts'

const ground: DateDefaults = { today: '2026-11-21', usual: { range: 'last_7_days', compare: 'previous_period' } }
const read = (text: string) => parseDates(new URLSearchParams(text), ground)
const usual = { range: 'last_7_days', days: { start_date: '2026-11-14', end_date: '2026-11-20' } }

test.each([
  ['', { ...usual, compare: 'previous_period', compared: { start_date: '2026-11-07', end_date: '2026-11-13' } }],
  [
    'date_range=yesterday&compare=none',
    { range: 'yesterday', days: { start_date: '2026-11-20', end_date: '2026-11-20' }, compare: 'none' },
  ],
  ['start_date=2026-11-01&end_date=2026-11-02', { range: 'custom', days: { start_date: '2026-11-01', end_date: '2026-11-02' } }],
  ['start_date=2026-11-09&end_date=2026-11-02', usual],
  ['start_date=2026-02-30&end_date=2026-03-02', usual],
  ['date_range=for_ever&compare=custom', { ...usual, compare: 'previous_period' }],
])('%j contains its dates', (text, dates) => {
  expect(read(text)).toMatchObject(dates)
})

test('an address is restored as it was, and a named range means other days tomorrow', () => {
  for (const text of ['date_range=last_30_days&compare=none', 'start_date=2026-11-01&end_date=2026-11-02&compare=previous_week']) {
    const query = new URLSearchParams(
      Object.entries(datesToQuery(read(text))).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    )
    expect(query.toString()).toBe(text)
  }
  expect(parseDates(new URLSearchParams('date_range=yesterday'), { ...ground, today: '2026-11-22' }).days.start_date).toBe('2026-11-21')
})
