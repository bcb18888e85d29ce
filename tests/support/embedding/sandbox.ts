import type { Page } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { openHostPage } from './host-page.ts'
import type { PlatformProcess } from '../platform/process.ts'

const path = '/embedded/clients/1/chart'
/** The sandbox flags that a frame of the platform needs. */
export const sandbox = 'allow-scripts allow-same-origin allow-forms allow-downloads allow-modals'

/** A frame without a required sandbox flag does not connect and requests no token. */
export async function refusesWithout(flag: 'allow-scripts' | 'allow-same-origin', page: Page, platform: PlatformProcess) {
  const less = sandbox.replace(flag, '').trim()
  const body = `<iframe src="${platform.origin}${path}" sandbox="${less}" title="The chart"></iframe>
<script type="module">
import { connect } from '${platform.origin}/host.js'
window.requests = 0
window.refused = []
const options = { getToken: async () => { window.requests += 1; return (await fetch('/shop/token')).json() }, timeoutMs: 1500, onRefused: (guard) => window.refused.push(guard) }
window.ended = connect(document.querySelector('iframe'), options).ready.then(() => 'connected', ({ code }) => code)
</script>`
  await openHostPage(page, platform, { body, script: '' })
  expect(await page.evaluate('window.ended')).toBe('timed_out')
  expect(await page.evaluate('window.requests')).toBe(0)
}
