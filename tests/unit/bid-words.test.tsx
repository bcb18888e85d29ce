// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { expect, test } from 'vitest'
import { StrengthBar } from '../../src/parts/money/strength-bar.tsx'
import { mount } from '../support/ui/react-page.tsx'

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })

test('a bid that cannot be compared names the missing exchange rate, instead of too little data', async () => {
  const page = await mount(null)
  const shown = async (lacksRateOf: string | null) => {
    await page.render(
      <I18nProvider i18n={i18n}>
        <StrengthBar competitiveness="NoData" strength={null} lacksRateOf={lacksRateOf} />
      </I18nProvider>,
    )
    return page.text()
  }
  expect(await shown(null)).toBe('Bid strengthToo little data')
  expect(await shown('EUR')).toBe('Bid strengthNo exchange rate for EUR')
  await page.unmount()
})
