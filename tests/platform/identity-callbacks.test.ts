import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleClientId } from '../../demo/platform/identity/provider.ts'
import { type IdentityWorld, startIdentity } from '../support/identity/identity.ts'
import { authorizeUrl, type Browser, browser, signInAs, toSignIn, tokensOf, verifierOf } from '../support/identity/sign-in-by-http.ts'
import { type SimulatedTab, simulatedBrowser } from '../support/identity/simulated-tabs.ts'

let world: IdentityWorld
let person: Browser
beforeAll(async () => {
  world = await startIdentity()
  person = browser()
  await signInAs(person, await toSignIn(person, authorizeUrl(world.origin, verifierOf())))
})
afterAll(() => world.close())

const opened: SimulatedTab[] = []
afterAll(() => {
  for (const { console } of opened) console.dispose()
})

const tabOf = () => {
  const settings = { issuer: `${world.origin}/idp`, clientId: consoleClientId, redirectUri: `${world.origin}/signed-in` }
  const tab = simulatedBrowser().open(settings)
  opened.push(tab)
  return tab
}
/** A tab whose user has just returned from the provider, with the callback URL. */
async function cameBack(wish: Parameters<SimulatedTab['console']['signIn']>[0] = { route: '/clients/1?tab=2#top' }) {
  const tab = tabOf()
  await tab.console.signIn(wish)
  let { next } = await person(tab.gone[0] ?? '')
  while (next?.pathname.startsWith('/idp/')) next = (await person(next)).next
  if (!next) throw new Error('The user did not return from the provider')
  return { tab, url: next }
}
const changed = (url: URL, words: Readonly<Record<string, string | undefined>>) => {
  const next = new URL(url)
  for (const [name, value] of Object.entries(words)) {
    if (value === undefined) next.searchParams.delete(name)
    else next.searchParams.set(name, value)
  }
  return next.href
}
/** Changes one value of the sign-in state that the tab stores. */
const remembering = (tab: SimulatedTab, field: string, value: unknown) => {
  const [name = ''] = tab.session.keys('placard-sign-in.')
  const kept = JSON.parse(tab.session.get(`placard-sign-in.${name}`) ?? '{}')
  expect(kept).toHaveProperty(field)
  tab.session.set(`placard-sign-in.${name}`, JSON.stringify({ ...kept, [field]: value }))
}
const codeOf = async () => (await cameBack()).url.searchParams.get('code') ?? ''

type Back = Awaited<ReturnType<typeof cameBack>>
const forgeries: Readonly<Record<string, (back: Back) => string | Promise<string>>> = {
  'no state': ({ url }) => changed(url, { state: undefined }),
  'an empty state': ({ url }) => changed(url, { state: '' }),
  'another state': ({ url }) => changed(url, { state: 'a-state' }),
  'a state cut short': ({ url }) => changed(url, { state: url.searchParams.get('state')?.slice(0, -1) }),
  'a state of another browser': async ({ url }) => changed(url, { state: (await cameBack()).url.searchParams.get('state') ?? '' }),
  'two states': ({ url }) => url.href.replace('state=', 'state=x&state='),
  'a state that names a property of every object': ({ url }) => changed(url, { state: '__proto__' }),
  'no code': ({ url }) => changed(url, { code: undefined }),
  'an empty code': ({ url }) => changed(url, { code: '' }),
  'a made-up code': ({ url }) => changed(url, { code: 'made-up' }),
  'a code with a letter more': ({ url }) => changed(url, { code: `${url.searchParams.get('code')}x` }),
  'a code with a NUL': ({ url }) => changed(url, { code: 'a\0b' }),
  'a code of another way': async ({ url }) => changed(url, { code: await codeOf() }),
  'the whole way of another browser': async () => (await cameBack()).url.href,
  'a code that was used': async ({ url, tab }) => {
    await tab.console.finish(url.href)
    return url.href
  },
  'code and state in the fragment': ({ url }) => url.href.replace('?', '#'),
  'a token in the fragment': async ({ url }) =>
    `${world.origin}/signed-in#access_token=${(await tokensOf(world.origin)).body.access_token}&state=${url.searchParams.get('state')}`,
  'a token in the query': async ({ url }) =>
    changed(url, { code: undefined, access_token: (await tokensOf(world.origin)).body.access_token }),
  'another issuer': ({ url }) => changed(url, { iss: 'https://evil.example/idp' }),
  'an issuer with a slash more': ({ url }) => changed(url, { iss: `${world.origin}/idp/` }),
  'an empty issuer': ({ url }) => changed(url, { iss: '' }),
  'an error': ({ url }) => changed(url, { code: undefined, error: 'access_denied' }),
  'an error beside a code': ({ url }) => changed(url, { error: 'login_required' }),
  'another verifier': ({ url, tab }) => {
    remembering(tab, 'code_verifier', verifierOf())
    return url.href
  },
  'a way that began for another nonce': ({ url, tab }) => {
    remembering(tab, 'data', { nonce: 'another' })
    remembering(tab, 'nonce', 'another')
    return url.href
  },
  'a way that began at another provider': ({ url, tab }) => {
    remembering(tab, 'authority', 'https://evil.example/idp')
    return url.href
  },
  "another client's way": ({ url, tab }) => {
    remembering(tab, 'client_id', 'small-partner')
    return url.href
  },
  'a way back to another address': ({ url, tab }) => {
    remembering(tab, 'redirect_uri', `${world.origin}/`)
    return url.href
  },
  'a code that has expired': ({ url }) => {
    world.clock.shiftMs = 90_000
    return url.href
  },
}

