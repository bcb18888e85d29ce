import { setupI18n } from '@lingui/core'
import { describe, expect, test } from 'vitest'
import { load } from 'words:reporting'
import { type Head, reportHeads } from '../../demo/platform/files/report-language.ts'
import { operationText, reportWordsIn } from '../../demo/platform/files/report-words.ts'
import { defaultFileColumns } from '../../demo/platform/reports/file.ts'
import { dimensions } from '../../src/contract/reports/dimensions.ts'
import { operations } from '../../src/contract/list.ts'
import { metrics } from '../../src/contract/reports/metrics.ts'
import { reportContexts } from '../../src/contract/reports/contexts.ts'
import type { FileFormat } from '../../src/contract/saved-reports/schedules.ts'
import type { ReportRequest } from '../../src/contract/reports/reports.ts'
import { fieldName, contextWords, operationName } from '../../src/surfaces/reporting/words.ts'

const languages = ['en-US', 'de', 'ja'] as const
const all = await Promise.all(
  languages.map(async (locale) => {
    const i18n = setupI18n({ locale, messages: { [locale]: await load(locale) } })
    return { locale, i18n, words: reportWordsIn(locale) }
  }),
)

describe.each(all)('a file in $locale', ({ i18n, words }) => {
  test('names fields, contexts and operations like the screen', () => {
    const ids = [...dimensions, ...metrics].map(({ id }) => id)
    expect(Object.fromEntries(ids.map((id) => [id, words.fields[id]]))).toEqual(
      Object.fromEntries(ids.map((id) => [id, fieldName(id, i18n)])),
    )
    expect(words.contexts).toEqual(Object.fromEntries(reportContexts.map((id) => [id, i18n._(contextWords[id])])))
    for (const field of ['advertiser_name', 'click_through_rate'])
      for (const operation of operations) expect(operationText(operation, field, words)).toBe(operationName(operation, field, i18n))
  })
})

test.each(all)('the total in $locale has the same label as on the screen', async ({ locale, words }) => {
  expect(Object.values(await load(locale)).flat()).toContain(words.total)
})

test('the label of a previous amount names the currency first', () => {
  const request = { member_group_id: 1, start_date: '2026-11-01', end_date: '2026-11-14', dimensions: ['entity_name'] }
  const reportRequest = { ...request, metrics: ['cost', 'clicks'], compare: 'previous_period' } as ReportRequest // ids of the registry
  const labelsIn = (format: FileFormat) =>
    defaultFileColumns(reportRequest, { words: reportWordsIn('en-US'), entityWord: 'Hotel' }, { currencyCode: 'USD', format }).map(
      ({ label }) => label,
    )
  expect(labelsIn('csv')).toEqual(['Hotel', 'Spend, USD', 'Spend, USD, previous', 'Clicks', 'Clicks, previous'])
  expect(labelsIn('xlsx')).toEqual([
    'Hotel',
    'Spend, USD',
    'Spend, USD, previous',
    'Spend, change',
    'Clicks',
    'Clicks, previous',
    'Clicks, change',
  ])
})

test('every header is translated', () => {
  const textsOf = (head: Head) => new Set(all.map(({ words }) => words.heads[head]))
  // German has the English word for a filter.
  for (const head of reportHeads) expect(textsOf(head).size, head).toBe(head === 'condition' ? languages.length - 1 : languages.length)
})

test('locales without translations use English', () => {
  expect(reportWordsIn('fr-FR')).toBe(reportWordsIn('en-US'))
  expect(reportWordsIn('ja-JP')).toBe(reportWordsIn('ja'))
})
