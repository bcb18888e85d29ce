import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setSpeed, speedOf } from '../../demo/platform/delivery/settings.ts'
import { withDemoBar, demoBar, withSpeedForm } from '../../demo/platform/demo-pages/bar.ts'
import { homePage } from '../../demo/platform/demo-pages/home.ts'
import { outboxPage } from '../../demo/platform/demo-pages/outbox.ts'
import { pagesOf } from '../../demo/platform/demo-pages/pages.ts'
import { startIdentity } from '../support/identity/identity.ts'
import { authorizeUrl, browser, formOf, toSignIn, verifierOf } from '../support/identity/sign-in-by-http.ts'
import { machineTime } from '../../demo/platform/context/clock.ts'

const origin = 'http://localhost:4400'
const bar = demoBar({ origin, other: 'http://localhost:4401' })
const hasBar = (text: string) => text.includes(bar)

let world: Awaited<ReturnType<typeof startIdentity>>
let plain: typeof world
beforeAll(async () => {
  ;[world, plain] = await Promise.all([startIdentity({ changePage: (page) => withDemoBar(page, bar) }), startIdentity()])
})
afterAll(() => Promise.all([world.close(), plain.close()]))

test('the bar links to every page of the demo, and on an empty platform to the pages that exist', () => {
  const addresses = (text: string) => [...text.matchAll(/href="([^"]+)"/g)].map(([, address]) => address)
  const own = [`${origin}/start`, `${origin}/`]
  const partners = ['shop', 'portal', 'playground'].map((name) => `http://localhost:4401/${name}/`)
  const rest = [`${origin}/guide`, `${origin}/outbox`, `${origin}/sandbox`]
  expect(addresses(bar)).toEqual([...own, ...partners, ...rest])
  expect(addresses(demoBar({ origin }))).toEqual([...own, ...rest])
})

test.each([
  ['http://localhost:4401', 'http://localhost:4401/playground/'],
  [undefined, '/guide/elements'],
])('the start page leads to the console, to embedding and to the guide, each with a picture; partner pages at %s', (other, embedding) => {
  const [doors = ''] = /<nav class="doors".*?<\/nav>/s.exec(homePage(other, other === undefined)) ?? []
  const ways = [...doors.matchAll(/<a href="([^"]+)"><svg .*?<\/svg><b>([^<]+)</gs)].map(([, address, title]) => [title, address])
  expect(ways).toEqual([
    ['Use the console', '/'],
    ['Embed it', embedding],
    ['Read the guide', '/guide'],
  ])
})

describe('the pages of the demo', () => {
  const ask = async (path: string, given: string) => {
    const outbox = () => outboxPage(world.database, origin)
    const about = { issuer: `${origin}/idp`, clientId: 'x', environment: 'development', home: () => '<body><main></main></body>' }
    const options = { database: world.database, now: () => machineTime(new Date()), ...about }
    return (await pagesOf({ ...options, outbox, bar: given, isWatched: true })(new Request(`${origin}${path}`))).text()
  }
  test.each(['/start', '/outbox'])('%s has the bar', async (path) => {
    expect([hasBar(await ask(path, bar)), (await ask(path, '')).includes('demo-bar')]).toEqual([true, false])
  })

  test.each(['/', '/clients/1', '/login'])('%s, the console, contains only the element and links to its code', async (path) => {
    expect(await ask(path, bar)).toMatch(
      /<body><script type="application\/json" id="placard-page">[^<]*<\/script><ad-console routed>(<p slot="waiting" class="brand".*<\/p>)?<\/ad-console><script type="module" src="\/console.js"><\/script>(<link rel="modulepreload"( fetchpriority="low")? href="\/chunks\/[\w.-]+\.js">)*<\/body>/,
    )
  })
})

