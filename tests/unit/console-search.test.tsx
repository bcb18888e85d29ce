// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { type ElementContext, ElementContextProvider } from '../../src/kit/host/element-context.tsx'
import { createLeaveGuards } from '../../src/kit/host/leave-guards.ts'
import { ClientProvider } from '../../src/parts/scope/client.tsx'
import { ViewerProvider } from '../../src/parts/scope/viewer.tsx'
import { ConsoleProvider } from '../../src/surfaces/console/context.tsx'
import SearchDialog from '../../src/surfaces/console/dialogs/search-dialog.tsx'
import type { VisibleGroups } from '../../src/surfaces/console/navigation/entries.ts'
import { flagsOff, plainConsole } from '../support/console/plain-console.ts'
import { heldRole } from '../support/identity/held-role.ts'
import { viewerWith } from '../support/identity/viewer.ts'
import { failure, success } from '../support/ui/loopback.ts'
import { partBench } from '../support/ui/part-bench.tsx'
import { quiet, until } from '../support/ui/react-page.tsx'

/** Stubs for features that jsdom lacks: the top layer, resize observers, constructable style sheets, scrolling. */
class Still {
  observe() {}
  disconnect() {}
}
Object.assign(globalThis, { ResizeObserver: Still })
Object.assign(document, { adoptedStyleSheets: [] })
CSSStyleSheet.prototype.replaceSync = () => undefined
HTMLDialogElement.prototype.showModal = function open() {
  this.open = true
}
HTMLDialogElement.prototype.close = () => undefined
HTMLElement.prototype.scrollIntoView = () => undefined

// Results of surfaces that are not built are left out.
customElements.define('ad-campaigns', class extends HTMLElement {})

const bench = partBench()
/** Pending responses by search text. */
const waiting = new Map<string, (names: readonly string[] | 'failure') => void>()
const went: string[] = []
let userId = 9
const person = {
  user_id: 9,
  email: 'mika@harborline.example',
  user_name: 'mika',
  locale: { id: 1, code: 'en-US' },
  member_group_id: 1,
  roles: [heldRole(4, 'client viewer')],
  access: { all: false, clients: [1], advertiser_groups: [], advertisers: [] },
  permissions: {},
  advertiser_member_group: {},
  created_at: '2021-03-01T09:00:00.000Z',
  funding_types: [],
  member_group_activities: [{ id: 1, activities: [] }],
}

const guest: ElementContext = {
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
  navigate: (path) => void went.push(path),
}

const groups: VisibleGroups = [
  {
    id: 'run',
    name: { id: 'Run', message: 'Run' },
    entries: [
      {
        name: { id: 'Berlin', message: 'Berlin' },
        icon: {},
        tag: 'ad-reporting',
        to: () => 'clients/1/reporting',
        path: 'clients/1/reporting',
      },
    ],
  },
]

const found = (name: string) => ({
  kind: 'campaign',
  id: Number(name.replace(/\D/g, '')),
  name,
  about: '',
  status: null,
  member_group_id: 1,
  // Client settings have no page yet.
  address: name === 'Nowhere 9' ? '/admin/clients/1' : `/clients/1/campaigns/${name.replace(/\D/g, '')}`,
})
const names = (page: { container: Element | ShadowRoot }) =>
  [...page.container.querySelectorAll('[role=option] .grow')].map(({ textContent }) => textContent?.replace('Campaign', ''))

beforeEach(() => {
  went.length = 0
  waiting.clear()
  sessionStorage.clear()
  bench.replyBy((response, _, url) => {
    if (url.endsWith('/login')) {
      success({ ...person, user_id: userId })(response)
      return
    }
    const words = new URL(url, 'https://placard.example').searchParams.get('query') ?? ''
    waiting.set(words, (list) => {
      const write = list === 'failure' ? failure(400) : success({ results: list.map(found) })
      write(response)
    })
  })
})

async function opened(typed = '', isSignedIn = false, flags = flagsOff(), clientId?: number) {
  const search = <SearchDialog groups={groups} onClose={() => undefined} typed={{ current: typed }} returnTo={{ current: null }} />
  const dialog = clientId === undefined ? search : <ClientProvider context={{ clientId, area: 'clients' }}>{search}</ClientProvider>
  const page = await bench.open(
    <ElementContextProvider value={guest}>
      <ConsoleProvider value={{ ...plainConsole, flags }}>
        {isSignedIn ? <ViewerProvider memberGroupId={1}>{dialog}</ViewerProvider> : dialog}
      </ConsoleProvider>
    </ElementContextProvider>,
  )
  // Who the user is arrives after the dialog.
  if (isSignedIn) await until(() => bench.urls().some((url) => url.endsWith('/login')))
  if (isSignedIn) await quiet()
  const field = page.container.querySelector('input')
  if (!field) throw new Error('There is no field')
  const type = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const press = (key: string, more: KeyboardEventInit = {}) =>
    act(async () => void field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })))
  const response = async (words: string, list: readonly string[] | 'failure') => {
    await until(() => waiting.has(words))
    waiting.get(words)?.(list)
    const shows = list === 'failure' ? [] : list
    await until(() => page.container.querySelector('[aria-busy=true]') === null && shows.every((name) => page.text().includes(name)))
  }
  return { page, type, press, reply: response }
}

