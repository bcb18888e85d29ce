import { setupI18n } from '@lingui/core'
import { describe, expect, test } from 'vitest'
import type { Serving } from '../../src/contract/serving/serving.ts'
import { forecastRunOutText as draftSaid } from '../../src/surfaces/campaign-builder/forecast/run-out-words.ts'
import { runOutText } from '../../src/surfaces/campaigns/detail/run-out.tsx'

const english = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
const begins = '2026-12-01'

describe('the limit that ends a draft', () => {
  test.each([
    ['campaign', 'The budget could run out as early as Dec 5', 'info'],
    ['ad_group', 'An ad group’s budget could run out as early as Dec 5', 'info'],
    ['insertion_order', 'The insertion order could be used up as early as Dec 5', 'warning'],
    ['funds', 'Funds could run out as early as Dec 5', 'warning'],
    ['spend_limit', 'The spend limit could be reached as early as Dec 5', 'warning'],
    ['order_end', 'The insertion order ends on Dec 5', 'info'],
    ['line_end', 'The line of the insertion order ends on Dec 5', 'info'],
    ['end_date', 'Runs until its end date, Dec 5', 'info'],
  ] as const)('is %s if that is the first, and its own budgets end it as planned', (limit, text, kind) => {
    for (const from of [begins, undefined, '']) expect(draftSaid({ limit, day: '2026-12-05' }, from, english)).toEqual({ text, kind })
    expect(draftSaid({ limit, day: '2026-12-05' }, '2026-12-05', english)).toEqual({ text, kind })
  })

  test.each([
    ['insertion_order', 'The insertion order is used up on Nov 28, before the campaign starts'],
    ['funds', 'Funds run out on Nov 28, before the campaign starts'],
    ['spend_limit', 'The spend limit is reached on Nov 28, before the campaign starts'],
  ] as const)('is named if %s is used up by others before its start', (limit, text) => {
    expect(draftSaid({ limit, day: '2026-11-28' }, begins, english)).toEqual({ text, kind: 'warning' })
  })
})

describe('the limit that ends a campaign', () => {
  const said = (
    run_out: Partial<Serving['run_out']>,
    spent: readonly [today: string, total: string],
    of: 'campaign' | 'ad_group' = 'campaign',
  ) =>
    runOutText(
      {
        run_out: { limit: 'campaign', day: '2026-11-28', is_early: false, ...run_out },
        spent_today: spent[0],
        spent_total: spent[1],
      },
      of,
      english,
    )

  test('is shown with the earliest day before a whole day is known', () => {
    for (const spent of [
      ['0', '0'],
      ['3.5', '3.5'],
    ] as const) {
      expect(said({}, spent)).toBe('The budget runs out on Nov 28, 2026, at the earliest')
      expect(said({ limit: 'ad_group' }, spent, 'ad_group')).toBe('The ad group budget runs out on Nov 28, 2026, at the earliest')
      expect(said({ limit: 'funds' }, spent)).toBe('Funds run out on Nov 28, 2026, at the earliest')
      expect(said({ limit: 'order_end' }, spent)).toBe('The insertion order ends on Nov 28, 2026')
      expect(said({ limit: 'line_end' }, spent)).toBe('The line of the insertion order ends on Nov 28, 2026')
      expect(said({ limit: 'end_date' }, spent)).toBe('Runs until its end date, Nov 28, 2026')
      // An early run-out does not depend on this campaign's spend, so its date is exact.
      expect(said({ limit: 'funds', is_early: true }, spent)).toBe('Funds run out on Nov 28, 2026')
    }
  })

  test('is shown with a day once its pace is known', () => {
    expect(said({}, ['3.5', '10'])).toBe('The budget runs out on Nov 28, 2026')
    expect(said({ limit: 'funds', is_early: true }, ['0', '10'])).toBe('Funds run out on Nov 28, 2026')
  })

  test('is not shown without a limit in sight', () => {
    expect(runOutText({ run_out: null, spent_today: '0', spent_total: '0' }, 'campaign', english)).toBeNull()
  })
})
