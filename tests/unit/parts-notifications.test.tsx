// @vitest-environment jsdom
import { act } from 'react'
import { expect, test } from 'vitest'
import { ElementContextProvider } from '../../src/kit/host/element-context.tsx'
import { createLeaveGuards } from '../../src/kit/host/leave-guards.ts'
import { NotificationChoice } from '../../src/parts/account/notification-choice.tsx'
import { partBench } from '../support/ui/part-bench.tsx'
import { type Mounted, until } from '../support/ui/react-page.tsx'

const { reply, open, urls } = partBench()
const user = (isOn: boolean) => ({
  user_id: 4,
  email: 'mika@harborline.example',
  user_name: 'mika',
  first_name: '',
  last_name: '',
  locale: { id: 1, code: 'en-US' },
  status: 'active',
  roles: [],
  access: { all: false, clients: [1], advertiser_groups: [], advertisers: [] },
  role_access: [],
  version: 1,
  created_at: '2026-01-01T00:00:00Z',
  last_seen_at: null,
  is_set_up: true,
  base_activities: [],
  member_group_activities: [],
  advertiser_group_activities: [],
  advertiser_activities: [],
  notifications: [{ type: 'funds', enabled: isOn }],
})
const one = 'GET /v1/users/4'
const put = 'PUT /v1/users/4/notifications/funds'

async function choice() {
  const notices: string[] = []
  const still = () => undefined
  const guest = {
    tag: 'ad-gallery',
    locale: 'en-US',
    linkBase: '',
    isInheriting: false,
    path: '',
    emit: () => true,
    ask: async () => true,
    navigate: still,
    root: document.createElement('div').attachShadow({ mode: 'open' }),
    revision: 0,
    leaving: createLeaveGuards(),
    notify: ({ title }: { title: string }) => void notices.push(title),
  }
  const page = await open(
    <ElementContextProvider value={guest}>
      <NotificationChoice userId={4} />
    </ElementContextProvider>,
  )
  return { page, notices }
}
const funds = (page: Mounted) => page.container.querySelectorAll('input')[2]
const press = (page: Mounted) => act(async () => funds(page)?.click())

test('notifications are on by default and changed at once', async () => {
  const replies: Record<string, unknown> = { [one]: user(false), [put]: { type: 'funds', enabled: true } }
  reply(replies)
  const { page, notices } = await choice()
  await until(() => page.container.querySelectorAll('input').length === 6)
  expect([...page.container.querySelectorAll('input')].map(({ checked }) => checked)).toEqual([true, true, false, true, true, true])
  replies[one] = user(true)
  await press(page)
  await until(() => urls().filter((url) => url === one).length === 2)
  expect(urls()).toEqual([one, put, one])
  expect([funds(page)?.checked, notices]).toEqual([true, []])
})

test('a change that fails to save is reverted and reported', async () => {
  reply({ [one]: user(false), [put]: 400 })
  const { page, notices } = await choice()
  await until(() => funds(page) !== undefined)
  await press(page)
  await until(() => notices.length === 1)
  expect(funds(page)?.checked).toBe(false)
})
