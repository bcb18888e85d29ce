// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../src/contract/addresses/context.rules.ts'
import { useRouteClient } from '../../src/parts/scope/default-client.ts'
import { partBench } from '../support/ui/part-bench.tsx'
import { quiet } from '../support/ui/react-page.tsx'
import { heldRole } from '../support/identity/held-role.ts'

const { reply, open, shows, urls, tokenIs } = partBench()
const login = 'POST /v1/sso/login'
const person = {
  user_id: 4,
  email: 'mika@harborline.example',
  user_name: 'mika',
  locale: { id: 1, code: 'en-US' },
  member_group_id: null,
  access: { all: false, clients: [], advertiser_groups: [], advertisers: [] },
  roles: [heldRole(4, 'client viewer')],
  permissions: {},
  advertiser_member_group: {},
  created_at: '2021-03-01T09:00:00.000Z',
  funding_types: [],
  member_group_activities: [],
}
const at = (...ids: number[]) => ids.map((id) => ({ id, activities: [] }))
const advertiser = (member_group_id: number) => ({
  advertiser_id: 7,
  member_group_id,
  name: 'Seven',
  status: 'active',
  advertiser_group_id: null,
  advertiser_group_name: null,
  currency_code: 'USD',
  time_zone: 'UTC',
  industry_id: null,
  campaigns: 0,
  active_campaigns: 0,
  created_at: '2026-01-01T00:00:00Z',
  version: 1,
  channels: [],
  billing_address: null,
  metadata: [],
  dsps: [],
  channel_ids: [],
  advertiser_experience_ids: [],
})

function Begin({ url }: { readonly url: string }) {
  const { isPending, clientId, problem, retry } = useRouteClient(contextOf(url))
  if (problem)
    return (
      <button type="button" onClick={retry}>
        {`failed ${problem.status}`}
      </button>
    )
  return <p>{isPending ? 'waiting' : `begins at ${clientId ?? 'none'}`}</p>
}

describe('the client of a page', () => {
  test.each([
    [{ advertiser_member_group: { 4: 2, 9: 5 }, member_group_activities: at(3) }, '2'],
    [{ member_group_activities: at(6, 5) }, '6'],
    [{ roles: [heldRole(1, 'super user')], advertiser_member_group: { 4: 2 }, member_group_activities: at(3) }, '1'],
    [{ roles: [heldRole(2, 'internal admin')] }, 'none'],
  ])('without one in the address follows from the user: %j starts at %s', async (change, begins) => {
    reply({ [login]: { ...person, ...change } })
    await shows(await open(<Begin url="/admin" />), `begins at ${begins}`)
    expect(urls()).toEqual([login])
  })

  test('is the one in the address, without a request', async () => {
    reply({})
    await shows(await open(<Begin url="/clients/3" />), 'begins at 3')
    await shows(await open(<Begin url="/admin?client_id=4" />), 'begins at 4')
    await quiet()
    expect(urls()).toEqual([])
  })

  test('is that of the advertiser in the address, or the default for an inaccessible advertiser', async () => {
    const replies: Record<string, unknown> = {
      [login]: { ...person, member_group_activities: at(6) },
      'GET /v1/advertisers/7': advertiser(2),
    }
    reply(replies)
    await shows(await open(<Begin url="/?advertiser_id=7" />), 'begins at 2')
    expect(urls()).toEqual(['GET /v1/advertisers/7'])
    replies['GET /v1/advertisers/7'] = 404
    await shows(await open(<Begin url="/?advertiser_id=7" />), 'begins at 6')
  })

  test('stays when the next address names none', async () => {
    reply({ [login]: { ...person, member_group_activities: at(6) } })
    const page = await open(<Begin url="/clients/3/campaigns" />)
    await shows(page, 'begins at 3')
    await page.put(<Begin url="/admin" />)
    await shows(page, 'begins at 3')
    expect(urls()).toEqual([])
  })

  test('that failed to load is reported and can be loaded again', async () => {
    const replies: Record<string, unknown> = { [login]: 500 }
    reply(replies)
    const page = await open(<Begin url="/admin" />)
    await shows(page, 'failed 500')
    replies[login] = { ...person, member_group_activities: at(6) }
    page.container.querySelector('button')?.click()
    await shows(page, 'begins at 6')
  })

  test("is that of the token for a partner's visitor", async () => {
    const claims = { placard_partner: { permissions: ['reports.read'], member_group_id: 2 } }
    tokenIs(`head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.end`)
    reply({ [login]: 403 })
    await shows(await open(<Begin url="/" />), 'begins at 2')
    tokenIs('opaque')
    await shows(await open(<Begin url="/" />), 'begins at none')
  })
})