describe('a user who returns from the identity provider', () => {
  test('is signed in, arrives at the requested page, and gets a token that the platform accepts', async () => {
    const { tab, url } = await cameBack()
    expect(await tab.console.finish(url.href)).toBe('/clients/1?tab=2#top')
    const { access_token } = await tab.console.getToken({ reason: 'start', signal: AbortSignal.timeout(5000) })
    expect(await world.authenticate(access_token)).toMatchObject({ kind: 'person', userId: 3 })
    expect(Object.keys(forgeries).length).toBeGreaterThanOrEqual(25)
  })

  test("is identified through the client's organisation and connection", async () => {
    const tab = tabOf()
    await tab.console.signIn({ route: '/', organization: 'org 1', connection: 'saml' })
    const { searchParams } = new URL(tab.gone[0] ?? '')
    expect([searchParams.get('organization'), searchParams.get('connection')]).toEqual(['org 1', 'saml'])
    expect([searchParams.get('code_challenge_method'), searchParams.get('response_type')]).toEqual(['S256', 'code'])
    expect(searchParams.get('nonce')).toMatch(/^[\w-]{36}$/)
  })

  test.each(Object.entries(forgeries))('with %s is not signed in', async (_, forge) => {
    const back = await cameBack()
    const url = await forge(back)
    const before = back.tab.session.get('placard-grant')
    try {
      await expect(back.tab.console.finish(url)).rejects.toThrow()
    } finally {
      world.clock.shiftMs = 0
    }
    expect(back.tab.session.get('placard-grant')).toBe(before)
    expect(back.tab.console.state.kind).toBe(before ? 'active' : 'failed')
    expect(back.tab.session.get('placard-sign-in-problem')).toBe('callback_error')
  })
})

test('a refresh token that is used twice ends the grant, and the console reports that it could not refresh', async () => {
  const { tab, url } = await cameBack()
  await tab.console.finish(url.href)
  const { refresh_token } = JSON.parse(tab.session.get('placard-grant') ?? '{}')
  const steal = () =>
    fetch(`${world.origin}/idp/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', client_id: consoleClientId, refresh_token }),
    })
  expect((await steal()).status).toBe(200)
  const ask = (reason: 'start' | 'refused') => tab.console.getToken({ reason, signal: AbortSignal.timeout(8000) })
  await ask('start')
  await expect(ask('refused')).rejects.toThrow('No user is signed in')
  expect(tab.console.state.kind).toBe('signing-out')
})
