import type { Browser, Page } from 'playwright'
import { longTasksOf, type TraceEvent } from './trace-tasks.ts'
import { type Seen, watchCode } from './speed-watch.ts'

/** One visit to a page with nothing kept from an earlier one. */
export interface Visit extends Seen {
  /** The longest task by the processor's time of its thread. */
  readonly busiest: number
  readonly requests: readonly string[]
}
export interface VisitOptions {
  /** How much slower the line and the processor are than the machine's own; not at all for what is no matter of time. */
  readonly isSlow?: boolean
  readonly width?: number
  /** What is done with the page once it is painted. */
  readonly after?: (page: Page) => Promise<void>
}

const line = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 1_600_000 / 8 }
const slower = 4
/** The person's day is their advertiser's at every hour that this is run; where it is not, a second question of the same kind follows. */
const advertisersZone = 'America/Los_Angeles'
const mostMs = 90_000
/** Letters and what else comes after the figures may still move something. */
const afterMs = 1200

async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', line)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
}

/** Resolves once some document of the page has painted its charts. */
async function paintedIn(page: Page) {
  let tell: () => void = () => undefined
  const painted = new Promise<void>((resolve, reject) => {
    tell = resolve
    setTimeout(() => reject(new Error('The chart was not painted')), mostMs).unref()
  })
  await page.exposeFunction('tellPainted', () => tell())
  return () => painted
}

/** What all documents of a page saw, as of its own beginning. */
async function seenIn(page: Page): Promise<Seen> {
  const all: Seen[] = await Promise.all(page.frames().map((frame) => frame.evaluate('window.takeSeen()') as Promise<Seen>)) // written beside it
  const began: number = await page.evaluate('performance.timeOrigin')
  const most = (name: keyof Seen) => Math.max(...all.map((seen) => seen[name]))
  return {
    skeleton: most('skeleton') - began,
    painted: most('painted') - began,
    longest: most('longest'),
    shift: all.reduce((sum, { shift }) => sum + shift, 0),
  }
}

/** Goes to a page as somebody who was never there. */
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
    const asked = [...requests]
    await after?.(page)
    return { ...found, busiest: Math.max(0, ...longTasksOf(trace.traceEvents, 0)), requests: asked }
  } finally {
    await context.close()
  }
}
