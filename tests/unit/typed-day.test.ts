import { describe, expect, test } from 'vitest'
import { parseTypedDay } from '../../src/ui/date/typed-day.ts'

const today = '2026-11-27'

describe('a typed date', () => {
  test.each([
    ['2026-12-01', 'en-US', '2026-12-01'],
    ['20261103', 'en-US', '2026-11-03'],
    [' 20261103 ', 'de', '2026-11-03'],
    ['2026/1/5', 'en-US', '2026-01-05'],
    ['Nov 29, 2026', 'en-US', '2026-11-29'],
    ['november 29', 'en-US', '2026-11-29'],
    ['29 Nov', 'en-GB', '2026-11-29'],
    ['Jan 5', 'en-US', '2027-01-05'],
    ['12/3', 'en-US', '2026-12-03'],
    ['3/12', 'en-GB', '2026-12-03'],
    ['3.12.26', 'de', '2026-12-03'],
    ['3. Dezember 2026', 'de', '2026-12-03'],
    ['03. Dez. 2026', 'de', '2026-12-03'],
    ['Mär 1', 'de', '2027-03-01'],
    ['2026年12月3日', 'ja', '2026-12-03'],
    ['12月3日', 'ja', '2026-12-03'],
    ['Dec 3', 'ja', '2026-12-03'],
  ])('%s in %s is %s', (text, locale, day) => {
    expect(parseTypedDay(text, locale, today)).toBe(day)
  })

  test.each(['', 'soon', '29', 'Nov', '2026-02-29', '20260229', '2026110', '13/13/2026', 'Nov 31', '1 2 3 4'])(
    '“%s” is no date',
    (text) => {
      expect(parseTypedDay(text, 'en-US', today)).toBeUndefined()
    },
  )
})
