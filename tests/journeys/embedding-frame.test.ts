import { test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { blockingChecks } from '../support/embedding/blocking-checks.ts'
import { eventNames, frameChecks, shown } from '../support/embedding/frame-checks.ts'
import { block, framed, heightChanges, heightFaults, unblock } from '../support/embedding/height-changes.ts'
import { refusesWithout, sandbox } from '../support/embedding/sandbox.ts'
import { sessionChecks } from '../support/embedding/session-checks.ts'
import { rested } from '../support/embedding/framed-height.ts'
import { demonstration } from '../support/embedding/guest-journey.ts'
import { replyAsOtherFrame } from '../support/embedding/other-frame.ts'
import { openTransportPage } from '../support/embedding/transport-page.ts'
import { inAudit } from '../support/journeys/in-audit.ts'

// The time zone of the charts' advertiser. In another zone it may be another day, which would add requests.
test.use({ timezoneId: 'America/Los_Angeles' })

const platform = demonstration()

const frames = [
  ['ad-frame', 'language and theme change in place'],
  ['a plain frame', 'a cancelable event waits for the page, which may prevent it'],
  ['ad-frame', "a host that is not on the client's list gets no frame, and without the header no handshake"],
  ['ad-frame', 'a frame of another version is refused, and both sides learn why'],
] as const
for (const [kind, name] of frames) test(`${kind}: ${name}`, ({ page }) => frameChecks[name](page, platform(), kind))

test('a plain frame says after a sign-out that the session ended, and sends no more requests', async ({ page }) => {
  const opened = await shown(page, platform(), 'a plain frame')
  const before = await opened.requests()
  await opened.say('sign-out')
  await expect.poll(() => eventNames(opened)).toContain('ad-session-expired')
  await opened.say('refresh')
  // A port keeps the order of messages, so the response comes after the refresh.
  await page.evaluate('window.connection.request("ping", {})')
  expect(await opened.requests()).toBe(before)
})

test('in a plain frame an unanswered request times out, and an aborted one ends at once', async ({ page }) => {
  await replyAsOtherFrame(page, `${platform().origin}/embedded/clients/1/chart`, {})
  const { document: inside } = await openTransportPage(page, platform(), 'a plain frame')
  const codeOf = (options: string) =>
    page.evaluate(`window.connection.request('ping', {}, ${options}).then(() => 'answered', ({ code }) => code)`)
  expect(await codeOf('{ timeoutMs: 50 }')).toBe('timed_out')
  expect(await codeOf('{ signal: AbortSignal.abort() }')).toBe('aborted')
  expect(await codeOf('{ signal: AbortSignal.timeout(50) }')).toBe('aborted')
  await page.evaluate('window.later = window.connection.request("ping", {}).catch(({ code }) => code); window.connection.dispose()')
  expect(await page.evaluate('window.later')).toBe('disposed')
  expect(await inside()?.evaluate('window.receivedMessages.filter(({ type }) => type === "ping").length')).toBeGreaterThan(1)
})

test('ad-frame works inside its sandbox and cannot leave it', async ({ page }) => {
  const { inner, document: inside } = await openTransportPage(page, platform(), 'ad-frame')
  await expect(inner.locator('.figure dd').first()).toContainText('$')
  await expect(page.locator('ad-frame iframe')).toHaveAttribute('sandbox', sandbox)
  await inner.getByRole('button', { name: 'Table' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), inner.getByRole('button', { name: 'Export as CSV' }).click()])
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

test('a sandboxed frame without allow-same-origin shows nothing and requests no token', ({ page }) =>
  refusesWithout('allow-same-origin', page, platform()))

test('the frame height follows every kind of change to the pixel, with at most two messages', async ({ page }) => {
  const kinds = new Set([
    'the table is opened',
    'the page is 420 wide',
    'the language is de',
    'a block of 333.33',
    'margins that collapse',
    'larger letters',
    'a block that is gone',
    'a picture that is late',
    'three steps in one change',
  ])
  const changes = heightChanges.filter(([name]) => kinds.has(name))
  expect(changes).toHaveLength(kinds.size)
  expect(await heightFaults(page, platform(), changes)).toEqual([])
})

test('content sized by the frame does not make it grow endlessly', inAudit, async ({ page }) => {
  const inner = await framed(page, platform())
  const byFrame: Readonly<Record<string, string>>[] = [
    { height: '100vh' },
    { minHeight: '100vh', marginTop: '10px' },
    { height: '50vh' },
    { height: 'calc(100vh + 7px)' },
  ]
  for (const styles of byFrame) {
    const { messages, frame } = await rested(page, inner, () => block(inner, styles))
    expect(messages, JSON.stringify(styles)).toBeLessThanOrEqual(2)
    expect(frame, JSON.stringify(styles)).toBeLessThan(20_000)
  }
  const { frame, content } = await rested(page, inner, () => unblock(inner))
  expect(Math.abs(frame - content)).toBeLessThanOrEqual(1)
})

const sessions = [
  ['frame', 'a token is renewed once before it ends'],
  ['frame', 'a host that keeps failing ends the session once, and the chosen dates stay'],
  ['page', 'a refused token is replaced once for all calls'],
] as const
for (const [selector, name] of sessions)
  test(`in the ${selector}, a session: ${name}`, ({ page }) => sessionChecks[name](page, platform(), selector))

const blocks = [
  ['frame', 'a blocker of the reports and the health address is named, and another try works'],
  ['page', 'an outage is not called a blocker'],
] as const
for (const [selector, name] of blocks)
  test(`in the ${selector}, a chart: ${name}`, ({ page }) => blockingChecks[name](page, platform(), selector))
