import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pagesOf } from '../../demo/platform/demo-pages/pages.ts'
import { embeddedAddresses } from '../support/addresses/served-addresses.ts'
import { type IdentityWorld, startIdentity } from '../support/identity/identity.ts'
import { startSmallWorld } from '../support/world/small-world.ts'
import { machineTime } from '../../demo/platform/context/clock.ts'

let world: IdentityWorld
let page: (path: string, method?: string) => Promise<Response>
const application = {
  environment: 'uat',
  cloud_provider: '',
  issuer: 'https://id.example',
  client_id: 'console',
  is_provider_embedded: true,
  flags_url: 'https://flags.example',
  other_origin: 'https://pay.example',
} as const
const partnerOrigin = 'http://partner.example'
const hostsOf = new Map([
  [1, [partnerOrigin]],
  [2, ['https://shop.example', 'https://other.example:8443']],
])

beforeAll(async () => {
  world = await startIdentity()
  const { database, origin } = world
  await database.kysely.deleteFrom('allowed_origins').execute()
  for (const [member_group_id, origins] of hostsOf)
    await database.kysely
      .insertInto('allowed_origins')
      .values(origins.map((one) => ({ member_group_id, origin: one })))
      .execute()
  const handlePage = pagesOf({
    database,
    now: () => machineTime(new Date()),
    issuer: `${origin}/idp`,
    clientId: 'console',
    environment: 'uat',
    application,
    home: () => '<body><h1>Home</h1></body>',
    paymentOrigin: 'https://pay.example',
    isWatched: true,
  })
  page = (path, method = 'GET') => handlePage(new Request(`${origin}${path}`, { method }))
})
afterAll(() => world.close())

/** Content security policy of a response, by directive. */
const policyOf = (response: Response) =>
  Object.fromEntries(
    (response.headers.get('content-security-policy') ?? '').split(/;\s*/).map((one) => {
      const [name = '', ...values] = one.split(' ')
      return [name, values.join(' ')]
    }),
  )

describe('pages that may frame a page of the platform', () => {
  test.each(embeddedAddresses.filter((address) => address.includes('/clients/1/')))(
    '%s: the hosts of its client and no others',
    async (address) => {
      expect(policyOf(await page(address))['frame-ancestors']).toBe(partnerOrigin)
      expect(policyOf(await page(address.replace('/clients/1/', '/clients/2/')))['frame-ancestors']).toBe(
        'https://shop.example https://other.example:8443',
      )
      expect(policyOf(await page(address.replace('/clients/1/', '/clients/3/')))['frame-ancestors']).toBe("'none'")
    },
  )

  test.each(['/embedded/clients/2/chrat', '/embedded/clients/2/advertisers/1/nowhere', '/embedded/clients/2'])(
    '%s, which is misspelt: the hosts of its client, and the page explains the mistake',
    async (address) => {
      const response = await page(address)
      expect([response.status, policyOf(response)['frame-ancestors']]).toEqual([404, 'https://shop.example https://other.example:8443'])
    },
  )

  test.each([
    '/',
    '/start',
    '/embedded',
    '/login',
    '/ui',
    '/signed-in',
    '/embedded/error',
    '/embedded/error?code=origin_refused',
    '/nowhere',
    '/embedded/nowhere',
    '/embedded/clients/0/chart',
    '/embedded/clients/9999999999/nowhere',
    '/clients/1/nowhere',
    '/embedded/nowhere/clients/1',
    '/embedded/clients/9999999999/chart',
    '/embedded/clients/2%00/chart',
    '/clients/1',
  ])('%s: none', async (address) => {
    expect(policyOf(await page(address))['frame-ancestors']).toBe("'none'")
  })
})

