import { describe, expect, test } from 'vitest'
import { dimensions } from '../../src/contract/reports/dimensions.ts'
import { metrics } from '../../src/contract/reports/metrics.ts'
import { reportContexts } from '../../src/contract/reports/contexts.ts'
import { fieldsOutsideContext } from '../../src/contract/reports/fields.rules.ts'
import { maxReportFields } from '../../src/contract/reports/fields.ts'
import { parseStoredFields } from '../../src/surfaces/reporting/fields/own-fields.ts'

const settings = (...keys: readonly string[]) => ({ columns: keys.map((key) => ({ key, is_shown: true })) })

describe("a user's default report fields", () => {
  test('keep their order without removed ones', () => {
    const columns = [
      { key: 'device', is_shown: true },
      { key: 'clicks', is_shown: true },
      { key: 'cost', is_shown: false },
      { key: 'campaign_name', is_shown: true },
      { key: 'revenue', is_shown: true },
    ]
    expect(parseStoredFields({ columns }, 'general')).toEqual({ dimensions: ['device', 'campaign_name'], metrics: ['clicks', 'revenue'] })
  })

  test.each([null, undefined, settings(), settings('campaign_name'), settings('gone', 'campaign_name')])(
    'fall back to the general defaults without a metric',
    (value) => expect(parseStoredFields(value, 'general')).toBeUndefined(),
  )

  test.each(reportContexts)('are limited to those of a report about %s', (context) => {
    const all = settings(...[...dimensions, ...metrics].map(({ id }) => id), 'gone')
    const own = parseStoredFields(all, context)
    expect(own && fieldsOutsideContext({ ...own, filters: [] }, context)).toEqual([])
    expect(own?.dimensions.length).toBeLessThanOrEqual(maxReportFields.dimensions)
    expect(own?.metrics.length).toBeLessThanOrEqual(maxReportFields.metrics)
  })
})
