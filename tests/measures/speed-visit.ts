import type { Browser, Page } from 'playwright'
import { longTasksOf, type TraceEvent } from './trace-tasks.ts'
import { type Seen, watchCode } from './speed-watch.ts'

/** Result of one visit to a page with an empty cache. */
export interface Visit extends Seen {
  /** CPU time of the longest task. */
  readonly busiest: number
  readonly requests: readonly string[]
}
export interface VisitOptions {
  /** Throttles network and CPU; false for visits whose times do not matter. */
  readonly isSlow?: boolean
  readonly width?: number
  /** Called with the page after its first paint. */
  readonly after?: (page: Page) => Promise<void>
}

const line = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 1_600_000 / 8 }
const slower = 4
/** The browser has the advertiser's time zone. Otherwise their days can differ, and the chart then sends a second query. */
const advertisersZone = 'America/Los_Angeles'
const maxMs = 90_000
/** Time to wait for fonts and other late resources, which may still shift the layout. */
const afterMs = 1200

async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', line)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
}

/** Waits until a document of the page has painted its charts. */
async function paintedIn(page: Page) {
  let tell: () => void = () => undefined
  const painted = new Promise<void>((resolve, reject) => {
    tell = resolve
    setTimeout(() => reject(new Error('The chart was not painted')), maxMs).unref()
  })
  await page.exposeFunction('tellPainted', () => tell())
  return () => painted
}

/** Observations of all frames of a page, with times relative to the start of the page. */
async function seenIn(page: Page): Promise<Seen> {
  const all: Seen[] = await Promise.all(page.frames().map((frame) => frame.evaluate('window.takeSeen()') as Promise<Seen>)) // a `Seen` each
  const began: number = await page.evaluate('performance.timeOrigin')
  const most = (name: keyof Seen) => Math.max(...all.map((seen) => seen[name]))
  return {
    skeleton: most('skeleton') - began,
    painted: most('painted') - began,
    longest: most('longest'),
    shift: all.reduce((sum, { shift }) => sum + shift, 0),
  }
}

/** Visits a page as a first-time user. */
export async function visit(browser: Browser, address: string, { isSlow = true, width = 1280, after }: VisitOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, timezoneId: advertisersZone })
  try {
    const page = await context.newPage()
    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`))
    await page.addInitScript(watchCode)
    const painted = await paintedIn(page)
    if (isSlow) await slowDown(page)
    await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] })
    await page.goto(address, { waitUntil: 'commit' })
    await painted()
    await page.waitForTimeout(afterMs)
    const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString('utf8'))
    const found = await seenIn(page)
    const sentRequests = [...requests]
    await after?.(page)
    return { ...found, busiest: Math.max(0, ...longTasksOf(trace.traceEvents, 0)), requests: sentRequests }
  } finally {
    await context.close()
  }
}
