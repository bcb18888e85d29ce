import { describe, expect, test } from 'vitest'
import { absoluteDays } from '../house/days.ts'
import { readSource } from '../house/source.ts'
import { givenDay, givenToday } from '../support/elements/given-day.ts'

const inFile = (text: string, path = 'tests/journeys/a.test.ts') => ({ path, text })

describe("a fixed date in a test with the machine's clock is reported", () => {
  test.each([
    "fill('2026-11-21')",
    "fill('2027/1/2')",
    "named('Friday, November 20, 2026')",
    'named(`21. Nov 2026`)',
    'named(/from 2031-01-01/)',
  ])('%s', (text) => {
    expect(absoluteDays(inFile(text))).toHaveLength(1)
  })
})

describe('other dates pass', () => {
  test.each([
    "fill('2025-02-30')",
    "fill('2010-01-01')",
    '// since 2026-11-21\nfill(dayAgo(3))',
    "named('AB-2026-1')",
    'sum(2026 - 11 - 21)',
  ])('%s', (text) => {
    expect(absoluteDays(inFile(text))).toEqual([])
  })
})

describe('a fixed clock', () => {
  const given = "import { givenDay } from '../support/elements/given-day.ts'\nfill('2026-11-21')"

  test('allows fixed dates in an element test, but not in a journey', () => {
    expect(absoluteDays(inFile(given, 'tests/elements/a.test.ts'))).toEqual([])
    expect(absoluteDays(inFile(given))).toHaveLength(1)
  })

  test('is that of the gallery', () => {
    const parts = ['selects/date-exhibits', 'fields/number-fields', 'fields/form'].map((name) =>
      readSource(`src/surfaces/gallery/${name}.tsx`),
    )
    const days = parts.flatMap(({ text }) => [...text.matchAll(/\btoday(?: = |: |=)["'](\d{4}-\d\d-\d\d)["']/g)].map(([, day]) => day))
    expect([parts.length, new Set(days)]).toEqual([3, new Set([givenToday])])
    expect(days.length).toBeGreaterThanOrEqual(parts.length)
  })

  test('counts over the end of a month', () => {
    expect([givenDay(-1), givenDay(0), givenDay(10)]).toEqual(['2026-11-20', '2026-11-21', '2026-12-01'])
  })
})
