/** One event of a trace, as the browser writes it; times are microseconds. */
export interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  /** CPU time of the thread, which excludes other load on the machine. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Main threads of the renderer processes. */
const mainThreads = (events: readonly TraceEvent[]) =>
  new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  )

/** CPU times of the page's tasks that are longer than the given milliseconds. */
export function longTasksOf(events: readonly TraceEvent[], minMs: number): number[] {
  const threads = mainThreads(events)
  return events
    .filter(({ name, pid, tid }) => name === 'RunTask' && threads.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000)
    .filter((ms) => ms > minMs)
}
