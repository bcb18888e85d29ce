import type { Browser, Page } from 'playwright'
import { longTasksOf, type TraceEvent } from './trace-tasks.ts'

/** No task of a page may keep the processor for longer. */
export const barMs = 200
/** The next picture. */
export const frame = 'new Promise((done) => requestAnimationFrame(done))'

/** What one thing that somebody does cost. */
export interface Phase {
  readonly what: string
  readonly events: number
  /** Tasks that the page itself notices. */
  readonly overFifty: number
  /** The longest of them by the clock, with what else the machine was doing. */
  readonly longest: number
  /** The longest task by the processor's time of its thread; this is held against the bar. */
  readonly busiest: number
}

/** Everything that takes longer than 50 ms, as the page itself notices it. In words, because a compiled function names helpers. */
export const watch = `
  const seen = []
  window.takeLongTasks = () => seen.splice(0)
  new PerformanceObserver((list) => seen.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask', buffered: true })
`

/** Does something, and says what it cost the page. */
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

/** A line for each phase, and the figure at the end; gives the longest task. */
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
  if (longest === 0) throw new Error('The trace holds no task of the page')
  const byClock = Math.max(...phases.map((phase) => phase.longest))
  const many = phases.reduce((sum, { overFifty }) => sum + overFifty, 0)
  console.log(
    `figure: longest task ${longest.toFixed(0)} ms of the processor, ${byClock.toFixed(0)} ms by the clock, ${many} over 50 ms, ${subject} at ${slower} times slower, bar ${barMs} ms`,
  )
  return longest
}
