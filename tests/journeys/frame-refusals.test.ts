import { expect, test } from 'playwright/test'
import { openGuestPage } from '../support/guest-page.ts'
import { answerOtherFrame, otherHost } from '../support/other-frame.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'
import { frameKinds, openTransportPage } from '../support/transport-page.ts'

const path = '/embedded/clients/1/chart'
const sandbox = 'allow-scripts allow-same-origin allow-forms allow-downloads'

let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())

for (const kind of frameKinds)
  test(`${kind}: a frame of another version is refused, and both sides learn why`, async ({ page }) => {
    await answerOtherFrame(page, platform.origin + path, { oldest: 2, newest: 3 })
    const { heard, document: inside, asked } = await openTransportPage(page, platform, kind)
    const name = kind === 'ad-frame' ? 'ad-error' : 'failed'
    await expect.poll(async () => (await heard()).find(([type]) => type === name)?.[1]).toMatchObject({ code: 'version_unsupported' })
    if (kind === 'ad-frame') await expect(page.getByRole('alert')).toContainText('version')
    else expect(await inside()?.evaluate('window.told')).toMatchObject([{ type: 'connect', code: 'version_unsupported' }])
    expect(await asked()).toBe(0)
  })

test('the frame of a host of another version says why it shows nothing', async ({ page }) => {
  await openGuestPage(page, platform, { body: otherHost(platform.origin + path), script: '' })
  const inside = page.frameLocator('iframe')
  await expect(inside.getByText('version_unsupported')).toBeVisible()
  await expect(inside.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a request that nobody answers ends in time, and one that is taken back at once', async ({ page }) => {
  await answerOtherFrame(page, platform.origin + path, {})
  const { document: inside } = await openTransportPage(page, platform, 'a plain frame')
  const codeOf = (options: string) =>
    page.evaluate(`window.connection.request('ping', {}, ${options}).then(() => 'answered', ({ code }) => code)`)
  expect(await codeOf('{ timeoutMs: 50 }')).toBe('timed_out')
  expect(await codeOf('{ signal: AbortSignal.abort() }')).toBe('aborted')
  expect(await codeOf('{ signal: AbortSignal.timeout(50) }')).toBe('aborted')
  await page.evaluate('window.later = window.connection.request("ping", {}).catch(({ code }) => code); window.connection.dispose()')
  expect(await page.evaluate('window.later')).toBe('disposed')
  expect(await inside()?.evaluate('window.told.filter(({ type }) => type === "ping").length')).toBeGreaterThan(1)
})

test('a request that the frame knows nothing of is refused with its code', async ({ page }) => {
  const { inner } = await openTransportPage(page, platform, 'a plain frame')
  await expect(inner.locator('.figure dd').first()).toContainText('$')
  const answers = ['token', 'before'].map((type) =>
    page.evaluate(`window.connection.request('${type}', { reason: 'start', event: 'ad-notice', detail: {} }).catch(({ code }) => code)`),
  )
  expect(await Promise.all(answers)).toEqual(['no_answer', 'no_answer'])
  expect(await page.evaluate('window.connection.request("confirm-leave", {})')).toEqual({ allowed: true })
})

test('the frame works with what its sandbox leaves it, and has no more than that', async ({ page }) => {
  const { inner, document: inside } = await openTransportPage(page, platform, 'ad-frame')
  await expect(inner.locator('.figure dd').first()).toContainText('$')
  await expect(page.locator('ad-frame iframe')).toHaveAttribute('sandbox', sandbox)
  await inner.getByRole('button', { name: 'Table' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), inner.getByRole('button', { name: 'Save as CSV' }).click()])
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  const address = page.url()
  expect(await inside()?.evaluate(() => window.open('/', 'elsewhere'))).toBeNull()
  const left = await inside()?.evaluate(() => {
    try {
      if (window.top) window.top.location.href = 'about:blank'
      return 'left'
    } catch (error) {
      return error instanceof DOMException ? error.name : String(error)
    }
  })
  expect(left).toBe('SecurityError')
  expect(page.url()).toBe(address)
})

for (const flag of sandbox.split(' ').slice(0, 2))
  test(`without ${flag} in its sandbox the frame shows nothing and asks for no token`, async ({ page }) => {
    const less = sandbox.replace(flag, '').trim()
    const body = `<iframe src="${platform.origin}${path}" sandbox="${less}" title="The chart"></iframe>
<script type="module">
import { connect } from '${platform.origin}/host.js'
window.asked = 0
window.refused = []
const options = { getToken: async () => { window.asked += 1; return (await fetch('/shop/token')).json() }, timeoutMs: 1500, onRefused: (guard) => window.refused.push(guard) }
window.ended = connect(document.querySelector('iframe'), options).ready.then(() => 'connected', ({ code }) => code)
</script>`
    await openGuestPage(page, platform, { body, script: '' })
    expect(await page.evaluate('window.ended')).toBe('timed_out')
    expect(await page.evaluate('window.asked')).toBe(0)
  })
