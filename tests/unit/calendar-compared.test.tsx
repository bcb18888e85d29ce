// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { expect, test } from 'vitest'
import { DateRangeSheet } from '../../src/ui/date/range-panel.tsx'
import type { DateChoice } from '../../src/ui/date/draft.ts'
import { mount } from '../support/ui/react-page.tsx'

Object.assign(document, { adoptedStyleSheets: [] })
CSSStyleSheet.prototype.replaceSync = () => undefined
const nothing = () => undefined

const sheet = (choice: Partial<DateChoice>) => (
  <I18nProvider i18n={setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })}>
    <DateRangeSheet
      anchor={{ current: null }}
      value={{ range: 'custom', days: { start_date: '2026-11-10', end_date: '2026-11-12' }, compare: 'none', ...choice }}
      scene={{ limits: {}, today: '2026-11-21' }}
      weekStart={1}
      comparisons={['none', 'previous_period']}
      unfinished={undefined}
      onApply={nothing}
      onCancel={nothing}
    />
  </I18nProvider>
)

test('the calendar marks the days that the range is compared with', async () => {
  const marked = ({ container }: Awaited<ReturnType<typeof mount>>) =>
    [...container.querySelectorAll('.compared [data-day]')].map((day) => day.getAttribute('data-day'))
  const alone = await mount(sheet({ compare: 'none' }))
  expect(marked(alone)).toEqual([])
  const compared = await mount(sheet({ compare: 'previous_period' }))
  expect(marked(compared)).toEqual(['2026-11-07', '2026-11-08', '2026-11-09'])
  await alone.unmount()
  await compared.unmount()
})
