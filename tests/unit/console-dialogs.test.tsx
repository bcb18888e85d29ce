// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { ElementContextProvider } from '../../src/kit/host/element-context.tsx'
import { createLeaveGuards } from '../../src/kit/host/leave-guards.ts'
import { ConsoleProvider } from '../../src/surfaces/console/context.tsx'
import { EarlySearch } from '../../src/surfaces/console/dialogs/early-search.tsx'
import { useDialogs } from '../../src/surfaces/console/dialogs/dialogs.tsx'
import { pushDialog } from '../../src/ui/dialog/open-dialogs.ts'
import { plainConsole } from '../support/console/plain-console.ts'
import { mount } from '../support/ui/react-page.tsx'

const nothing = () => true

const elementIn = (root: ShadowRoot) => ({
  tag: 'ad-console',
  locale: 'en-US',
  linkBase: '',
  isInheriting: false,
  root,
  path: '',
  revision: 0,
  leaving: createLeaveGuards(),
})
const inConsole = (root: ShadowRoot, children: ReactNode) => (
  <I18nProvider i18n={setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })}>
    <ElementContextProvider
      value={{ ...elementIn(root), ask: async () => true, emit: nothing, notify: () => undefined, navigate: () => undefined }}
    >
      <ConsoleProvider value={plainConsole}>{children}</ConsoleProvider>
    </ElementContextProvider>
  </I18nProvider>
)
const Shown = () => useDialogs([]).shown

test('Ctrl-K opens an input at once, before the search dialog is loaded', async () => {
  const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
  const parent = root.appendChild(document.createElement('div'))
  const page = await mount(inConsole(root, <Shown />), parent)
  act(() => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true })))
  const input = root.querySelector('input')
  expect(root.activeElement).toBe(input)
  expect(input?.getAttribute('aria-label')).toBe('Search by name or ID')
  await page.unmount()
})

test('text that is typed before the search dialog is loaded is kept for the dialog', async () => {
  const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
  const typed = { current: '' }
  const page = await mount(inConsole(root, <EarlySearch typed={typed} onClose={() => undefined} />))
  const input = page.container.querySelector('input')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'plum')
  act(() => void input?.dispatchEvent(new Event('input', { bubbles: true })))
  expect(typed.current).toBe('plum')
  await page.unmount()
})

test('Escape before the search dialog is loaded returns the focus', async () => {
  const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
  const opener = root.appendChild(document.createElement('button'))
  const page = await mount(inConsole(root, <Shown />), root.appendChild(document.createElement('div')))
  opener.focus()
  act(() => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true })))
  const input = root.querySelector('input')
  expect(root.activeElement).toBe(input)
  act(() => void input?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })))
  expect(root.querySelector('input')).toBeNull()
  expect(root.activeElement).toBe(opener)
  await page.unmount()
})

/** Renders no dialog, only whether one should be open. */
function Probe() {
  return <p>{useDialogs([]).shown ? 'asked for' : 'quiet'}</p>
}

test.each([
  ['none', 'quiet'],
  ['closerequest', 'asked for'],
])('Ctrl-K above a dialog that is closed by %s: %s', async (closedBy, said) => {
  const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
  const page = await mount(inConsole(root, <Probe />))
  const dialog = root.appendChild(document.createElement('dialog'))
  dialog.setAttribute('closedby', closedBy)
  const leave = pushDialog(dialog)
  act(() => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true })))
  expect(page.text()).toBe(said)
  leave()
  await page.unmount()
})
