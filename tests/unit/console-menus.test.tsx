// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import type { CurrentUser } from '../../src/contract/session/sso.ts'
import { type ElementContext, ElementContextProvider } from '../../src/kit/host/element-context.tsx'
import { createLeaveGuards } from '../../src/kit/host/leave-guards.ts'
import { ConsoleProvider } from '../../src/surfaces/console/context.tsx'
import { consoleIcons } from '../../src/surfaces/console/icons.ts'
import Menus from '../../src/surfaces/console/shell/menus.tsx'
import type { MenuProps } from '../../src/ui/dialog/menu.tsx'
import { plainConsole } from '../support/console/plain-console.ts'
import { heldRole } from '../support/identity/held-role.ts'
import { partBench } from '../support/ui/part-bench.tsx'

Object.assign(document, { adoptedStyleSheets: [] })
CSSStyleSheet.prototype.replaceSync = () => undefined
vi.stubGlobal('matchMedia', () => new EventTarget())
// The open menu is Shoelace's, which jsdom cannot run.
vi.mock('../../src/ui/dialog/menu.tsx', () => ({
  Menu: ({ label, items, children }: MenuProps) => (
    <section aria-label={label}>
      <h2>{children}</h2>
      {items.map(({ id, label: name, note }) => (
        <p key={id}>
          {name}
          <small>{note}</small>
        </p>
      ))}
    </section>
  ),
}))

const bench = partBench()
const element: ElementContext = {
  ask: async () => true,
  tag: 'ad-console',
  locale: 'en-US',
  linkBase: '/',
  isInheriting: false,
  path: 'clients/1',
  revision: 0,
  root: document.createElement('div').attachShadow({ mode: 'open' }),
  leaving: createLeaveGuards(),
  emit: () => true,
  notify: () => undefined,
  navigate: () => undefined,
}
const person: CurrentUser = {
  user_id: 9,
  email: 'dana.whitfield@harborline.example',
  user_name: 'dana.whitfield',
  full_name: 'Dana Whitfield',
  locale: { id: 1, code: 'en-US' },
  member_group_id: 1,
  roles: [heldRole(3, 'client admin'), heldRole(7, 'advertiser viewer')],
  access: { all: false, clients: [1], advertiser_groups: [], advertisers: [] },
  permissions: {},
}
const opened = (user: CurrentUser) =>
  bench.open(
    <ElementContextProvider value={element}>
      <ConsoleProvider value={plainConsole}>
        <Menus person={user} onOpen={() => undefined} />
      </ConsoleProvider>
    </ElementContextProvider>,
  )
const accountOf = ({ container }: { readonly container: Element | ShadowRoot }, name: string) => {
  const menu = container.querySelector(`[aria-label="Your account, ${name}"]`)
  return [menu?.querySelector('.console-name')?.textContent, menu?.querySelector('p')?.textContent]
}

test('the account menu has the full name, the email and the roles of its user', async () => {
  const profile = 'Profiledana.whitfield@harborline.example · client admin · advertiser viewer'
  expect(accountOf(await opened(person), 'Dana Whitfield')).toEqual(['Dana Whitfield', profile])
  const { full_name: _, ...unnamed } = person
  expect(accountOf(await opened(unnamed), 'dana.whitfield')).toEqual(['dana.whitfield', profile])
})

test('the button of the email settings shows an envelope, not a bell for notifications', async () => {
  const { container } = await opened(person)
  const button = container.querySelector('button[aria-label="Email notifications"]')
  expect(button?.querySelector('path')?.getAttribute('d')).toBe(consoleIcons.mail.stroke)
})
