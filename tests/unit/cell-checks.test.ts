import { setupI18n } from '@lingui/core'
import { describe, expect, test } from 'vitest'
import { load } from 'words:campaigns'
import type { FieldRuleResult } from '../../src/contract/fields/faults.ts'
import { maxLength, required } from '../../src/contract/fields/fields.rules.ts'
import { amount } from '../../src/contract/fields/numbers.rules.ts'
import { campaignProblems } from '../../src/contract/campaigns/campaigns.rules.ts'
import { problemSentence } from '../../src/parts/campaigns/change-texts.ts'
import { withBidDigits } from '../../src/parts/scope/client.tsx'
import { checkAmount, checkName } from '../../src/surfaces/campaigns/cells/cell-checks.ts'
import { formatCellAmount } from '../../src/surfaces/campaigns/cells/row-edits.ts'
import { faultText } from '../../src/ui/form/fault-text.tsx'

const dollars = { currency_code: 'USD', currency_digits: 2 }

describe.each(['en-US', 'de', 'ja'])('a cell shows the same errors as a field, in %s', async (locale) => {
  const i18n = setupI18n({ locale, messages: { [locale]: await load(locale) } })
  const said = (result: FieldRuleResult) => result === true || faultText(result, i18n)

  test.each(['x'.repeat(121), 'x'.repeat(120)])('the name %s', (name) =>
    expect(checkName(name, 120, i18n)).toBe(said(maxLength(120)(name))),
  )
  test('an empty name', () => expect(checkName(' ', 120, i18n)).toBe(said(required(' '))))
  test.each(['-1', '10'])('the amount %s', (text) => expect(checkAmount(text, dollars, i18n)).toBe(said(amount(dollars)(text))))
  test.each(['', 'many'])('an invalid amount: "%s"', (text) =>
    expect(checkAmount(text, dollars, i18n)).toBe(said({ code: 'format', digits: 2 })),
  )
  test('more decimals than the currency has', () => {
    const text = formatCellAmount('1.234', { ...dollars, currency_digits: 3 }, i18n)
    expect(checkAmount(text, dollars, i18n)).toBe(said(amount(dollars)('1.234')))
  })
  test('a bid has zeros only up to the digits of its currency', () => {
    const bids = withBidDigits(dollars)
    expect([formatCellAmount('1.1', bids, i18n), formatCellAmount('0.125', bids, i18n)]).toEqual([
      formatCellAmount('1.1', dollars, i18n),
      formatCellAmount('0.125', dollars, i18n),
    ])
    expect(checkAmount('-1', bids, i18n)).toBe(said(amount(bids)('-1')))
    const low = said(amount({ ...bids, min: '0.1' })('0.05'))
    expect(low).toBe(said(amount({ ...dollars, min: '0.1' })('0.05')))
  })
  test('the platform shows the same error', () =>
    expect(problemSentence('name_length', { max: 120 }, { currency: dollars }, i18n)).toBe(said(maxLength(120)('x'.repeat(121)))))

  test.each(campaignProblems)('the problem %s has a sentence', (code) => {
    const unknown = problemSentence('of a newer platform', {}, { currency: dollars }, i18n).replace('of a newer platform', code)
    expect(problemSentence(code, {}, { currency: dollars }, i18n)).not.toBe(unknown)
  })
})