/** Opens the dialog with the results of one search text, and types another one whose response is pending. */
async function retyped() {
  const dialog = await opened()
  await dialog.type('plum')
  await dialog.reply('plum', ['Plum 1', 'Plum 2'])
  expect(names(dialog.page)).toEqual(['Plum 1', 'Plum 2'])
  await dialog.type('pear')
  return dialog
}

test('the search continues with the text that was typed while it was loading', async () => {
  const { page, reply } = await opened('plum')
  expect(page.container.querySelector('input')?.value).toBe('plum')
  await reply('plum', ['Plum 1'])
  expect(names(page)).toEqual(['Plum 1'])
})

test('results that the user opened are offered before typing, the latest first, and only to that user', async () => {
  const { page, type, press, reply } = await opened('', true)
  await type('plum')
  await reply('plum', ['Plum 1', 'Plum 2'])
  await press('Enter')
  await press('ArrowDown')
  await press('Enter')
  await type('')
  expect(names(page)).toEqual(['Berlin'])
  const again = await opened('', true)
  await until(() => again.page.text().includes('Recent'))
  expect(names(again.page)).toEqual(['Plum 2', 'Plum 1', 'Berlin'])
  await again.press('Enter')
  expect(went.at(-1)).toBe('clients/1/campaigns/2')
  userId = 10
  const other = await opened('', true)
  await quiet()
  expect(names(other.page)).toEqual(['Berlin'])
  userId = 9
})

test('results are in groups, and those without a page are left out', async () => {
  const { page, type } = await opened()
  await type('berlin')
  await until(() => waiting.has('berlin'))
  waiting.get('berlin')?.(['Berlin 7', 'Nowhere 9'])
  await until(() => page.text().includes('Berlin 7'))
  const shown = [...page.container.querySelectorAll('.console-group, [role=option] .grow')].map(({ textContent }) => textContent)
  expect(shown).toEqual(['Pages', 'Berlin', 'Results', 'Berlin 7Campaign'])
})

test.each([
  ['may create campaigns', ['campaigns.create'], ['Pages', 'Berlin', 'Actions', 'Create campaign']],
  ['may only read them', ['campaigns.read'], ['Pages', 'Berlin']],
])('a user who %s is offered what they can do before typing', async (_, permissions, offered) => {
  bench.replyBy((response, __, url) => (url.endsWith('/login') ? success(viewerWith(...permissions)) : failure(403))(response))
  const { page, press } = await opened('', true, flagsOff(), 1)
  const shown = () => [...page.container.querySelectorAll('.console-group, [role=option] .grow')].map(({ textContent }) => textContent)
  await until(() => shown().length === offered.length)
  expect(shown()).toEqual(offered)
  for (const _row of offered.slice(3)) {
    await press('ArrowDown')
    await press('Enter')
    expect(went).toEqual(['clients/1/campaigns/create'])
  }
})

test('results of a surface that is switched off are left out', async () => {
  const { page, type } = await opened('', false, flagsOff('console-campaigns'))
  await type('berlin')
  await until(() => waiting.has('berlin'))
  waiting.get('berlin')?.(['Berlin 7'])
  await until(() => page.container.querySelector('[aria-busy=true]') === null)
  expect(names(page)).toEqual(['Berlin'])
})

describe('Enter before the response', () => {
  test('does nothing during the pause, then opens the first result', async () => {
    const { press, reply } = await retyped()
    await press('Enter')
    expect(went).toEqual([])
    await reply('pear', ['Pear 3', 'Pear 4'])
    expect(went).toEqual(['clients/1/campaigns/3'])
  })

  test('does nothing while the request is running', async () => {
    const { press, reply } = await retyped()
    await until(() => waiting.has('pear'))
    await press('Enter')
    expect(went).toEqual([])
    await reply('pear', ['Pear 3'])
    expect(went).toEqual(['clients/1/campaigns/3'])
  })

  test('is ignored after more typing, or without results', async () => {
    const { press, type, reply } = await retyped()
    await press('Enter')
    await type('pea')
    await reply('pea', ['Pea 5'])
    await type('peas')
    await press('Enter')
    await reply('peas', [])
    await quiet()
    expect(went).toEqual([])
  })

  test('opens the option moved to, if it is also in the results', async () => {
    const { press, reply, type } = await retyped()
    await press('ArrowDown')
    await press('Enter')
    await reply('pear', ['Pear 3', 'Plum 2'])
    expect(went).toEqual(['clients/1/campaigns/2'])
    await type('quince')
    await press('ArrowDown')
    await press('Enter')
    await reply('quince', ['Quince 6', 'Quince 7'])
    expect(went).toEqual(['clients/1/campaigns/2'])
  })

  test('opens a navigation entry at once, without a request', async () => {
    const { press, type } = await retyped()
    await type('berl')
    await press('Enter')
    expect(went).toEqual(['clients/1/reporting'])
  })
})

test('a failed search request leaves no results of earlier words', async () => {
  const { page, press, reply } = await retyped()
  await press('Enter')
  await reply('pear', 'failure')
  expect(names(page)).toEqual([])
  await press('Enter')
  expect(went).toEqual([])
})

test.each([[{ isComposing: true }], [{ keyCode: 229 }]])(
  'Enter as the end of an input method composition (%o) does nothing',
  async (key) => {
    const { press, type, reply } = await opened()
    await type('plum')
    await reply('plum', ['Plum 1'])
    await press('Enter', key)
    expect(went).toEqual([])
    await press('Enter')
    expect(went).toEqual(['clients/1/campaigns/1'])
  },
)
