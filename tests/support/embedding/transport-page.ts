import type { Page } from 'playwright/test'
import { openHostPage } from './host-page.ts'
import type { PlatformProcess } from '../platform/process.ts'

const giveToken = `async () => { window.requests += 1; return (await fetch('/shop/token')).json() }`

/** A partner's page with a frame, through our element or by hand; both have the same functions. */
const bodies = {
  'ad-frame': (address: string) => `<ad-frame src="${address}" title="The chart" min-height="500"></ad-frame>
<script>
window.events = []; window.requests = 0
const frame = document.querySelector('ad-frame')
frame.getToken = ${giveToken}
for (const type of ['ready', 'error', 'notice', 'navigated', 'session-expired', 'session-restored', 'report-range-changed'])
  frame.addEventListener('ad-' + type, (event) => {
    window.events.push([event.type, event.detail])
    if (window.refuses === event.type) event.preventDefault()
  })
window.say = (type, { attributes }) => (type === 'focus' ? frame.focusInside() : Object.assign(frame, attributes))
</script>`,
  'a plain frame': (address: string, platform: string) => `<iframe src="${address}" title="The chart" width="900" height="700"></iframe>
<script type="module">
import { connect } from '${platform}/host.js'
window.events = []; window.requests = 0
window.connection = connect(document.querySelector('iframe'), { getToken: ${giveToken}, onRefused: (guard) => window.events.push(['refused', guard]) })
window.connection.on('*', (detail, { type, prevent }) => {
  window.events.push([type, detail])
  if (window.refuses === type) prevent()
})
window.connection.ready.catch(({ code }) => window.events.push(['failed', { code }]))
window.say = (type, payload) => window.connection.send(type, payload)
</script>`,
} as const

export type FrameKind = keyof typeof bodies
export const frameKinds: readonly FrameKind[] = ['ad-frame', 'a plain frame']

/** Opens such a page; returns the inner frame and what the page receives. */
export async function openTransportPage(page: Page, platform: PlatformProcess, kind: FrameKind, path = '/embedded/clients/1/chart') {
  const body = bodies[kind](platform.origin + path, platform.origin)
  await openHostPage(page, platform, { body, script: kind === 'ad-frame' ? `${platform.origin}/placard.js` : '' })
  const inner = page.locator(kind === 'ad-frame' ? 'ad-frame' : 'body').frameLocator('iframe')
  return {
    inner,
    /** The document in the frame, for invisible state. */
    document: () => page.frames().find((one) => one.url().startsWith(platform.origin)),
    events: (): Promise<[type: string, detail: unknown][]> => page.evaluate(`window.events`),
    requests: (): Promise<number> => page.evaluate(`window.requests`),
    say: (type: string, payload: object = {}) => page.evaluate(`window.say(${JSON.stringify(type)}, ${JSON.stringify(payload)})`),
    focus: () => page.evaluate('window.say("focus", {})'),
    refuse: (type: string) => page.evaluate(`window.refuses = ${JSON.stringify(type)}`),
  }
}
