/** One event of a trace, as the browser writes it; times are microseconds. */
export interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  /** What of it the thread itself ran, whatever else the machine was doing. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** The threads that run a page's own code. */
const mainThreads = (events: readonly TraceEvent[]) =>
  new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  )

/** How long the processor was at each task of a page, of those longer than so many milliseconds. */
export function longTasksOf(events: readonly TraceEvent[], leastMs: number): number[] {
  const threads = mainThreads(events)
  return events
    .filter(({ name, pid, tid }) => name === 'RunTask' && threads.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000)
    .filter((ms) => ms > leastMs)
}
