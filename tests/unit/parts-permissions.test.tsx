// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { AppSetup } from '../../src/parts/scope/app-setup.tsx'
import { contextOf } from '../../src/contract/addresses/context.rules.ts'
import { ClientProvider } from '../../src/parts/scope/client.tsx'
import { ViewerProvider, useViewer, type PermissionScope } from '../../src/parts/scope/viewer.tsx'
import { failure, success } from '../support/ui/loopback.ts'
import { partBench } from '../support/ui/part-bench.tsx'
import { quiet, until } from '../support/ui/react-page.tsx'
import { heldRole } from '../support/identity/held-role.ts'

const { replyBy, open, shows, bodies } = partBench()
const person = (permissions: Record<string, boolean>) => ({
  user_id: 4,
  email: 'mika@harborline.example',
  user_name: 'mika',
  locale: { id: 1, code: 'en-US' },
  member_group_id: 1,
  access: { all: false, clients: [1], advertiser_groups: [], advertisers: [] },
  roles: [heldRole(4, 'client viewer')],
  permissions,
  advertiser_member_group: {},
  created_at: '2021-03-01T09:00:00.000Z',
  funding_types: [],
  member_group_activities: [],
})

function Seen() {
  const known = useViewer()
  if (known.state !== 'known') return <p>{known.state}</p>
  const words = Object.entries(known.access.permissions).map(([permission, granted]) => `${permission} ${granted}`)
  return <p>{`${known.person?.user_name ?? 'nobody'} may ${words.join(', ') || 'nothing'}`}</p>
}
const at = (where: PermissionScope) => (
  <ViewerProvider {...where}>
    <Seen />
  </ViewerProvider>
)
type Body = Readonly<Record<string, unknown>>
const replyAt = (reply: (body: Body) => object | number | undefined) =>
  replyBy((response, body) => {
    const said = reply(body)
    if (said !== undefined) (typeof said === 'number' ? failure(said) : success(said))(response)
  })

describe('the permissions of a user', () => {
  test('are requested for the advertiser or group of the address, and stay until the next response', async () => {
    replyAt(({ advertiser_id, advertiser_group_id }) =>
      advertiser_id === 9 ? undefined : person({ [`at ${advertiser_id ?? advertiser_group_id ?? 'client'}`]: true }),
    )
    const page = await open(at({ memberGroupId: 1, advertiserId: 7, advertiserGroupId: 3 }))
    await shows(page, 'mika may at 7 true')
    expect(bodies()).toEqual([{ member_group_id: 1, advertiser_id: 7, access_token: 'opaque' }])
    await page.put(at({ memberGroupId: 1, advertiserGroupId: 3 }))
    await shows(page, 'mika may at 3 true')
    await page.put(at({ memberGroupId: 1, advertiserId: 9 }))
    await quiet()
    expect(page.text()).toBe('mika may at 3 true')
    await page.put(at({ memberGroupId: 1 }))
    await shows(page, 'mika may at client true')
    await page.put(at({ memberGroupId: 2, advertiserId: 9 }))
    await shows(page, 'waiting')
  })

  test('are those at the client for an inaccessible advertiser, and none for an inaccessible client', async () => {
    replyAt(({ member_group_id, advertiser_id }) => (advertiser_id ? 404 : person({ [`at ${member_group_id ?? 'home'}`]: true })))
    await shows(await open(at({ memberGroupId: 1, advertiserId: 7 })), 'mika may at 1 true')
    replyAt(({ member_group_id }) => (member_group_id ? 404 : person({ 'at home': true })))
    await shows(await open(at({ memberGroupId: 99 })), 'mika may nothing')
    replyAt(() => 404)
    await shows(await open(at({ memberGroupId: 99 })), 'nobody may nothing')
  })

  test('are known for a user without a client', async () => {
    replyAt(() => person({}))
    await shows(await open(at({ memberGroupId: undefined, isWithoutClient: true })), 'mika may nothing')
    expect(bodies()).toEqual([{ access_token: 'opaque' }])
  })
})

test('an application that is ready stays ready for other pages', async () => {
  const setUp = (url: string) => (
    <ViewerProvider memberGroupId={contextOf(url).clientId}>
      <ClientProvider context={contextOf(url)}>
        <AppSetup waiting={<p>setting up</p>}>
          <input aria-label="typed" />
        </AppSetup>
      </ClientProvider>
    </ViewerProvider>
  )
  const replies = { isThere: false }
  replyBy((response, _, url) => {
    if (url === '/v1/sso/login') success(person({}))(response)
    else if (replies.isThere || url.includes('channels')) failure(403)(response)
  })
  const waiting = await open(setUp('/clients/1'))
  await shows(waiting, 'setting up')
  replies.isThere = true
  const page = await open(setUp('/clients/1'))
  await until(() => page.container.querySelector('input') !== null)
  const field = page.container.querySelector('input')
  replies.isThere = false
  await page.put(setUp('/clients/2'))
  await quiet()
  expect(page.container.querySelector('input')).toBe(field)
})
