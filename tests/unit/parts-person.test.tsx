// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { acquireRuntime, releaseRuntime, type Runtime, RuntimeProvider } from '../../src/kit/runtime.tsx'
import { Gate, useDisabledReason, ViewerProvider } from '../../src/parts/scope/viewer.tsx'
import { failure, startLoopback, success } from '../support/ui/loopback.ts'
import { type Mounted, mount, quiet, until } from '../support/ui/react-page.tsx'
import { heldRole } from '../support/identity/held-role.ts'

const viewer = {
  user_id: 4,
  email: 'mika@harborline.example',
  user_name: 'mika',
  locale: { id: 1, code: 'en-US' },
  member_group_id: 1,
  roles: [heldRole(4, 'client viewer')],
  access: { all: false, clients: [1], advertiser_groups: [], advertisers: [] },
  permissions: { 'reports.read': true },
  advertiser_member_group: {},
  created_at: '2021-03-01T09:00:00.000Z',
  funding_types: [],
  member_group_activities: [{ id: 1, activities: [] }],
}
const partnerToken = `head.${Buffer.from(JSON.stringify({ placard_partner: { permissions: ['reports.read'] } })).toString('base64url')}.end`

let server: Awaited<ReturnType<typeof startLoopback>>
let runtime: Runtime
const pages: Mounted[] = []
beforeAll(async () => {
  server = await startLoopback()
})
afterAll(() => server.close())
afterEach(async () => {
  for (const page of pages.splice(0)) await page.unmount()
  releaseRuntime(runtime)
})

const Approve = () => {
  const why = useDisabledReason()({ roles: [3] })
  return <p>approve: {why ?? 'may'}</p>
}

async function open({ token = 'opaque', memberGroupId }: { token?: string; memberGroupId: number | undefined } = { memberGroupId: 1 }) {
  runtime = acquireRuntime({ apiBase: server.origin, getToken: async () => ({ access_token: token, expires_at: Date.now() / 1000 + 600 }) })
  const page = await mount(
    <I18nProvider i18n={setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })}>
      <RuntimeProvider runtime={runtime}>
        <ViewerProvider memberGroupId={memberGroupId}>
          <Gate permissions={['reports.read']} waiting={<p>waiting</p>}>
            <p>the figures</p>
          </Gate>
          <Gate roles={[3]} fallback={<p>not for you</p>}>
            <p>for an admin</p>
          </Gate>
          <Approve />
        </ViewerProvider>
      </RuntimeProvider>
    </I18nProvider>,
  )
  pages.push(page)
  return page
}
const shows = (page: Mounted, ...words: string[]) => until(() => words.every((text) => page.text().includes(text)))

describe('gates', () => {
  test("treat a client's custom role as its base role", async () => {
    server.reply(success({ ...viewer, roles: [heldRole(9, 'Desk', { base_role_id: 3 })] }))
    const page = await open()
    await shows(page, 'for an admin', 'approve: may')
    expect(page.text()).not.toContain('not for you')
  })

  test('send one request together', async () => {
    server.reply(success(viewer))
    const page = await open()
    await shows(page, 'the figures', 'not for you')
    expect(page.text()).not.toContain('for an admin')
    expect(page.text()).toMatch(/approve: .{10}/)
    expect(server.urls()).toEqual(['POST /v1/sso/login'])
    expect(server.requests[0]?.token).toBe('Bearer opaque')
  })

  test('reserve their place while loading, and send nothing without a client', async () => {
    server.reply(success(viewer))
    const page = await open({ memberGroupId: undefined })
    await quiet()
    expect(page.text()).toContain('waiting')
    expect(page.text()).not.toContain('not for you')
  })

  test("use the token of a partner's visitor when the platform does not know the user", async () => {
    server.reply(failure(403))
    await shows(await open({ memberGroupId: 1, token: partnerToken }), 'the figures', 'not for you')
    expect(server.urls()).toEqual([])
  })

  test('are closed to a user without access to the client', async () => {
    for (const status of [403, 404]) {
      server.reply(failure(status))
      const page = await open()
      await shows(page, 'not for you')
      expect(page.container.querySelector('h2')).not.toBeNull()
      expect(page.text()).not.toContain('the figures')
      await pages.pop()?.unmount()
      releaseRuntime(runtime)
    }
    runtime = acquireRuntime({ apiBase: server.origin })
  })

  test('are closed at another client, whatever the user may do at their own', async () => {
    server.reply((response, _, body) => (body.includes('member_group_id') ? failure(404) : success(viewer))(response))
    const page = await open({ memberGroupId: 2 })
    await until(() => server.urls().length === 2)
    await shows(page, 'not for you', 'approve: Your role')
    expect(page.text()).not.toContain('the figures')
  })

  test('distinguish a failed request from a missing permission', async () => {
    server.reply(failure(500))
    const page = await open()
    await shows(page, 'not for you')
    const again = page.container.querySelector('button')
    expect(again).not.toBeNull()
    server.reply(success(viewer))
    again?.click()
    await shows(page, 'the figures')
  })
})
