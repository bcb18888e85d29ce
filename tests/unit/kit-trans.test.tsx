// @vitest-environment jsdom
import { type Messages, setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Trans } from '../../src/kit/trans.tsx'
import { type Mounted, mount } from '../support/ui/react-page.tsx'

const messages: Messages = { rename: ['Rename ', ['name'], ' <0>to ', ['next'], '</0>'] }
const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': messages } })
let page: Mounted | undefined
afterEach(async () => {
  await page?.unmount()
  vi.restoreAllMocks()
})

const shown = async (node: ReactNode) => {
  page = await mount(<I18nProvider i18n={i18n}>{node}</I18nProvider>)
  return page.container.innerHTML
}
const rename = (name: unknown, next: unknown) => <Trans id="rename" values={{ name, next }} components={{ 0: <b /> }} />

test('a value in Trans that looks like a tag is shown as text, and tags of the message stay tags', async () => {
  const errors = vi.spyOn(console, 'error')
  expect(await shown(rename('<b>all</b> <0/>', '<0>x</0>'))).toBe('Rename &lt;b&gt;all&lt;/b&gt; &lt;0/&gt; <b>to &lt;0&gt;x&lt;/0&gt;</b>')
  expect(errors.mock.calls).toEqual([])
})

test('other values in Trans are shown as before', async () => {
  expect(await shown(rename('All & more', 3))).toBe('Rename All &amp; more <b>to 3</b>')
  expect(await shown(rename(<i>All</i>, 'x'))).toBe('Rename <i>All</i> <b>to x</b>')
})
