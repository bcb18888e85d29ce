import type { Browser, Page } from 'playwright'
import { longTasksOf, type TraceEvent } from './trace-tasks.ts'

/** Maximum CPU time of one task of a page. */
export const barMs = 200
/** Resolves at the next animation frame. */
export const frame = 'new Promise((done) => requestAnimationFrame(done))'

/** Cost of one user action. */
export interface Phase {
  readonly what: string
  readonly events: number
  /** Number of long tasks that the page's PerformanceObserver reports. */
  readonly overFifty: number
  /** Wall-clock time of the longest task, which includes other load on the machine. */
  readonly longest: number
  /** CPU time of the longest task; compared with the limit. */
  readonly busiest: number
}

/** Records tasks longer than 50 ms in the page. Source text, because a compiled function refers to helpers. */
export const watch = `
  const seen = []
  window.takeLongTasks = () => seen.splice(0)
  new PerformanceObserver((list) => seen.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask', buffered: true })
`

/** Runs an action and measures its cost for the page. */
export async function measured(browser: Browser, page: Page, what: string, act: () => Promise<number>): Promise<Phase> {
  await page.evaluate('takeLongTasks()')
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] })
  const events = await act()
  await page.waitForTimeout(500)
  const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString('utf8'))
  const seen: number[] = await page.evaluate('takeLongTasks()')
  const traced = longTasksOf(trace.traceEvents, 0)
  return {
    what,
    events,
    longest: Math.max(0, ...seen),
    overFifty: seen.length,
    busiest: traced.reduce((most, ms) => Math.max(most, ms), 0),
  }
}

/** Prints a line for each phase and a summary; returns the CPU time of the longest task. */
export function printPhases(subject: string, phases: readonly Phase[], slower: number): number {
  const head = `${subject}, ${slower} times slower`
  const widest = Math.max(head.length, ...phases.map(({ what }) => what.length))
  console.log(`${head.padEnd(widest)}  events  over 50 ms  by the clock  by the processor`)
  for (const { what, events, overFifty, longest, busiest } of phases) {
    const figures = [
      String(events).padStart(6),
      String(overFifty).padStart(10),
      longest.toFixed(0).padStart(12),
      busiest.toFixed(0).padStart(16),
    ]
    console.log([what.padEnd(widest), ...figures].join('  '))
  }
  const longest = Math.max(...phases.map(({ busiest }) => busiest))
  if (longest === 0) throw new Error('The trace contains no task of the page')
  const byClock = Math.max(...phases.map((phase) => phase.longest))
  const many = phases.reduce((sum, { overFifty }) => sum + overFifty, 0)
  console.log(
    `figure: longest task ${longest.toFixed(0)} ms of the processor, ${byClock.toFixed(0)} ms by the clock, ${many} over 50 ms, ${subject} at ${slower} times slower, bar ${barMs} ms`,
  )
  return longest
}
