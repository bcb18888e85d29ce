// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { beforeAll, describe, expect, test } from 'vitest'
import { internalMemberGroupId } from '../../src/contract/access/access.rules.ts'
import { type ElementContext, ElementContextProvider } from '../../src/kit/host/element-context.tsx'
import { ViewerProvider } from '../../src/parts/scope/viewer.tsx'
import { Terms } from '../../src/parts/account/terms.tsx'
import { partBench } from '../support/ui/part-bench.tsx'
import { quiet, until } from '../support/ui/react-page.tsx'
import { heldRole } from '../support/identity/held-role.ts'

const { reply, open, shows, urls } = partBench()

describe('terms and conditions', () => {
  const person = {
    user_id: 4,
    email: 'mika@harborline.example',
    user_name: 'mika',
    locale: { id: 1, code: 'en-US' },
    member_group_id: 1,
    roles: [heldRole(4, 'client viewer')],
    permissions: {},
    access: { all: false, clients: [1], advertiser_groups: [], advertisers: [] },
    advertiser_member_group: {},
    created_at: '2021-03-01T09:00:00.000Z',
    funding_types: [],
    member_group_activities: [{ id: 1, activities: [] }],
  }
  const terms = {
    member_group_id: 1,
    locale_id: 1,
    terms_conditions_url: 'https://terms.example/1',
    has_accepted: false,
    last_modified: null,
    version: 1,
  }
  const address = '/v1/member_groups/1/users/terms_and_conditions'
  const login = 'POST /v1/sso/login'
  const root = document.createElement('div').attachShadow({ mode: 'open' })
  const element = { root, notify: () => undefined } as unknown as ElementContext // a write uses only these
  const inElement = (children: ReactNode) => <ElementContextProvider value={element}>{children}</ElementContextProvider>
  const behind = (
    <ViewerProvider memberGroupId={1}>
      <Terms memberGroupId={1} waiting={<p>waiting</p>}>
        <p>behind</p>
      </Terms>
    </ViewerProvider>
  )
  // jsdom lacks dialogs, constructable style sheets and resize observers.
  beforeAll(() => {
    const still = () => undefined
    Object.assign(HTMLDialogElement.prototype, { showModal: still, close: still })
    Object.assign(CSSStyleSheet.prototype, { replaceSync: still })
    Object.assign(document, { adoptedStyleSheets: [] })
    Object.assign(window, {
      ResizeObserver: class {
        observe = still
        disconnect = still
      },
    })
  })

  test('that are accepted, or do not exist, open the console', async () => {
    for (const change of [{ has_accepted: true }, { terms_conditions_url: null }]) {
      reply({ [login]: person, [`GET ${address}`]: { ...terms, ...change } })
      await shows(await open(inElement(behind)), 'behind')
    }
  })

  test('that fail to load block no user', async () => {
    reply({ [login]: person, [`GET ${address}`]: 400 })
    await shows(await open(inElement(behind)), 'behind')
  })

  test.each([{ all: true }, { clients: [1, internalMemberGroupId] }])(
    'are not requested in the internal member group: %j',
    async (change) => {
      reply({ [login]: { ...person, access: { ...person.access, ...change } }, [`GET ${address}`]: terms })
      await shows(await open(inElement(behind)), 'behind')
      expect(urls()).toEqual([login])
    },
  )

  test('are checked again at another client, and shown without losing the page behind them', async () => {
    const at = (path: string) => (
      <ViewerProvider memberGroupId={1}>
        <Terms memberGroupId={1} path={path}>
          <input aria-label="typed" />
        </Terms>
      </ViewerProvider>
    )
    const replies: Record<string, unknown> = { [login]: person, [`GET ${address}`]: { ...terms, has_accepted: true } }
    reply(replies)
    const page = await open(inElement(at('clients/1')))
    await until(() => page.container.querySelector('input') !== null)
    const field = page.container.querySelector('input')
    replies[`GET ${address}`] = terms
    await page.put(inElement(at('clients/1')))
    await quiet()
    expect(page.container.querySelector('dialog')).toBeNull()
    await page.put(inElement(at('clients/1/campaigns')))
    await until(() => page.container.querySelector('dialog') !== null)
    expect(page.container.querySelector('input')).toBe(field)
  })

  test('block a user who failed to load, with a retry', async () => {
    const replies: Record<string, unknown> = { [login]: 500, [`GET ${address}`]: { ...terms, has_accepted: true } }
    reply(replies)
    const page = await open(inElement(behind))
    await until(() => page.container.querySelector('[role=alert] button') !== null)
    expect(page.text()).not.toContain('behind')
    replies[login] = person
    await act(async () => page.container.querySelector<HTMLElement>('[role=alert] button')?.click())
    await shows(page, 'behind')
  })

  test('reserve their place while loading, and an acceptance that fails opens nothing', async () => {
    reply({ [login]: person })
    const page = await open(inElement(behind))
    await shows(page, 'waiting')
    await quiet()
    expect(page.text()).not.toContain('behind')
    const replies: Record<string, unknown> = { [login]: person, [`GET ${address}`]: terms, [`POST ${address}`]: 400 }
    reply(replies)
    const shut = await open(inElement(behind))
    await until(() => shut.container.querySelector('a[href="https://terms.example/1"]') !== null)
    const accept = () => act(async () => [...shut.container.querySelectorAll('button')].at(-1)?.click())
    await accept()
    await quiet()
    expect(urls()).not.toContain(`POST ${address}`)
    await act(async () => shut.container.querySelector<HTMLInputElement>('input[type=checkbox]')?.click())
    await accept()
    await until(() => shut.container.querySelector('[role=alert]') !== null)
    expect(shut.text()).not.toContain('behind')
    replies[`POST ${address}`] = 'success'
    replies[`GET ${address}`] = { ...terms, has_accepted: true }
    await accept()
    await shows(shut, 'behind')
    expect(shut.container.querySelector('dialog')).toBeNull()
  })
})