test('the bar has the date and time of the demonstration, and its speeds', () => {
  const text = withSpeedForm(bar, 60, new Date(2026, 10, 29, 13, 36))
  expect(/<time datetime="[^"]+">([^<]+)<\/time>/.exec(text)?.[1]?.replace(/\s/g, ' ')).toBe('Nov 29, 1:36 PM')
  expect([...text.matchAll(/aria-pressed="(\w+)">([^<]+)</g)].map(([, isPressed, name]) => [name, isPressed])).toEqual([
    ['×1', 'false'],
    ['×60', 'true'],
    ['×1440', 'false'],
  ])
})

describe('the delivery speed', () => {
  const pages = (isDemonstration = true) =>
    pagesOf({
      database: world.database,
      now: () => machineTime(new Date()),
      issuer: `${origin}/idp`,
      clientId: 'x',
      environment: 'development',
      home: () => '<body><main></main></body>',
      bar,
      isWatched: true,
      setSpeed: isDemonstration ? (speed) => setSpeed(world.database.kysely, speed, new Date()) : undefined,
    })
  const say = (body: string, headers: Record<string, string> = { Origin: origin }, at = origin, handle = pages()) =>
    handle(new Request(`${at}/delivery-speed`, { method: 'POST', body, headers: { 'Content-Length': String(body.length), ...headers } }))
  const pressed = async () => /value="(\d+)" aria-pressed="true"/.exec(await (await pages()(new Request(`${origin}/start`))).text())?.[1]

  test("is in the bar of the platform's own pages, whose forms can be sent nowhere else", async () => {
    expect(await pressed()).toBe('1')
    const said = await say('minutes_per_minute=1440')
    expect([said.status, said.headers.get('location')]).toEqual([303, '/start'])
    expect([await pressed(), await speedOf(world.database.kysely)]).toEqual(['1440', 1440])
    const start = await pages()(new Request(`${origin}/start`))
    expect(start.headers.get('content-security-policy')).toContain("form-action 'self'")
    await say('minutes_per_minute=1')
    expect(await pressed()).toBe('1')
  })

  test.each([
    ['a page of anybody else’s', 'minutes_per_minute=60', { Origin: 'http://localhost:4401' }, origin, 403],
    ['whoever does not say where they are', 'minutes_per_minute=60', {}, origin, 403],
    [
      'another name for this machine',
      'minutes_per_minute=60',
      { Origin: 'http://rebound.example:4400' },
      'http://rebound.example:4400',
      405,
    ],
    ['what is no speed', 'minutes_per_minute=61', { Origin: origin }, origin, 422],
    ['what is too long', `minutes_per_minute=60${'&'.repeat(100)}`, { Origin: origin }, origin, 413],
  ])('cannot be set by %s', async (_, body, headers, at, status) => {
    expect((await say(body, headers, at)).status).toBe(status)
    expect(await speedOf(world.database.kysely)).toBe(1)
  })

  test('cannot be set on a platform without the demo', async () => {
    expect((await say('minutes_per_minute=60', { Origin: origin }, origin, pages(false))).status).toBe(405)
    expect(await (await pages(false)(new Request(`${origin}/start`))).text()).not.toContain('<form')
  })
})

describe('pages of the identity provider', () => {
  const texts = async ({ origin: at }: typeof world) => {
    const go = browser()
    const form = await toSignIn(go, authorizeUrl(at, verifierOf()))
    const pages = [
      await go(form),
      await go(form, formOf({ email: 'x@y.example', password: 'wrong' })),
      await go(`${at}/idp/forgot-password`),
      await go(`${at}/idp/forgot-password`, formOf({ email: 'x@y.example' })),
      await go(`${at}/idp/setup-account?token=x`),
      await go(`${at}/idp/session/end/success`),
      await go(`${at}/idp/auth?client_id=nobody`),
    ]
    return pages.map(({ text }) => text)
  }
  test('have the bar only when the platform has an outbox', async () => {
    expect((await texts(world)).map(hasBar)).toEqual(Array(7).fill(true))
    expect((await texts(plain)).map((text) => text.includes('<nav'))).toEqual(Array(7).fill(false))
  })
})