describe('every page has strict headers', () => {
  const pages: readonly (readonly [string, string, number])[] = [
    ['GET', '/', 200],
    ['GET', '/start', 200],
    ['GET', '/guide', 200],
    ['GET', '/guide/frame', 200],
    ['GET', '/guide/elements', 200],
    ['GET', '/guide/nowhere', 404],
    ['GET', '/guide/index.html', 404],
    ['GET', '/clients/1/campaigns/42', 200],
    ['GET', '/harborline/login', 200],
    ['GET', '/admin/users/7', 200],
    ['GET', '/clients/one', 404],
    ['GET', '/clients/0/campaigns', 404],
    ['GET', '/embedded/clients/01/chart', 404],
    ['GET', '/ui', 200],
    ['GET', '/embedded/clients/1/chart', 200],
    ['GET', '/embedded/error', 200],
    ['GET', '/embedded/nowhere', 404],
    ['GET', '/nowhere', 404],
    ['GET', '/chunks/nowhere', 404],
    ['POST', '/', 405],
    ['DELETE', '/embedded/clients/1/chart', 405],
  ]
  test.each(pages)('%s %s is %i', async (method, address, status) => {
    const response = await page(address, method)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(policyOf(response)).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'require-trusted-types-for': "'script'",
    })
  })

  const provided: readonly (readonly [method: string, address: string, status: number])[] = [
    ['GET', '/idp/sign-in/nobody', 400],
    ['POST', '/idp/sign-in/nobody', 400],
    ['PUT', '/idp/sign-in/nobody', 400],
    ['GET', '/idp/nowhere', 404],
    ['POST', '/idp/nowhere', 404],
    ['GET', '/idp/auth?client_id=nobody', 400],
    ['POST', '/idp/auth?client_id=nobody', 404],
    ['GET', '/idp/session/end', 200],
  ]
  test.each(provided)('%s %s of the identity provider is %i', async (method, address, status) => {
    const response = await fetch(`${world.origin}${address}`, { method, headers: { Accept: 'text/html' } })
    const policy = policyOf(response)
    expect(response.status).toBe(status)
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(policy).toMatchObject({ 'default-src': "'none'", 'frame-ancestors': "'none'", 'base-uri': "'none'" })
    expect(policy['script-src'] ?? '').toMatch(/^('sha256-[\w+/=]+')?$/)
    expect(JSON.stringify(policy)).not.toMatch(/unsafe|\*/)
  })
})

/** The data that a page contains for its script. */
async function dataAt(address: string) {
  const [, data = ''] = /<script type="application\/json" id="placard-page">(.*?)<\/script>/.exec(await (await page(address)).text()) ?? []
  return JSON.parse(data)
}

test.each(['/', '/clients/1/campaigns', '/embedded/clients/1/chart', '/ui'])('%s names the environment for its script', async (address) => {
  const data = await dataAt(address)
  expect(data).toMatchObject({ environment: 'uat' })
  expect(data.responses).toBeUndefined()
})

test.each([
  ['/login', {}],
  ['/harborline/login', { login_key: 'harborline' }],
  ['/Nobody/login', { login_key: 'nobody' }],
])('%s contains what it would request first', async (address, query) => {
  const path = 'v1/member_groups/login_config_by_host_name'
  const client = await (await fetch(`${world.origin}/${path}?${new URLSearchParams(query)}`)).json()
  expect(client.result).toMatchObject({ name: expect.any(String) })
  expect((await dataAt(address)).responses).toEqual([
    ['GET api/k1-ui/config', {}, application],
    [`GET ${path}`, { query }, client.result],
  ])
})

test('only the sign-in page shows the brand until its code has loaded', async () => {
  const [signIn = '', other = ''] = await Promise.all(['/login', '/clients/1'].map(async (address) => (await page(address)).text()))
  expect(signIn).toMatch(/<ad-console routed><p slot="waiting" [^>]*>.*Placard<\/p><\/ad-console>/)
  expect(other).toContain('<ad-console routed></ad-console>')
})

test('the guide names the address of its platform, and links to the playground where there is one', async () => {
  const text = await (await page('/guide')).text()
  expect(text).toContain(`${world.origin}/placard.js`)
  expect(text).not.toMatch(/console\.example|<!--|Playground/)
})

test.each([
  ['/', 'pl-html'],
  ['/guide', 'pl-html'],
  ['/embedded/clients/1/chart', 'pl-html'],
  ['/ui', 'pl-html'],
  ['/start', "'none'"],
  ['/nowhere.html', "'none'"],
])('%s allows the Trusted Types policy %s', async (address, allowed) => {
  expect(policyOf(await page(address))['trusted-types']).toBe(allowed)
})

test.each([
  ['a page that cannot be made', 500, { pages: () => Promise.reject(new Error('broken')) }],
  ['an address without any page', 404, {}],
])('%s is %i and cannot be framed', async (_, status, parts) => {
  const other = await startSmallWorld(parts)
  const response = await fetch(`${other.origin}/embedded/clients/1/chart`)
  expect(response.status).toBe(status)
  expect(policyOf(response)['frame-ancestors']).toBe("'none'")
  expect(await response.text()).not.toContain('broken')
  await other.close()
})

test('a form that is too long is refused, and the reply cannot be framed', async () => {
  const response = await fetch(`${world.origin}/idp/sign-in/nobody`, { method: 'POST', body: 'x'.repeat(20_000) })
  expect(response.status).toBe(413)
  expect(policyOf(response)['frame-ancestors']).toBe("'none'")
})

test.each([
  ['/clients/1/advertisers/1/funds', 'https://pay.example'],
  ['/embedded/clients/1/advertisers/1/funds', 'https://pay.example'],
  ['/start', "'none'"],
])('%s may show frames of %s', async (address, allowed) => {
  expect(policyOf(await page(address))['frame-src']).toBe(allowed)
})
