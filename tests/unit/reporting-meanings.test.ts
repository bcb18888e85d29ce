import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { describe, expect, test } from 'vitest'
import { surfaceTexts } from '../../locales/catalogs.mjs'
import { metrics } from '../../src/contract/reports/metrics.ts'
import { metricExplanation, metricMeaning } from '../../src/surfaces/reporting/words.ts'

async function spoken(locale: string) {
  const texts = await surfaceTexts('reporting', locale)
  return setupI18n({
    locale,
    messages: { [locale]: Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, compileMessage(text)])) },
  })
}

describe.each(['en-US', 'de', 'ja'])('explanations of metrics in %s', (locale) => {
  test('are one sentence for each metric, all different', async () => {
    const i18n = await spoken(locale)
    const said = metrics.map(({ id }) => metricMeaning(id, i18n) ?? id)
    expect(said.filter((text) => !/[.。]$/.test(text))).toEqual([])
    expect(new Set(said).size).toBe(metrics.length)
  })

  test('of sales state the click window and when they are final', async () => {
    const i18n = await spoken(locale)
    for (const id of ['revenue', 'transactions', 'units', 'exposed_revenue', 'halo_units', 'return_on_ad_spend'])
      expect(metricMeaning(id, i18n)).toMatch(/30.*(three|drei|3 日)/)
  })
})

test('a sum is explained by its sentence, and a ratio by its formula as well', async () => {
  const i18n = await spoken('en-US')
  const said = (id: string) => metricExplanation(id, i18n, metricMeaning(id, i18n))
  expect(said('clicks')).toBe('How often people clicked your ads. You pay for clicks.')
  expect(said('cost')).toContain('it matches the ledger')
  expect(said('click_through_rate')).toBe('Clicks / Impressions. Clicks divided by impressions.')
  // A metric without a description shows its formula.
  expect(metricExplanation('clicks', i18n, undefined)).toBe('Sum of Clicks')
})
