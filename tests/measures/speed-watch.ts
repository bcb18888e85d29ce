/** Observations of one page load; times are milliseconds since the page was requested. */
export interface Seen {
  readonly skeleton: number
  readonly painted: number
  /** Duration of the longest task, as the page's PerformanceObserver reports it. */
  readonly longest: number
  readonly shift: number
}

/** Runs in each document before any other script. Source text, because a compiled function refers to helpers. */
export const watchCode = `{
  const seen = { skeleton: 0, painted: 0, longest: 0, shift: 0 }
  window.takeSeen = () => seen
  const observe = (type, hear) => new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({ type, buffered: true })
  observe('longtask', ({ duration }) => { seen.longest = Math.max(seen.longest, duration) })
  observe('layout-shift', ({ value }) => { seen.shift += value })
  const charts = () => [...document.querySelectorAll('ad-report-chart, #chart')]
  const isShown = ({ id, shadowRoot }) => id === 'chart' || shadowRoot?.childElementCount > 0
  const isPainted = ({ ariaBusy, shadowRoot }) =>
    ariaBusy === 'false' || (/\\d/.test(shadowRoot?.querySelector('.figure dd')?.textContent) && shadowRoot.querySelector('.chart svg .line'))
  // Content that exists when a frame begins is visible when the frame is painted.
  const note = (name) => setTimeout(() => {
    seen[name] ||= performance.timeOrigin + performance.now()
    if (name === 'painted') window.tellPainted()
  })
  const look = () => {
    const all = charts()
    if (all.length > 0 && all.every(isShown)) note('skeleton')
    if (all.length > 0 && all.every(isPainted)) return note('painted')
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}`
