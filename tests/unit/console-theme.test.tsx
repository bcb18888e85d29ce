// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { consoleIcons } from '../../src/surfaces/console/icons.ts'
import { ConsoleProvider } from '../../src/surfaces/console/context.tsx'
import type { ThemeChoice } from '../../src/surfaces/console/settings.ts'
import { ThemeMenu } from '../../src/surfaces/console/shell/menus.tsx'
import { plainConsole } from '../support/console/plain-console.ts'
import { mount } from '../support/ui/react-page.tsx'

const { sun, moon } = consoleIcons

/** The system's color scheme, which can change. */
const system = Object.assign(new EventTarget(), { matches: false })
vi.stubGlobal('matchMedia', () => system)
const setSystemDark = (isDark: boolean) =>
  act(async () => {
    system.matches = isDark
    system.dispatchEvent(new Event('change'))
  })

const withTheme = (theme: ThemeChoice) => (
  <I18nProvider i18n={setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })}>
    <ConsoleProvider value={{ ...plainConsole, settings: { ...plainConsole.settings, theme } }}>
      <ThemeMenu />
    </ConsoleProvider>
  </I18nProvider>
)

test('the theme menu shows a sun in light and a moon in dark, also when the system setting changes', async () => {
  const page = await mount(withTheme('light'))
  const shape = () => page.container.querySelector('path')?.getAttribute('d')
  expect(shape()).toBe(sun.stroke)
  await page.render(withTheme('dark'))
  expect(shape()).toBe(moon.stroke)
  await page.render(withTheme('auto'))
  expect(shape()).toBe(sun.stroke)
  await setSystemDark(true)
  expect(shape()).toBe(moon.stroke)
  await page.unmount()
})
