/** What one look at a page found; times are milliseconds since the page was asked for. */
export interface Seen {
  readonly skeleton: number
  readonly painted: number
  /** The longest task as the page itself notices it. */
  readonly longest: number
  readonly shift: number
}

/** Runs in each document before anything else. In words, because a compiled function names helpers. */
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
  // What stands when a picture begins is seen when the picture is done.
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
