// @vitest-environment jsdom
import { act } from 'react'
import { describe, test } from 'vitest'
import { AdvertisersProvider, useAdvertiserChoice, useAdvertiserIds } from '../../src/parts/scope/advertisers.tsx'
import { partBench } from '../support/ui/part-bench.tsx'
import type { Mounted } from '../support/ui/react-page.tsx'

const { reply, open, shows } = partBench()

function Chosen() {
  const { choose, total } = useAdvertiserChoice()
  const ids = useAdvertiserIds()
  return (
    <button type="button" onClick={() => choose([8, 6].map((id) => ({ id, label: `A${id}` })))}>
      {`of ${total}: ${ids?.join() ?? 'all'}`}
    </button>
  )
}

describe('the selected advertisers', () => {
  const mine = (name: string, id: number) => ({
    advertisers: [{ advertiser_id: id, name, status: 'active', advertiser_group_id: null }],
    total: 3,
    is_all: true,
  })
  const lists = {
    'GET /v1/member_groups/1/advertisers/get_user_advertisers': mine('Ash', 4),
    'GET /v1/member_groups/2/advertisers/get_user_advertisers': mine('Oak', 9),
  }
  const on = (id: number, pathname: string, key = 'a') => (
    <AdvertisersProvider key={key} memberGroupId={id} pathname={pathname}>
      <Chosen />
    </AdvertisersProvider>
  )
  const press = (page: Mounted) => act(async () => page.container.querySelector('button')?.click())

  test('are all, the selected ones, the first of them, all on a dashboard, and all again at another client', async () => {
    reply(lists)
    const page = await open(on(1, '/clients/1/campaigns'))
    await shows(page, 'of 3: all')
    await press(page)
    await shows(page, 'of 3: 8,6')
    await page.put(on(1, '/clients/1/dashboard/publisher'))
    await shows(page, 'of 3: all')
    await page.put(on(1, '/clients/1/campaigns'))
    await shows(page, 'of 3: 8,6')
    await page.put(on(1, '/clients/1/campaigns-single'))
    await shows(page, 'of 3: 8')
    await press(page)
    await shows(page, 'of 3: 6')
    await page.put(on(2, '/clients/2/campaigns'))
    await shows(page, 'of 3: all')
  })

  test('are the first only where the address shows one, separately for each client and element', async () => {
    reply(lists)
    const both = (
      <>
        {on(1, '/clients/1/campaigns-restaurants', 'a')}
        {on(2, '/clients/2/campaigns-storefront', 'b')}
      </>
    )
    const page = await open(both)
    await shows(page, 'of 3: 4', 'of 3: 9')
  })
})
